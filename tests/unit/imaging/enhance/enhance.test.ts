import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sampledCopy } from '#core/imaging/sampled-copy.ts'
import type { Tensor } from '#core/imaging/tool.ts'
import { lightOf } from '#core/imaging/tools/enhance/enhance.ts'
import { placesIn } from '#core/imaging/tools/enhance/light.ts'
import { tablesOf } from '#core/imaging/tools/enhance/look.ts'
import { USUAL_STRENGTH } from '#core/imaging/tools/enhance/usual-strength.ts'
import type { ColourTables } from '#core/kernels/light.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import {
  photograph,
  photographsAreHere,
  photographsMissing,
} from '../../../fixtures/photographs.ts'
import { openPicture } from '../../../quality/open-picture.ts'
import { exposed, type Fault, haze, largeFaults, lit } from '../../../quality/spoil.ts'
import { landscape, largestDifference, paint, testJob } from '../made-pictures.ts'
import {
  answerOf,
  changeOf,
  enhanced,
  evenCurve,
  flagged,
  keepsColour,
  networkOf,
} from './enhanced.ts'

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

describe('the tables of a look', () => {
  const brighter = evenCurve.map((value) => value ** 0.7)
  const mixing = [0.8, 0.1, 0.1, 0.2, 0.7, 0.1, 0.05, 0.05, 0.9]
  /** What the tables make of a colour, neither rounded nor clamped. */
  const madeOf = ({ values }: ColourTables, colour: readonly number[]) =>
    [0, 1, 2].map((to) =>
      colour.reduce((sum, value, from) => sum + (values[(from * 256 + value) * 3 + to] ?? 0), 0),
    )

  it('leave every colour where curves and matrix do', async () => {
    const picture = flagged(landscape(120, 90))
    const kept = await enhanced(picture, 1, networkOf(answerOf([evenCurve, evenCurve, evenCurve])))
    expect(largestDifference(picture.rgba, kept.rgba)).toBe(0)
  })

  it('change nothing at strength 0, whatever the look', async () => {
    const picture = landscape(120, 90)
    const look = networkOf(answerOf([brighter, brighter, brighter], mixing))
    expect(largestDifference(picture.rgba, (await enhanced(picture, 0, look)).rgba)).toBe(0)
  })

  it('keep grey grey under a matrix whose rows sum to one', () => {
    const tables = tablesOf(answerOf([evenCurve, evenCurve, evenCurve], mixing), 1)
    for (let level = 0; level < 256; level++) {
      for (const value of madeOf(tables, [level, level, level])) expect(value).toBeCloseTo(level, 3)
    }
  })

  it('hold the curve of each channel, then the matrix row by row', () => {
    const dark = evenCurve.map((value) => value / 2)
    const tables = tablesOf(answerOf([dark, evenCurve, brighter], mixing), 1)
    const [red, green, blue] = [0.4, 1, 0.5 ** 0.7]
    const expected = [0, 3, 6].map(
      (row) =>
        255 *
        ((mixing[row] ?? 0) * red + (mixing[row + 1] ?? 0) * green + (mixing[row + 2] ?? 0) * blue),
    )
    madeOf(tables, [204, 255, 127.5].map(Math.round)).forEach((value, to) => {
      expect(Math.abs(value - (expected[to] ?? 0))).toBeLessThan(1)
    })
  })

  it('go half the way at half the strength', () => {
    const look = answerOf([brighter, evenCurve, brighter], mixing)
    const colour = [40, 150, 90]
    const whole = madeOf(tablesOf(look, 1), colour)
    madeOf(tablesOf(look, 0.5), colour).forEach((value, to) => {
      expect(value).toBeCloseTo(((colour[to] ?? 0) + (whole[to] ?? 0)) / 2, 3)
    })
  })

  it('are refused of an answer of another size', () => {
    const answer: Tensor = { shape: [1, 3, 1, 1], values: new Float32Array(3) }
    expect(() => tablesOf(answer, 1)).toThrow('3 values')
  })
})

describe.skipIf(!photographsAreHere)(`colours of photographs (${photographsMissing})`, async () => {
  const folder = photograph('open/sr-test/kodak')
  const files = photographsAreHere ? readdirSync(folder) : []
  const photos = await Promise.all(files.map((file) => openPicture(`${folder}/${file}`, 256)))
  const meanChange = async (fault: Fault) => {
    let [before, after] = [0, 0]
    for (const good of photos) {
      const bad = fault(good)
      before += changeOf(bad, good)
      after += changeOf(await enhanced(bad), good)
    }
    return after / before
  }

  it.each(
    (['dark', 'lamp light, 3600 K', 'haze', 'faded print'] as const).map((name) => [
      name,
      largeFaults[name],
    ]),
  )('%s: a third of the fault is mended at least', async (_, fault) => {
    expect(await meanChange(fault)).toBeLessThan(0.67)
  })

  it('that are good already hardly change', async () => {
    let change = 0
    for (const good of photos) change += changeOf(good, await enhanced(good)) / photos.length
    expect(change).toBeLessThan(9)
  })
})
