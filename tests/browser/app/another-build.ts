import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const HASHED = /-([\w-]{8})\.\w+$/

/** Another name for a file whose content would be another. */
const renamed = (name: string): string =>
  name.replace(HASHED, (end, hash: string) => end.replace(hash, [...hash].reverse().join('')))

/**
 * A build of the same app whose every file is new, as after an upgrade of everything: no name of the
 * build before is left.
 * @returns its folder
 */
export async function anotherBuild(of: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stampa-build-'))
  await cp(of, folder, { recursive: true, filter: (path) => !path.endsWith('.br') })
  const assets = (await readdir(join(folder, 'assets'))).filter((name) => HASHED.test(name))
  const names = new RegExp(assets.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  const texts = [
    ...assets.filter((name) => /\.(m?js|css)$/.test(name)).map((name) => join('assets', name)),
    ...(await readdir(folder)).filter((name) => name.endsWith('.html')),
  ]
  for (const path of texts) {
    const text = await readFile(join(folder, path), 'utf8')
    await writeFile(join(folder, path), text.replace(names, renamed))
  }
  for (const name of assets) {
    await rename(join(folder, 'assets', name), join(folder, 'assets', renamed(name)))
  }
  const build = ['--import', 'tsx', 'build/service-worker.ts', folder]
  await promisify(execFile)(process.execPath, build)
  return folder
}
