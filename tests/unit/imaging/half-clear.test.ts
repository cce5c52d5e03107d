import { describe, expect, it } from 'vitest'
import { anime } from '#core/imaging/tools/anime/anime.ts'
import { sketch } from '#core/imaging/tools/sketch/sketch.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { enhanced } from './enhance/enhanced.ts'
import { landscape, largestDifference, testJob } from './made-pictures.ts'

const photo = landscape(240, 160)
const withAlpha = ({ rgba, ...size }: Raster, alpha: number): Raster => ({
  ...size,
  rgba: rgba.map((value, at) => (at % 4 === 3 ? alpha : value)),
})

async function asAnime(picture: Raster): Promise<Raster> {
  const result = createRaster(picture.widthPx, picture.heightPx)
  const settings = { look: 'soft', strength: 0.8, proportions: 0.5 } as const
  await anime(testJob(), rasterSource(picture), settings, rasterSink(result), { isQuick: true })
  return result
}

async function asSketch(picture: Raster): Promise<Raster> {
  const result = createRaster(picture.widthPx, picture.heightPx)
  const settings = { style: 'pencil', strength: 0.7, background: 'as-it-is' } as const
  await sketch(testJob(), rasterSource(picture), settings, rasterSink(result))
  return result
}

describe('a photo that is half clear', () => {
  it.each([
    ['enhanced', (picture: Raster) => enhanced(picture)],
    ['redrawn as anime', asAnime],
    ['drawn in pencil', asSketch],
  ])('is %s in its own colours, and is not veiled by white', async (_, make) => {
    const [whole, half] = [await make(photo), await make(withAlpha(photo, 128))]
    expect(half.rgba[3]).toBe(128)
    expect(largestDifference(withAlpha(half, 255).rgba, whole.rgba)).toBeLessThanOrEqual(1)
  })
})
