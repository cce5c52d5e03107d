import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { faultOf } from '#core/errors.ts'
import { type Orientation, uprightTransform } from '#core/formats/exif.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { decodePhoto } from '#server/imaging/decode-photo.ts'
import { bareJob } from '../../fixtures/bare-job.ts'
import { landscape } from '../imaging/made-pictures.ts'

const [WIDTH, HEIGHT] = [24, 16]
const picture = () => {
  const { rgba } = landscape(WIDTH, HEIGHT)
  return sharp(rgba, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
}
const decoded = async (file: Promise<Buffer>) =>
  await decodePhoto(new Uint8Array(await file), bareJob)

/** Where the studio's own transform puts each pixel. */
function turned({ rgba }: Raster, orientation: Orientation): number[] {
  const [a, b, c, d, e, f] = uprightTransform(orientation, WIDTH, HEIGHT)
  const width = orientation >= 5 ? HEIGHT : WIDTH
  const result: number[] = []
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const toX = Math.floor(a * (x + 0.5) + c * (y + 0.5) + e)
      const toY = Math.floor(b * (x + 0.5) + d * (y + 0.5) + f)
      result[toY * width + toX] = rgba[(y * WIDTH + x) * 4] ?? 0
    }
  }
  return result
}
const reds = ({ rgba }: Raster) => [...rgba].filter((_, at) => at % 4 === 0)

describe('a photo decoded on the server', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8] as const)(
    'stands upright as in the studio, orientation %i',
    async (orientation) => {
      const plain = await decoded(picture().jpeg().toBuffer())
      const file = picture().jpeg().withMetadata({ orientation }).toBuffer()
      const upright = await decoded(file)
      expect(upright.widthPx).toBe(orientation >= 5 ? HEIGHT : WIDTH)
      expect(reds(upright)).toEqual(turned(plain, orientation))
    },
  )

  it('keeps its transparency, whatever its depth and channels', async () => {
    const grey = await decoded(picture().removeAlpha().toColourspace('b-w').png().toBuffer())
    expect(grey.rgba.length).toBe(WIDTH * HEIGHT * 4)
    expect(grey.rgba[3]).toBe(255)
    const deep = await decoded(picture().toColourspace('rgb16').png().toBuffer())
    expect(deep.rgba.length).toBe(WIDTH * HEIGHT * 4)
    const clear = await decoded(
      picture().ensureAlpha(0).removeAlpha().ensureAlpha(0).png().toBuffer(),
    )
    expect(clear.rgba[3]).toBe(0)
  })

  it('takes WebP and AVIF, and neither GIF nor TIFF', async () => {
    expect((await decoded(picture().webp().toBuffer())).widthPx).toBe(WIDTH)
    expect((await decoded(picture().avif().toBuffer())).widthPx).toBe(WIDTH)
    const codeOf = (file: Promise<Buffer>) =>
      decoded(file).then(
        () => 'no fault',
        (thrown: unknown) => faultOf(thrown).code,
      )
    expect(await codeOf(picture().gif().toBuffer())).toBe('upload-format')
    expect(await codeOf(picture().tiff().toBuffer())).toBe('upload-format')
  })
})
