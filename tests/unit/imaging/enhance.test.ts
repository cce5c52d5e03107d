import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { InferenceSession, Tensor } from '#core/imaging/tool.ts'
import { enhance } from '#core/imaging/tools/enhance/enhance.ts'
import { tablesOf } from '#core/imaging/tools/enhance/look.ts'
import type { ColourTables } from '#core/kernels/kernels.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { photograph, photographsAreHere, photographsMissing } from '../../fixtures/photographs.ts'
import { shippedNetwork } from '../../fixtures/shipped-networks.ts'
import { openPicture } from '../../quality/open-picture.ts'
import { type Fault, faults, spoiled } from '../../quality/spoil.ts'
import { landscape, largestDifference, paint, testJob } from './made-pictures.ts'

const shipped = await shippedNetwork('enhance/colour')

async function enhanced(
  picture: Raster,
  strength = 1,
  network: InferenceSession = shipped.session,
): Promise<Raster> {
  const result = createRaster(picture.widthPx, picture.heightPx)
  await enhance(testJob(), rasterSource(picture), { strength }, network, rasterSink(result))
  return result
}

const evenCurve = Array.from({ length: 17 }, (_, knot) => knot / 16)
const keepsColour = [1, 0, 0, 0, 1, 0, 0, 0, 1]
const answerOf = (curves: readonly number[][], matrix = keepsColour): Tensor => ({
  shape: [1, 60, 1, 1],
  values: Float32Array.from([...curves.flat(), ...matrix]),
})
const networkOf = (answer: Tensor): InferenceSession => ({
  run: async () => answer,
  release: async () => {},
})
const changeOf = (a: Raster, b: Raster) =>
  a.rgba.reduce((sum, value, i) => sum + Math.abs(value - (b.rgba[i] ?? 0)), 0) /
  ((a.rgba.length / 4) * 3)

describe('colour enhancement', () => {
  it('does nothing at strength 0', async () => {
    const picture = spoiled(landscape(200, 120), { stops: -1.5 })
    expect(changeOf(picture, await enhanced(picture, 0))).toBe(0)
  })

  it.each([
    ['dark', { stops: -1.5 }],
    ['hazy', { veil: 0.35 }],
  ])('brings a made picture that is %s nearer to what it was', async (_, fault) => {
    const good = landscape(240, 160)
    const bad = spoiled(good, fault)
    expect(changeOf(await enhanced(bad), good)).toBeLessThan(changeOf(bad, good) * 0.8)
  })

  it('does half as much at half the strength', async () => {
    const picture = spoiled(landscape(200, 120), { stops: -1.5 })
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

describe('the tables of a look', () => {
  const brighter = evenCurve.map((value) => value ** 0.7)
  const mixing = [0.8, 0.1, 0.1, 0.2, 0.7, 0.1, 0.05, 0.05, 0.9]
  /** What the tables make of a colour, neither rounded nor clamped. */
  const madeOf = ({ values }: ColourTables, colour: readonly number[]) =>
    [0, 1, 2].map((to) =>
      colour.reduce((sum, value, from) => sum + (values[(from * 256 + value) * 3 + to] ?? 0), 0),
    )

  it('leave every colour where curves and matrix do', async () => {
    const picture = landscape(120, 90)
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
      const bad = spoiled(good, fault)
      before += changeOf(bad, good)
      after += changeOf(await enhanced(bad), good)
    }
    return after / before
  }

  it.each(
    (['dark', 'lamp light', 'haze', 'faded print'] as const).map((name) => [
      name,
      faults[name] ?? {},
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
