import { describe, expect, it } from 'vitest'
import { dropHeadsAtShoulders } from '#core/imaging/tools/cut-out/people/others/heads-at-shoulders.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { paintPlane } from '../../../made-pictures.ts'

const SIDE = 320
const head = { x: 200, y: 110, size: 110, angle: 0 }
const isSomebody = (x: number, y: number) =>
  Math.hypot((x - 200) / 60, (y - 100) / 75) < 1 || (y > 170 && Math.abs(x - 200) < y - 90)
/** A head behind the shoulder. */
const isBehind = (x: number, y: number) => Math.hypot(x - 90, y - 130) < 38 && !isSomebody(x, y)
/** A sleeve along the body, doubted as the head is. */
const isSleeve = (x: number, y: number) => isSomebody(x, y) && y > 210 && x > 290

const maskOf = (valueAt: (x: number, y: number) => number): FloatPlane =>
  paintPlane(SIDE, SIDE, valueAt)

const seen = (doubted: number) =>
  maskOf((x, y) => {
    if (isSleeve(x, y) || isBehind(x, y)) return doubted
    return isSomebody(x, y) ? 0.99 : 0.01
  })

const leftAt = (mask: FloatPlane, x: number, y: number) => mask.values[y * SIDE + x] as number

function left(doubted: number, votes: FloatPlane | null = null): FloatPlane {
  const mask = seen(doubted)
  dropHeadsAtShoulders(mask, mask.values.slice(), votes, [head])
  return mask
}

describe('a head behind a shoulder whose face no network finds', () => {
  it('goes where looks doubt it all over, and what belongs to the body stays', () => {
    const mask = left(0.78)
    expect(leftAt(mask, 90, 120)).toBeLessThan(0.2)
    expect(leftAt(mask, 305, 260)).toBeCloseTo(0.78)
    expect(leftAt(mask, 200, 110)).toBeCloseTo(0.99)
  })

  it('stays where looks are sure of it', () => {
    expect(leftAt(left(0.97), 90, 120)).toBeCloseTo(0.97)
  })

  it('stays where the second network gives it to somebody', () => {
    const votes = maskOf((x, y) => (isSomebody(x, y) || isBehind(x, y) ? 0.9 : 0))
    expect(leftAt(left(0.78, votes), 90, 120)).toBeCloseTo(0.78)
  })

  it('stays among more than two, where it may be anybody’s', () => {
    const mask = seen(0.78)
    const more = [head, { ...head, y: 250, size: 20 }, { ...head, y: 290, size: 20 }]
    dropHeadsAtShoulders(mask, mask.values.slice(), null, more)
    expect(leftAt(mask, 90, 120)).toBeCloseTo(0.78)
  })

  it('stays above a head, where it is a bun or a hat', () => {
    const isBun = (x: number, y: number) => Math.hypot(x - 200, y - 12) < 26 && !isSomebody(x, y)
    const mask = maskOf((x, y) => (isBun(x, y) ? 0.78 : isSomebody(x, y) ? 0.99 : 0.01))
    dropHeadsAtShoulders(mask, mask.values.slice(), null, [head])
    expect(leftAt(mask, 200, 10)).toBeCloseTo(0.78)
  })
})
