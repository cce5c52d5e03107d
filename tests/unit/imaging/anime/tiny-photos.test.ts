import { describe, expect, it } from 'vitest'
import { anime } from '#core/imaging/tools/anime/anime.ts'
import { fill } from '#core/imaging/tools/anime/cells/fill.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import { kernels } from '../../../fixtures/kernels.ts'
import { okLabOf } from '../../../fixtures/plain-paint.ts'
import { paint, testJob } from '../made-pictures.ts'

const coloured = (side: number) =>
  paint(side, side, (x, y) => [120 + ((x * 61) % 90), 200 - ((y * 47) % 80), 110])

describe('a photo of a few pixels', () => {
  it.each([1, 2, 3, 5])('of %i a side is redrawn as anime, and not as black', async (side) => {
    const picture = coloured(side)
    const result = createRaster(side, side)
    const settings = { look: 'soft', strength: 0.8, proportions: 0.5 } as const
    await anime(testJob(), rasterSource(picture), settings, rasterSink(result))
    const light = result.rgba.reduce((sum, value, at) => sum + (at % 4 === 3 ? 0 : value), 0)
    expect(light / (3 * side ** 2)).toBeGreaterThan(70)
  })
})

it('a wide cell between the rows that are looked at is painted in its mean colour', () => {
  const picture = okLabOf(paint(30, 3, (_, y) => (y === 1 ? [200, 40, 40] : [240, 240, 240])))
  const of = Uint32Array.from(picture.lightness, (_, at) => Math.floor(at / 30))
  const { lightness } = fill(kernels, picture, { widthPx: 30, heightPx: 3, of, total: 3 }, 1)
  expect(lightness[45]).toBeCloseTo(picture.lightness[45] ?? 0, 4)
})
