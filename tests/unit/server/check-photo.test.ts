import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp, { type PngOptions } from 'sharp'
import { describe, expect, it } from 'vitest'
import type { UploadPurpose } from '#core/contract/uploads.ts'
import { checkFile } from '#server/files/check-file.ts'

const pngOf = (width: number, height: number, options: PngOptions) =>
  sharp({ create: { width, height, channels: 4, background: '#a5c8' } })
    .png(options)
    .toBuffer()

async function isTaken(file: Buffer, purpose: UploadPurpose): Promise<boolean> {
  async function* pieces() {
    for (let at = 0; at < file.length; at += 50) yield file.subarray(at, at + 50)
  }
  const sha256 = createHash('sha256').update(file).digest('hex')
  return (await checkFile(pieces(), { filetype: 'image/png', sha256, purpose })) !== null
}

describe('a PNG that is sent for an image tool', () => {
  it.each([
    [1, 1],
    [3, 5],
    [8, 8],
    [37, 22],
    [200, 1],
  ])('may be interlaced, as the studio keeps it: %i x %i', async (width, height) => {
    for (const palette of [false, true]) {
      const file = await pngOf(width, height, { progressive: true, palette })
      expect(await isTaken(file, 'imaging')).toBe(true)
      expect(await isTaken(file, 'order')).toBe(false)
    }
  })

  it('may be as long as the studio takes one, and no longer', async () => {
    const [long, longer] = [await pngOf(20_000, 2, {}), await pngOf(20_001, 2, {})]
    expect(await isTaken(long, 'imaging')).toBe(true)
    expect(await isTaken(long, 'order')).toBe(false)
    expect(await isTaken(longer, 'imaging')).toBe(false)
  })

  it('has all its rows, interlaced or not', async () => {
    const file = await pngOf(40, 40, { progressive: true })
    const shorter = Buffer.from(file)
    shorter.writeUInt32BE(41, 20)
    shorter.writeUInt32BE(crc32(shorter.subarray(12, 29)), 29)
    expect(await isTaken(shorter, 'imaging')).toBe(false)
  })
})
