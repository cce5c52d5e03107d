import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { draftPrintFile } from '#workers/compositor/print-file.ts'
import { kernels } from '../../fixtures/kernels.ts'

const MEGABYTE = 1 << 20
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function memoryTarget() {
  const parts: Blob[] = []
  return {
    write: (bytes: Uint8Array<ArrayBuffer>) => void parts.push(new Blob([bytes])),
    finish: async (type: string) => new Blob(parts, { type }),
    discard: async () => void parts.splice(0),
  }
}

describe('a print file', () => {
  it.each([
    ['is kept until it is hashed', 5.3],
    ['is hashed whole', 17.1],
    ['is hashed in pieces', 32.7],
  ])('that %s has its bytes and their hash', async (_, megabytes) => {
    const bytes = Uint8Array.from({ length: megabytes * MEGABYTE }, (_byte, at) => (at * at) >> 9)
    const draft = draftPrintFile(memoryTarget(), kernels)
    const piece = 700_001
    for (let at = 0; at < bytes.length; at += piece) await draft.write(bytes.slice(at, at + piece))
    const { file, sha256: told } = await draft.finish('image/png')
    expect(file.type).toBe('image/png')
    expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(bytes))
    expect(told).toBe(sha256(bytes))
  })
})
