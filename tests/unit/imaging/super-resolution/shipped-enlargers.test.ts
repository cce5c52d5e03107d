import { describe, expect, it } from 'vitest'
import type { Network } from '#core/imaging/models.ts'
import { enlarge } from '#core/imaging/tools/super-resolution/super-resolution.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { shippedEnlargers } from '../../../fixtures/shipped-networks.ts'
import { pillowBicubic } from '../../../quality/pillow-bicubic.ts'
import { landscape, largestDifference, testJob } from '../made-pictures.ts'

const enlargers = await shippedEnlargers()

async function enlarged(picture: Raster, enlarger: Network, sizePx: number): Promise<Raster> {
  const { card, session } = enlarger
  const result = createRaster(picture.widthPx * card.scale, picture.heightPx * card.scale)
  const tiled = { session, card: { ...card, tile: { ...card.tile, sizePx } } }
  await enlarge(testJob(), rasterSource(picture), tiled, rasterSink(result))
  return result
}

const squaredError = (one: Raster, other: Raster): number =>
  one.rgba.reduce((sum, value, at) => sum + (value - (other.rgba[at] ?? 0)) ** 2, 0)

it('both factors that the studio offers are shipped, and one for photos from chats', () => {
  expect(enlargers.map(({ card }) => card.role).toSorted()).toEqual([
    'super-resolution/x2',
    'super-resolution/x2-compressed',
    'super-resolution/x4',
  ])
})

describe.each(enlargers.map((each) => [each.card.name, each] as const))('%s', (_, enlarger) => {
  const { scale, figures } = enlarger.card

  it('is small', () => {
    expect(figures?.['parameters']).toBeLessThanOrEqual(175_000)
    expect(enlarger.card.compressedBytes).toBeLessThan(700_000)
  })

  it.each([
    [96, 72],
    [131, 75],
  ])('gives %i by %i pixels in tiles as it does as a whole, within 1/255', async (...sides) => {
    const picture = landscape(...sides)
    const whole = await enlarged(picture, enlarger, 512)
    const tiled = await enlarged(picture, enlarger, 48)
    expect(largestDifference(whole.rgba, tiled.rgba)).toBeLessThanOrEqual(1)
  })

  it('comes closer to the truth than bicubic does', async () => {
    const truth = landscape(48 * scale, 36 * scale)
    const small = pillowBicubic(truth, 48, 36)
    const ours = await enlarged(small, enlarger, 512)
    const bicubic = pillowBicubic(small, 48 * scale, 36 * scale)
    expect(squaredError(ours, truth)).toBeLessThan(squaredError(bicubic, truth))
  })
})
