import { describe, expect, it } from 'vitest'
import {
  lowerUnlikeColoured,
  raiseLikeColoured,
} from '#core/imaging/tools/cut-out/people/doubts/like-colours.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { meanWhere, paint, paintPlane } from '../../../made-pictures.ts'

const SIDE = 300
/** A black jacket, left half and right half, before a pale wall. */
const isJacket = (x: number, y: number) => y > 150 && x > 40 && x < 260
const isDoubted = (x: number, y: number) => isJacket(x, y) && x < 130
const isWall = (x: number, y: number) => y > 30 && y < 110 && x > 40 && x < 160

const picture = paint(SIDE, SIDE, (x, y) => {
  const grain = ((x * 7 + y * 13) % 5) - 2
  return isJacket(x, y) ? [24 + grain, 24 + grain, 30 + grain] : [200 + grain, 190, 180 + grain]
})

/** The looks are sure of the right half; of the left half, and of some wall, they say so much. */
function masked(doubted: number, wall: number): FloatPlane {
  return paintPlane(SIDE, SIDE, (x, y) =>
    isDoubted(x, y) ? doubted : isJacket(x, y) ? 1 : isWall(x, y) ? wall : 0,
  )
}

describe('a large part that the looks do not agree on', () => {
  it('is the person’s where it has the person’s colours', () => {
    const mask = masked(0.55, 0)
    raiseLikeColoured(kernels, picture, mask)
    expect(meanWhere(mask, isDoubted)).toBeGreaterThan(0.95)
    expect(meanWhere(mask, (x, y) => !isJacket(x, y))).toBe(0)
  })

  it('stays as it is where it has the colours of what is behind', () => {
    const mask = masked(1, 0.5)
    raiseLikeColoured(kernels, picture, mask)
    expect(meanWhere(mask, isWall)).toBe(0.5)
  })

  it('stays as it is where the looks half saw a person at most', () => {
    const mask = masked(0.45, 0)
    raiseLikeColoured(kernels, picture, mask)
    expect(meanWhere(mask, isDoubted)).toBeCloseTo(0.45, 5)
  })
})

describe('a gap that the looks do not agree on', () => {
  const HEAD = { x: 150, y: 40, size: 20, angle: 0 }
  /** Between the legs of somebody in black. */
  const isGap = (x: number, y: number) => y > 240 && x > 140 && x < 160
  const isLegs = (x: number, y: number) => y > 90 && x > 90 && x < 210 && !isGap(x, y)
  const street = paint(SIDE, SIDE, (x, y) => {
    const grain = ((x * 7 + y * 13) % 5) - 2
    return isLegs(x, y) ? [24 + grain, 24 + grain, 30 + grain] : [200 + grain, 190, 180 + grain]
  })

  /** What the looks say of a gap, and the second network of all. */
  function lowered(gap: number, vote: number, head = HEAD): number {
    const saying = (ofGap: number) =>
      paintPlane(SIDE, SIDE, (x, y) => (isGap(x, y) ? ofGap : isLegs(x, y) ? 1 : 0))
    const [mask, votes] = [saying(gap), saying(vote)]
    lowerUnlikeColoured(kernels, street, mask, votes, [head])
    expect(meanWhere(mask, isLegs)).toBeCloseTo(1, 5)
    return meanWhere(mask, isGap)
  }

  it('opens where it has the colours of what lies behind', () => {
    expect(lowered(0.6, 0.5)).toBeLessThan(0.1)
  })

  it('stays where the second network gives it to somebody', () => {
    expect(lowered(0.6, 0.8)).toBeCloseTo(0.6, 5)
  })

  it('stays about a head and in a portrait, where hats and hair have colours of their own', () => {
    expect(lowered(0.6, 0.5, { ...HEAD, y: 265 })).toBeCloseTo(0.6, 5)
    expect(lowered(0.6, 0.5, { ...HEAD, size: 60 })).toBeCloseTo(0.6, 5)
  })
})
