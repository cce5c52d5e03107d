import { describe, expect, it } from 'vitest'
import { fillOwnHoles } from '#core/imaging/tools/cut-out/people/doubts/own-holes.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { paint, paintPlane } from '../../../made-pictures.ts'

const SIDE = 300
/** A blue jersey with gold numbers, before a grey wall. */
const isJersey = (x: number, y: number) => x > 60 && x < 240 && y > 60
const isNumber = (x: number, y: number) => x > 130 && x < 170 && y > 200 && y < 230
/** A stripe of its own gold, or a gap that shows the wall. */
const isStripe = (x: number, y: number) => x > 180 && x < 200 && y > 240

const pictureWith = (stripe: readonly [number, number, number]) =>
  paint(SIDE, SIDE, (x, y) => {
    if (isStripe(x, y)) return [...stripe]
    return isNumber(x, y) ? [200, 170, 90] : isJersey(x, y) ? [30, 40, 110] : [180, 180, 180]
  })

/** The looks hold the jersey, and so much of the stripe. */
function masked(doubted: number): FloatPlane {
  return paintPlane(SIDE, SIDE, (x, y) => (isStripe(x, y) ? doubted : isJersey(x, y) ? 1 : 0))
}

const inStripe = 280 * SIDE + 190
const gold = [200, 170, 90] as const
const wall = [180, 180, 180] as const

describe('a hole in a person that the lower side closes', () => {
  it('is filled where it has the colours of clothes', () => {
    const mask = masked(0.4)
    expect(fillOwnHoles(pictureWith(gold), mask, [])).toBe(1)
    expect(mask.values[inStripe]).toBeGreaterThan(0.9)
    expect(mask.values[0]).toBe(0)
  })

  it('stays open where it has the colours of what is behind', () => {
    const mask = masked(0.4)
    expect(fillOwnHoles(pictureWith(wall), mask, [])).toBe(0)
    expect(mask).toEqual(masked(0.4))
  })

  it('stays open where the looks are sure of it', () => {
    expect(fillOwnHoles(pictureWith(gold), masked(0.2), [])).toBe(0)
  })

  it('stays open in a group, where it may show who stands behind', () => {
    const heads = [100, 150, 200].map((x) => ({ x, y: 40, size: 20, angle: 0 }))
    expect(fillOwnHoles(pictureWith(gold), masked(0.4), heads)).toBe(0)
  })
})
