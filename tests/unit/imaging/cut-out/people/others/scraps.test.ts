import { describe, expect, it } from 'vitest'
import { lowerScraps } from '#core/imaging/tools/cut-out/people/others/scraps.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { paintPlane } from '../../../made-pictures.ts'

const SIDE = 300
const heads = [{ x: 100, y: 60, size: 40, angle: 0 }]
const isPerson = (x: number, y: number) => x > 60 && x < 140 && y > 20
/** Somebody passes by, of whom looks see half, and a stripe beside the person somewhat more. */
const isPasser = (x: number, y: number) => x >= 140 && x < 170 && y > 150 && y < 210
const at = (x: number, y: number) => y * SIDE + x

function maskWith(passer: (x: number) => number, isThere = isPasser): FloatPlane {
  return paintPlane(SIDE, SIDE, (x, y) => (isThere(x, y) ? passer(x) : isPerson(x, y) ? 1 : 0))
}
const torn = (x: number) => (x < 146 ? 0.6 : 0.4)

describe('scraps of what a mask doubts all over', () => {
  it('go, where little of it is held', () => {
    const mask = maskWith(torn)
    lowerScraps(mask, heads, [])
    expect(mask.values[at(142, 180)]).toBeLessThan(0.5)
    expect(mask.values[at(155, 180)]).toBeCloseTo(0.4)
    expect(mask.values[at(100, 180)]).toBe(1)
  })

  it('are none where most of it is held', () => {
    const mask = maskWith((x) => (x < 160 ? 0.6 : 0.4))
    lowerScraps(mask, heads, [])
    expect(mask.values[at(142, 180)]).toBeCloseTo(0.6)
  })

  it('are none of a person’s own soft edge', () => {
    const mask = maskWith(torn, (x, y) => x >= 140 && x < 144 && y > 20)
    const before = mask.values.slice()
    lowerScraps(mask, heads, [])
    expect(mask.values).toEqual(before)
  })

  it('are none of hair', () => {
    const mask = maskWith(torn, (x, y) => x >= 120 && x < 140 && y > 25 && y < 75)
    const before = mask.values.slice()
    lowerScraps(mask, heads, [])
    expect(mask.values).toEqual(before)
  })

  it('are none beside what somebody carries', () => {
    const mask = maskWith(torn)
    const before = mask.values.slice()
    lowerScraps(mask, heads, [Int32Array.of(at(170, 180))])
    expect(mask.values).toEqual(before)
  })

  it('go, where they touch nobody and are hardly held', () => {
    const isIsland = (x: number, y: number) => x >= 200 && x < 210 && y > 150 && y < 160
    const mask = maskWith(() => 0.6, isIsland)
    lowerScraps(mask, heads, [])
    expect(mask.values[at(205, 155)]).toBeLessThan(0.5)
    const carried = maskWith(() => 0.95, isIsland)
    lowerScraps(carried, heads, [])
    expect(carried.values[at(205, 155)]).toBeCloseTo(0.95)
  })

  it('are none where half of a scene is doubted', () => {
    const mask = maskWith(
      (x) => (x < 160 ? 0.6 : 0.4),
      (x, y) => x >= 140 && y > 60,
    )
    const before = mask.values.slice()
    lowerScraps(mask, heads, [])
    expect(mask.values).toEqual(before)
  })
})
