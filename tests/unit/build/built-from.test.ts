import { cp, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBuiltFrom, noteBuiltFrom } from '../../../build/built-from.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'built-from-'))
})
afterAll(() => rm(folder, { recursive: true }))

const parts = [
  ['one.ts', 'first'],
  ['two.ts', 'second'],
] as const

async function built(name: string): Promise<URL> {
  const file = pathToFileURL(join(folder, name))
  await writeFile(file, 'made of both')
  await noteBuiltFrom(file, parts)
  return file
}

describe('a file that was built', () => {
  it('is what its sources make, whenever they were written', async () => {
    const file = await built('same')
    await utimes(file, 1, 1)
    expect(await isBuiltFrom(file, parts)).toBe(true)
  })

  it('is stale where a source holds something else, though the file is newer', async () => {
    const file = await built('stale')
    expect(await isBuiltFrom(file, [parts[0], ['two.ts', 'other']])).toBe(false)
    expect(await isBuiltFrom(file, [parts[0]])).toBe(false)
    expect(await isBuiltFrom(file, [parts[0], ['2.ts', 'second']])).toBe(false)
  })

  it('is stale where another was copied over it, or came without its note', async () => {
    const file = await built('copied')
    await writeFile(file, 'made of an older one')
    expect(await isBuiltFrom(file, parts)).toBe(false)
    const alone = pathToFileURL(join(folder, 'alone'))
    await cp(await built('with-note'), alone)
    expect(await isBuiltFrom(alone, parts)).toBe(false)
    expect(await isBuiltFrom(pathToFileURL(join(folder, 'none')), parts)).toBe(false)
  })
})
