import { describe, expect, it } from 'vitest'
import type { Raster } from '#core/pixels/raster.ts'
import { landscape, largestDifference, paint } from '../made-pictures.ts'
import { answerOf, enhanced, evenCurve, flagged, networkOf } from './enhanced.ts'

const keeps = networkOf(answerOf([evenCurve, evenCurve, evenCurve]))
const isFace = (x: number, y: number) => Math.hypot((x - 128) / 40, (y - 120) / 50) < 1
/** Somebody in the middle, under black hair, before what lies behind. */
const somebody = (behind: (x: number, y: number) => number, skin = 190) =>
  paint(256, 256, (x, y) => {
    if (!isFace(x, y)) return [behind(x, y), behind(x, y), behind(x, y)]
    if (y < 90) return [14, 12, 11]
    return x > 128 ? [0.3 * skin, 0.22 * skin, 0.18 * skin] : [skin, 0.75 * skin, 0.6 * skin]
  })
const greenAt = ({ rgba, widthPx }: Raster, x: number, y: number) =>
  rgba[(y * widthPx + x) * 4 + 1] ?? 0
const at = ({ rgba, widthPx }: Raster, x: number, y: number) => rgba[(y * widthPx + x) * 4] ?? 0

describe('a black backdrop in colour enhancement', () => {
  it('stays black, and its noise as low', async () => {
    const noisy = somebody((x, y) => 13 + ((x * 7 + y * 13) % 3))
    const lit = await enhanced(noisy, 1, keeps)
    for (const [x, y] of [
      [20, 20],
      [240, 130],
      [60, 240],
    ] as const) {
      expect(Math.abs(at(lit, x, y) - at(noisy, x, y))).toBeLessThanOrEqual(1)
    }
  })

  it('lets the face before it come up, without a halo', async () => {
    const portrait = somebody(() => 13)
    const lit = await enhanced(portrait, 1, keeps)
    expect(at(lit, 145, 130)).toBeGreaterThan(1.2 * at(portrait, 145, 130))
    for (let x = 170; x < 200; x++) expect(at(lit, x, 120)).toBeLessThanOrEqual(17)
  })

  it('is none that is no more than the shadow below a bright sky', async () => {
    const backlit = somebody((_, y) => (y < 110 ? 225 : 14))
    const lit = await enhanced(backlit, 1, keeps)
    expect(at(lit, 20, 200)).toBeGreaterThan(1.5 * at(backlit, 20, 200))
  })

  it('is none where something can be seen in it', async () => {
    const night = somebody((x, y) => 22 * (1 + 0.8 * Math.sin(x / 3) * Math.sin(y / 4)))
    const lit = await enhanced(night, 1, keeps)
    expect(largestDifference(lit.rgba, night.rgba)).toBeGreaterThan(20)
    const seen = [...Array(30).keys()].map((x) => at(lit, 10 + x, 200) / at(night, 10 + x, 200))
    expect(Math.max(...seen)).toBeGreaterThan(1.5)
  })

  it('is none of a photo that is dark all over: nothing is lit in it', async () => {
    const dark = somebody(() => 13, 75)
    const lit = await enhanced(dark, 1, keeps)
    expect(at(lit, 20, 20)).toBeGreaterThan(1.5 * at(dark, 20, 20))
  })

  it('holds nothing down where there is none', async () => {
    const picture = flagged(landscape(200, 120))
    expect(largestDifference((await enhanced(picture, 1, keeps)).rgba, picture.rgba)).toBe(0)
  })

  it('stays black above dark walls, which come up where there is nobody', async () => {
    const night = paint(256, 256, (x, y) => {
      if (y < 140) return x > 100 && x < 130 ? [250, 190, 60] : [1, 1, 1]
      const shade = 15 + 6 * Math.sin(x / 3) * Math.sin(y / 4)
      return [1.2 * shade, shade, 0.7 * shade]
    })
    const lit = await enhanced(night, 1, keeps)
    expect(at(lit, 220, 30)).toBeLessThanOrEqual(2)
    const mean = (picture: Raster) => {
      let sum = 0
      for (let x = 20; x < 240; x++) sum += at(picture, x, 200)
      return sum
    }
    expect(mean(lit)).toBeGreaterThan(1.4 * mean(night))
  })

  it('does not end with an edge where rays begin to glow', async () => {
    const rays = (x: number, y: number) =>
      (1 + 0.25 * Math.sin(x / 2)) * 100 * Math.max(0, (y - 130) / 126)
    const night = paint(256, 256, (x, y) => {
      if (x > 120 && x < 134 && y < 200) return [250, 190, 60]
      return [0.4 * rays(x, y), 2 + rays(x, y), 0.7 * rays(x, y)]
    })
    const lit = await enhanced(night, 1, keeps)
    const mean = (picture: Raster, y: number) => {
      let sum = 0
      for (let x = 20; x < 100; x++) sum += greenAt(picture, x, y) / 80
      return sum
    }
    const rise = (picture: Raster, y: number) => mean(picture, y + 8) - mean(picture, y)
    expect(mean(lit, 220)).toBeGreaterThan(1.3 * mean(night, 220))
    for (let y = 0; y < 248; y += 4) {
      expect(rise(lit, y)).toBeLessThanOrEqual(2.5 * rise(night, y) + 2)
    }
  })
})
