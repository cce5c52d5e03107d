import { describe, expect, it } from 'vitest'
import { run } from '#core/imaging/tools/sketch/run.ts'
import { enlargedBy } from '#core/imaging/tools/sketch/sketch.ts'
import type { SketchStyle } from '#core/kernels/sketch-rows.ts'
import { limits } from '#core/limits.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { type As, madeAlone } from '../made-alone.ts'
import { landscape, paint } from '../made-pictures.ts'

const settings = { strength: 0.5, background: 'as-it-is' } as const

const made = (
  picture: Raster,
  { style = 'pencil', ...as }: As & { readonly style?: SketchStyle } = {},
): Promise<Raster> => madeAlone(run, picture, { ...settings, style }, as)

const sizeOf = ({ widthPx, heightPx }: Raster) => [widthPx, heightPx]
const alphaAt = ({ rgba, widthPx }: Raster, x: number, y: number) => rgba[(y * widthPx + x) * 4 + 3]

describe('the sketch of a small photo', () => {
  it('is larger than it by a whole factor, and one of a large photo is not', async () => {
    expect(sizeOf(await made(landscape(275, 183)))).toEqual([1375, 915])
    expect(sizeOf(await made(landscape(1200, 40)))).toEqual([1200, 40])
  })

  it.each([
    [1, 1, 6],
    [1, 199, 6],
    [3000, 4, 1],
    [4, 1199, 2],
    [600, 600, 2],
    [599, 400, 3],
  ])('of %i x %i px is %i times as large, and is never held in pieces', async (w, h, factor) => {
    expect(enlargedBy({ widthPx: w, heightPx: h })).toBe(factor)
    expect(sizeOf(await made(paint(w, h, () => [90, 120, 150])))).toEqual([w * factor, h * factor])
    expect(w * h * factor ** 2).toBeLessThan(limits.workingPxMax)
  })

  it('is as large as it in a quick preview, and in one that stands for a larger photo', async () => {
    expect(sizeOf(await made(landscape(275, 183), { isQuick: true }))).toEqual([275, 183])
    expect(sizeOf(await made(landscape(275, 183), { ratio: 0.1 }))).toEqual([275, 183])
  })
})

describe('the ink of a small photo', () => {
  it('has soft edges: where it ends in a slant, many rows have a grey pixel there', async () => {
    const slant = paint(300, 300, (x, y) => (x + 0.3 * y < 190 ? [12, 12, 12] : [235, 235, 235]))
    const { rgba, widthPx, heightPx } = await made(slant, { style: 'ink' })
    const greys = Array.from({ length: heightPx / 2 }, (_, k) => {
      const row = rgba.subarray((heightPx / 4 + k) * widthPx * 4)
      let count = 0
      for (let x = 0; x < widthPx; x++) {
        const light = row[x * 4] ?? 0
        if (light > 60 && light < 195) count++
      }
      return count
    })
    expect(greys.filter((count) => count > 0).length / greys.length).toBeGreaterThan(0.4)
  })
})

describe('the sketch of a small photo that was cut out', () => {
  // A disc without soft edges, higher than a strip of rows.
  const disc = paint(150, 150, (x, y) => [90, 120, 150, Math.hypot(x - 75, y - 75) < 60 ? 255 : 0])

  it('is as transparent as it', async () => {
    const result = await made(disc)
    expect(sizeOf(result)).toEqual([900, 900])
    for (const [x, y] of [
      [5, 5],
      [450, 60],
      [880, 450],
    ] as const)
      expect(alphaAt(result, x, y)).toBe(0)
    for (const [x, y] of [
      [450, 450],
      [450, 110],
      [790, 450],
    ] as const)
      expect(alphaAt(result, x, y)).toBe(255)
  })

  it('has no stairs where its edge is', async () => {
    const result = await made(disc)
    let steepest = 0
    for (let at = 3 + 900 * 4; at < result.rgba.length; at += 4) {
      const [own, above] = [result.rgba[at] ?? 0, result.rgba[at - 900 * 4] ?? 0]
      steepest = Math.max(steepest, Math.abs(own - above))
    }
    expect(steepest).toBeLessThan(64)
  })
})
