import { describe, expect, it } from 'vitest'
import { USUAL_STRENGTH } from '#core/imaging/tools/enhance/usual-strength.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { exposed, haze, lit } from '../../../quality/spoil.ts'
import { landscape, largestDifference, paint } from '../made-pictures.ts'
import { answerOf, changeOf, enhanced, evenCurve, flagged, networkOf } from './enhanced.ts'

const dark = exposed(-1.5)

describe('colour enhancement', () => {
  it('does nothing at strength 0', async () => {
    const picture = dark(landscape(200, 120))
    expect(changeOf(picture, await enhanced(picture, 0))).toBe(0)
  })

  it.each([
    ['dark', dark, 0.8],
    ['hazy', haze(0.55, [0.72, 0.75, 0.8]), 0.92],
  ])('brings a made picture that is %s nearer to what it was', async (_, fault, most) => {
    const good = landscape(240, 160)
    const bad = fault(good)
    expect(changeOf(await enhanced(bad), good)).toBeLessThan(changeOf(bad, good) * most)
  })

  it('does half as much at half the strength', async () => {
    const picture = dark(landscape(200, 120))
    const [half, whole] = [await enhanced(picture, 0.5), await enhanced(picture, 1)]
    expect(changeOf(picture, half) / changeOf(picture, whole)).toBeCloseTo(0.5, 1)
  })

  it('gives a large photo what it gives a small copy of it, without a seam', async () => {
    const answer = answerOf([evenCurve.map((v) => v ** 0.7), evenCurve, evenCurve])
    const large = paint(1600, 1400, (x, y) => [(x * 7) % 256, y % 256, (x + y) % 256])
    const result = await enhanced(large, 1, networkOf(answer))
    const seen = new Map<number, number>()
    let differing = 0
    for (let i = 0; i < large.rgba.length; i += 4) {
      const before = large.rgba[i] ?? 0
      const after = result.rgba[i] ?? 0
      if ((seen.get(before) ?? after) !== after) differing++
      seen.set(before, after)
    }
    expect(differing).toBe(0)
  })

  it('keeps alpha', async () => {
    const picture = paint(50, 50, (x) => [90, 100, 110, x * 5])
    expect((await enhanced(picture)).rgba[30 * 4 + 3]).toBe(150)
  })
})

describe('people in colour enhancement', () => {
  const skin = [205, 150, 125] as const
  /** Takes a yellow wall for lamp light. */
  const colder = answerOf([
    evenCurve.map((v) => v * 0.75),
    evenCurve,
    evenCurve.map((v) => v ** 0.5),
  ])
  const colourAt = ({ rgba, widthPx }: Raster, x: number, y: number) =>
    [...rgba.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3)] as const

  it('do not turn lilac because their backdrop is yellow', async () => {
    const picture = paint(200, 200, (x) => (x < 80 ? skin : [250, 225, 120]))
    const [red = 0, green = 0, blue = 0] = colourAt(
      await enhanced(picture, 1, networkOf(colder)),
      20,
      100,
    )
    expect(red).toBeGreaterThan(green)
    expect(green).toBeGreaterThan(blue)
  })

  it('hold nothing back where there are none', async () => {
    const picture = paint(200, 200, () => [90, 150, 120])
    const [red = 0] = colourAt(await enhanced(picture, 1, networkOf(colder)), 20, 100)
    expect(red).toBeCloseTo(90 * 0.75, -0.5)
  })
})

describe('a small change in colour enhancement', () => {
  const lighter = networkOf(
    answerOf([evenCurve, evenCurve, evenCurve].map((c) => c.map((v) => v ** 0.94))),
  )
  const scene = (black: number) =>
    paint(256, 256, (x, y) => {
      if (y % 16 < 2) return [black, black, black]
      return x % 80 < 40 ? [200, 130, 120] : [120, 140, 200]
    })
  const changed = async (picture: Raster) =>
    changeOf(picture, await enhanced(picture, USUAL_STRENGTH, lighter))

  it('is given in part, since it may be a doubt', async () => {
    expect(await changed(scene(4))).toBeLessThan(0.5 * (await changed(scene(110))))
  })

  it('is given whole to a photo that has no black', async () => {
    const whole = 255 * ((130 / 255) ** 0.94 - 130 / 255)
    expect(await changed(scene(110))).toBeGreaterThan(0.8 * USUAL_STRENGTH * whole)
  })
})

describe('lamp light in colour enhancement', () => {
  const keeps = networkOf(answerOf([evenCurve, evenCurve, evenCurve]))
  const room = paint(240, 240, (x, y) => {
    if (y < 60) return [240, 238, 232]
    if (y > 180) return [70, 90, 60]
    return x < 120 ? [120, 150, 190] : [200, 190, 180]
  })
  const SIGNS = [1, 0, -1, 0]
  const warmth = ({ rgba }: Raster) =>
    rgba.reduce((sum, value, at) => sum + value * (SIGNS[at % 4] ?? 0), 0) / rgba.length

  it('goes, though the network sees none', async () => {
    const lamp = lit(3600)(room)
    const mended = await enhanced(lamp, 1, keeps)
    expect(changeOf(mended, room)).toBeLessThan(0.6 * changeOf(lamp, room))
  })

  it('stays where it is faint, and where little is lit', async () => {
    const faint = lit(5500)(flagged(room))
    expect(largestDifference((await enhanced(faint, 1, keeps)).rgba, faint.rgba)).toBe(0)
    const tower = paint(240, 240, (x) => (Math.abs(x - 120) < 20 ? [250, 190, 70] : [2, 1, 1]))
    const mended = await enhanced(tower, 1, keeps)
    expect(warmth(mended)).toBeGreaterThan(0.9 * warmth(tower))
  })

  it('does not turn to blue', async () => {
    const mended = await enhanced(lit(2800)(room), 1, keeps)
    expect(warmth(mended)).toBeGreaterThan(warmth(room))
  })
})
