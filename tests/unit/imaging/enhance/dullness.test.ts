import { describe, expect, it } from 'vitest'
import { USUAL_STRENGTH } from '#core/imaging/tools/enhance/usual-strength.ts'
import { meanChange } from '#core/pixels/mean-change.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { largestDifference, paint } from '../made-pictures.ts'
import { answerOf, changeOf, enhanced, evenCurve, flagged, networkOf } from './enhanced.ts'

const keeps = networkOf(answerOf([evenCurve, evenCurve, evenCurve]))
const wave = (x: number, y: number) => 12 * Math.sin(x / 3) * Math.sin(y / 4)
/** Brick, and water under a grey sky: pale, and neither black nor white. */
const dull = paint(240, 200, (x, y) => {
  const shade = wave(x, y)
  if (y < 60) return [150 + shade / 4, 155 + shade / 4, 162 + shade / 4]
  if (x < 120) return [114 + shade, 98 + shade, 98 + shade]
  return [84 + shade, 98 + shade, 108 + shade]
})
const mended = (picture: Raster, strength = USUAL_STRENGTH) => enhanced(picture, strength, keeps)

/** Mean range of the channels. */
const fullness = ({ rgba }: Raster) => {
  let sum = 0
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3)
    sum += Math.max(red, green, blue) - Math.min(red, green, blue)
  }
  return sum / (rgba.length / 4)
}

describe('a dull photo in colour enhancement', () => {
  it('is livened so that it is seen, and no further', async () => {
    const change = meanChange(dull, await mended(dull, 1))
    expect(change).toBeGreaterThan(0.01)
    expect(change).toBeLessThan(0.022)
  })

  it('has fuller colours then, and greys stay grey', async () => {
    expect(fullness(await mended(dull))).toBeGreaterThan(1.1 * fullness(dull))
    const grey = paint(240, 200, (x, y) => {
      const level = 110 + wave(x, y)
      return [level, level, level]
    })
    expect(fullness(await mended(grey))).toBe(0)
  })

  it('is livened the less, the less strength is asked for', async () => {
    const changes = await Promise.all(
      [0, 0.4, 0.8].map(async (strength) => changeOf(dull, await mended(dull, strength))),
    )
    expect(changes[0]).toBe(0)
    expect(changes[1]).toBeGreaterThan(0)
    expect(changes[2]).toBeGreaterThan(changes[1] ?? 0)
  })

  it('is told from one that has something vivid in it', async () => {
    const vivid = flagged(dull)
    expect(largestDifference((await mended(vivid)).rgba, vivid.rgba)).toBe(0)
  })

  it('is the same at any size', async () => {
    const twice = paint(480, 400, (x, y) => {
      const at = (Math.floor(y / 2) * 240 + Math.floor(x / 2)) * 4
      const [red = 0, green = 0, blue = 0] = dull.rgba.subarray(at, at + 3)
      return [red, green, blue]
    })
    const [small, large] = [await mended(dull), await mended(twice)]
    let sum = 0
    for (let at = 0; at < small.rgba.length; at += 4) {
      const [x, y] = [(at / 4) % 240, Math.floor(at / 4 / 240)]
      sum += Math.abs((small.rgba[at] ?? 0) - (large.rgba[(2 * y * 480 + 2 * x) * 4] ?? 0))
    }
    expect(sum / (small.rgba.length / 4)).toBeLessThan(1)
  })

  it('that leans green grows no greener: tubes may have lit it', async () => {
    const green = paint(240, 200, (x, y) => {
      const shade = wave(x, y)
      return y < 60 ? [140, 156, 148] : [86 + shade, 104 + shade, 90 + shade]
    })
    const made = await mended(green)
    expect(changeOf(green, made)).toBeGreaterThan(0)
    expect(fullness(made)).toBeLessThan(1.12 * fullness(green))
  })
})
