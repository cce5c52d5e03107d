import { describe, expect, it } from 'vitest'
import { enhance } from '#core/imaging/enhance/enhance.ts'
import { createRaster, rasterSink, rasterSource } from '#core/imaging/pixels.ts'
import type { Raster } from '#core/imaging/tool.ts'
import { paint, testJob } from './made-pictures.ts'

async function enhanced(picture: Raster, strength = 1): Promise<Raster> {
  const result = createRaster(picture.widthPx, picture.heightPx)
  await enhance(testJob(), rasterSource(picture), { strength }, rasterSink(result))
  return result
}

const range = (from: number, to: number, cast = [1, 1, 1]) =>
  paint(200, 100, (x, y) => {
    const level = from + ((to - from) * x) / 199
    const tint = y < 50 ? 0 : 25
    return [level * (cast[0] ?? 1), (level + tint) * (cast[1] ?? 1), level * (cast[2] ?? 1)]
  })
const changeOf = (a: Raster, b: Raster) =>
  a.rgba.reduce((sum, value, i) => sum + Math.abs(value - (b.rgba[i] ?? 0)), 0) /
  ((a.rgba.length / 4) * 3)
const spanOf = ({ rgba }: Raster) => {
  const greens = rgba.filter((_, i) => i % 4 === 1).toSorted()
  return (greens.at(-200) ?? 0) - (greens.at(200) ?? 0)
}

describe('colour enhancement', () => {
  it('does nothing at strength 0', async () => {
    const picture = range(60, 150)
    expect(changeOf(picture, await enhanced(picture, 0))).toBe(0)
  })

  it('hardly changes a photo that has its full range', async () => {
    const picture = range(3, 252)
    expect(changeOf(picture, await enhanced(picture))).toBeLessThan(6)
  })

  it('opens a photo that is faded', async () => {
    const picture = range(70, 170)
    expect(spanOf(await enhanced(picture))).toBeGreaterThan(spanOf(picture) * 1.3)
  })

  it('takes part of a strong cast out, never all of it', async () => {
    const picture = range(20, 235, [1, 0.85, 0.6])
    const result = await enhanced(picture)
    const cast = ({ rgba }: Raster) => (rgba[100 * 4] ?? 0) - (rgba[100 * 4 + 2] ?? 0)
    expect(cast(result)).toBeLessThan(cast(picture) * 0.9)
    expect(cast(result)).toBeGreaterThan(cast(picture) * 0.3)
  })

  it('keeps alpha', async () => {
    const picture = paint(50, 50, (x) => [90, 100, 110, x * 5])
    const result = await enhanced(picture)
    expect(result.rgba[30 * 4 + 3]).toBe(150)
  })
})
