import { describe, expect, it } from 'vitest'
import { raiseLimbsAtSides } from '#core/imaging/tools/cut-out/people/looks/limbs-at-sides.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { paint, paintPlane, testJob } from '../../../made-pictures.ts'

const SIDE = 256
/** A raised arm that fills the corner, and a body. */
const isArm = (x: number, y: number) => x < 60 && y < 130
const isBody = (x: number, y: number) => x >= 60 && x < 190 && y > 60
/** A curtain at the other side. */
const isCurtain = (x: number, y: number) => x > 225 && y < 130
const picture = paint(SIDE, SIDE, (x, y) =>
  isArm(x, y) || isBody(x, y) ? [170, 110, 80] : isCurtain(x, y) ? [110, 60, 50] : [40, 60, 160],
)

/** What the looks saw: the body, of the arm a half, its end not at all, and some of the curtain. */
const halfSeen = () => {
  return paintPlane(SIDE, SIDE, (x, y) => {
    const arm = y < 100 ? 0.45 : 0
    return isBody(x, y) ? 1 : isArm(x, y) ? arm : isCurtain(x, y) ? 0.4 : 0
  })
}

const placeOf = (x: number, y: number) => y * SIDE + x

/** Knows skin wherever it ends, and counts how often it was asked. */
function skinKnower() {
  const shown: Raster[] = []
  const segment = async (look: Raster) => {
    shown.push(look)
    const mask = createPlane(look.widthPx, look.heightPx)
    for (let at = 0; at < mask.values.length; at++)
      mask.values[at] = (look.rgba[at * 4] ?? 0) > 140 ? 255 : 0
    return mask
  }
  return { shown, segment }
}

describe('an arm that a side of the picture cuts off', () => {
  it('is held whole where two looks from further off agree on it', async () => {
    const mask = halfSeen()
    const { shown, segment } = skinKnower()
    await raiseLimbsAtSides(testJob(), picture, mask, segment)
    expect(shown).toHaveLength(2)
    // A quarter of the longer side is drawn on beyond each side, or black.
    expect([...(shown[0]?.rgba.subarray(0, 4) ?? [])]).toEqual([170, 110, 80, 255])
    expect([...(shown[1]?.rgba.subarray(0, 4) ?? [])]).toEqual([0, 0, 0, 255])
    expect(mask.values[placeOf(30, 50)]).toBeGreaterThan(0.95)
    expect(mask.values[placeOf(30, 120)]).toBeGreaterThan(0.95)
  })

  it('brings no curtain along that those looks do not see', async () => {
    const mask = halfSeen()
    await raiseLimbsAtSides(testJob(), picture, mask, skinKnower().segment)
    expect(mask.values[placeOf(245, 60)]).toBeCloseTo(0.4, 5)
    expect(mask.values[placeOf(210, 60)]).toBe(0)
  })

  it('is as it was where one of them sees nobody there', async () => {
    const mask = halfSeen()
    const { segment } = skinKnower()
    let looks = 0
    const once = async (look: Raster) =>
      looks++ === 0 ? await segment(look) : createPlane(look.widthPx, look.heightPx)
    await raiseLimbsAtSides(testJob(), picture, mask, once)
    expect(mask.values).toEqual(halfSeen().values)
  })

  it('asks for no look where nothing at a side is in doubt', async () => {
    const { shown, segment } = skinKnower()
    const sure = halfSeen()
    sure.values.forEach((value, at) => {
      sure.values[at] = value > 0.42 ? 1 : 0
    })
    await raiseLimbsAtSides(testJob(), picture, sure, segment)
    expect(shown).toHaveLength(0)
  })
})
