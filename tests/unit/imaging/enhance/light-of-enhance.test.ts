import { describe, expect, it } from 'vitest'
import { sampledCopy } from '#core/imaging/sampled-copy.ts'
import { lightOf } from '#core/imaging/tools/enhance/enhance.ts'
import { placesIn } from '#core/imaging/tools/enhance/light.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { landscape, largestDifference, paint, testJob } from '../made-pictures.ts'
import { answerOf, enhanced, evenCurve, flagged, keepsColour, networkOf } from './enhanced.ts'

describe('light in colour enhancement', () => {
  /** Shadows up to twice their light; from the middle on as it was. */
  const opening = [0, 0.25, 0.42, 0.52, 0.6, 0.69, 0.79, 0.89, 1]
  const opens = networkOf(answerOf([evenCurve, evenCurve, evenCurve], keepsColour, opening))
  const sky = [150, 190, 235] as const
  const isFace = (x: number, y: number) => Math.hypot((x - 150) / 60, (y - 110) / 75) < 1
  const isEye = (x: number, y: number) =>
    Math.min(Math.hypot(x - 128, y - 95), Math.hypot(x - 172, y - 95)) < 7
  /** A face in its own shadow before a sky. */
  const backlit = paint(300, 220, (x, y) => {
    if (!isFace(x, y)) return sky
    return isEye(x, y) ? [14, 10, 9] : [58, 40, 32]
  })
  const colourAt = ({ rgba, widthPx }: Raster, x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = rgba.subarray((y * widthPx + x) * 4)
    return [red, green, blue] as const
  }
  const lumaAt = (picture: Raster, x: number, y: number) => {
    const [red, green, blue] = colourAt(picture, x, y)
    return 0.299 * red + 0.587 * green + 0.114 * blue
  }

  it('brings a backlit face up, its features with it', async () => {
    const lit = await enhanced(backlit, 1, opens)
    expect(lumaAt(lit, 150, 120)).toBeGreaterThan(1.4 * lumaAt(backlit, 150, 120))
    const contrast = (picture: Raster) => lumaAt(picture, 128, 95) / lumaAt(picture, 150, 120)
    expect(contrast(lit)).toBeLessThan(1.4 * contrast(backlit))
  })

  it('keeps the colour of what comes up: no grey skin', async () => {
    const lit = await enhanced(backlit, 1, opens)
    const [red, green, blue] = colourAt(lit, 150, 120)
    expect(red / green).toBeGreaterThan(0.9 * (58 / 40))
    expect(green / blue).toBeGreaterThan(0.9 * (40 / 32))
  })

  it('leaves the sky its colour, up to the edge of what comes up', async () => {
    const lit = await enhanced(backlit, 1, opens)
    for (const x of [10, 70, 82, 87, 280]) {
      colourAt(lit, x, 110).forEach((value, c) => {
        expect(Math.abs(value - (sky[c] ?? 0))).toBeLessThan(12)
      })
    }
  })

  it('leaves a black silhouette black, and white white', async () => {
    const scene = paint(300, 220, (x, y) => (isFace(x, y) ? [5, 5, 6] : [255, 255, 255]))
    const lit = await enhanced(scene, 1, opens)
    expect(lumaAt(lit, 150, 120)).toBeLessThan(16)
    expect(colourAt(lit, 20, 20)).toEqual([255, 255, 255])
  })

  it('clips nothing that was not', async () => {
    const lit = await enhanced(landscape(240, 160), 1, opens)
    expect(lit.rgba.some((value, at) => at % 4 !== 3 && value === 255)).toBe(false)
  })

  it('bends what a brighter curve would push beyond white', async () => {
    const brighter = evenCurve.map((value) => 1.3 * value)
    const picture = paint(256, 256, (x) => [x, x, x])
    const made = await enhanced(picture, 1, networkOf(answerOf([brighter, brighter, brighter])))
    expect(lumaAt(made, 210, 9)).toBeLessThan(250)
    expect(lumaAt(made, 240, 9)).toBeGreaterThan(lumaAt(made, 210, 9) + 3)
    expect(lumaAt(made, 100, 9)).toBeCloseTo(130, -0.5)
  })

  it('lifts noise less than detail', async () => {
    const grainy = paint(300, 300, (x, y) => {
      const noise = ((x * 7 + y * 13) % 3) - 1
      return [40 + noise, 40 + noise, 40 + noise]
    })
    const lit = await enhanced(grainy, 1, opens)
    const values = new Set([...Array(60).keys()].map((x) => colourAt(lit, 100 + x, 150)[0]))
    expect(lumaAt(lit, 150, 150)).toBeGreaterThan(60)
    expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(2)
  })

  it('is the same in strips as in one piece', async () => {
    const tall = paint(700, 2000, (x, y) => [(x + y) % 97, (x * 3 + y) % 61, (y * 2) % 83])
    const env = testJob()
    const strips = await enhanced(tall, 1, opens)
    const answer = answerOf([evenCurve, evenCurve, evenCurve], keepsColour, opening)
    const copy = await sampledCopy(env, rasterSource(tall), 256)
    const light = lightOf(
      env.kernels,
      { copy, toDaylight: [0, 0, 0], daylit: copy, veiled: 0, stops: 0 },
      answer,
      1,
    )
    const whole = env.kernels.relight(tall, { ...light, around: placesIn(tall, 0, 256) })
    expect(largestDifference(strips.rgba, whole.rgba)).toBeLessThanOrEqual(1)
  })

  it('opens the shadows of a photo whose darkest third is nearly black, whatever the network says', async () => {
    const keeps = networkOf(answerOf([evenCurve, evenCurve, evenCurve]))
    const ground = (level: number) =>
      paint(300, 220, (x, y) => {
        const light = level * (1 + 0.4 * Math.sin(x / 3) * Math.sin(y / 4))
        return y < 90 ? sky : [light, light * 0.9, light * 0.7]
      })
    const [dark, middling] = [ground(14), ground(60)]
    const opened = await enhanced(dark, 1, keeps)
    expect(lumaAt(opened, 150, 170)).toBeGreaterThan(1.5 * lumaAt(dark, 150, 170))
    expect(colourAt(opened, 150, 30)).toEqual(sky)
    expect(largestDifference((await enhanced(middling, 1, keeps)).rgba, middling.rgba)).toBe(0)
  })

  it('leaves shadows alone where most of the photo lies in the middle', async () => {
    const keeps = networkOf(answerOf([evenCurve, evenCurve, evenCurve]))
    const below = (level: number) =>
      paint(300, 220, (x, y) => {
        const light = 14 * (1 + 0.4 * Math.sin(x / 3) * Math.sin(y / 4))
        return y < 140 ? [level, level, level] : [light, light * 0.9, light * 0.7]
      })
    const [middling, bright] = [below(90), below(190)]
    expect(largestDifference((await enhanced(middling, 1, keeps)).rgba, middling.rgba)).toBe(0)
    const opened = await enhanced(bright, 1, keeps)
    expect(lumaAt(opened, 150, 190)).toBeGreaterThan(1.5 * lumaAt(bright, 150, 190))
  })

  it('opens shadows sooner that stand against the light', async () => {
    const keeps = networkOf(answerOf([evenCurve, evenCurve, evenCurve]))
    const under = (behind: number) =>
      paint(300, 220, (x, y) => {
        const light = 36 * (1 + 0.4 * Math.sin(x / 3) * Math.sin(y / 4))
        return y < 90 ? [behind, behind, behind] : [light, light * 0.9, light * 0.7]
      })
    const [bright, dim] = [under(235), under(120)]
    const opened = await enhanced(bright, 1, keeps)
    expect(lumaAt(opened, 150, 170)).toBeGreaterThan(1.2 * lumaAt(bright, 150, 170))
    expect(colourAt(opened, 150, 30)).toEqual([235, 235, 235])
    const vivid = flagged(dim)
    expect(largestDifference((await enhanced(vivid, 1, keeps)).rgba, vivid.rgba)).toBe(0)
  })

  it('scales with the strength', async () => {
    const at = async (strength: number) =>
      lumaAt(await enhanced(backlit, strength, opens), 150, 120) - lumaAt(backlit, 150, 120)
    expect((await at(0.4)) / (await at(0.8))).toBeCloseTo(0.45, 1)
    expect(await at(0)).toBe(0)
  })
})
