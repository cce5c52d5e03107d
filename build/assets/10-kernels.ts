import { execFile } from 'node:child_process'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The pixel kernels, compiled from AssemblyScript into the one module that every runtime loads. */
const folder = new URL('../../kernels/', import.meta.url)
const output = new URL('build/kernels.wasm', folder)
const compiler = new URL('../../node_modules/assemblyscript/bin/asc.js', import.meta.url)

const changedAtMs = (file: URL): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

export async function make(): Promise<string> {
  const sources = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
  const times = await Promise.all(sources.map((name) => changedAtMs(new URL(name, folder))))
  if ((await changedAtMs(output)) > Math.max(...times)) return 'as they were'
  await mkdir(new URL('build/', folder), { recursive: true })
  await promisify(execFile)(process.execPath, [
    fileURLToPath(compiler),
    fileURLToPath(new URL('index.ts', folder)),
    '--outFile',
    fileURLToPath(output),
    '-O3',
    '--converge',
    '--enable',
    'simd',
    '--runtime',
    'stub',
    // Without it the module would ask its host for a function to report with.
    '--use',
    'abort=',
  ])
  return `${sources.length} files, ${(await stat(output)).size} bytes`
}
