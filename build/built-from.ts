import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { sha256 } from './verify-sha256.ts'

/** What a file is built from, each part by its name. */
export type Parts = readonly (readonly [name: string, content: Uint8Array | string])[]

/** Beside what was built: times of files tell nothing, for a copy and a fresh checkout have their own. */
const noteOf = (built: URL): URL => new URL(`${built.href}.from`)

/** Whether a file is what was built from these parts, by what both hold. */
export async function isBuiltFrom(built: URL, parts: Parts): Promise<boolean> {
  const [bytes, note] = await Promise.all([
    readFile(built).catch(() => null),
    readFile(noteOf(built), 'utf8').catch(() => ''),
  ])
  return bytes !== null && note === noteFor(bytes, parts)
}

/** Notes what a file that is there now was built from. */
export async function noteBuiltFrom(built: URL, parts: Parts): Promise<void> {
  await writeFile(noteOf(built), noteFor(await readFile(built), parts))
}

function noteFor(built: Uint8Array, parts: Parts): string {
  const hash = createHash('sha256')
  // With their lengths: what ends one part is not what begins the next.
  for (const [name, content] of parts) hash.update(`${name} ${content.length}\n`).update(content)
  return `${hash.digest('hex')} ${sha256(built)}\n`
}
