import { describe, expect, it } from 'vitest'
import { openGapsBetween } from '#core/imaging/tools/cut-out/people/doubts/gaps-between.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { paint } from '../../../made-pictures.ts'

const SIDE = 320
/** Somebody in dark clothes, seen whole: two legs, and what lies between them from the knees on. */
const HEAD = { x: 160, y: 30, size: 20, angle: 0 }
const isGap = (x: number, y: number) => y > 200 && y < 300 && x >= 150 && x < 170
const isPerson = (x: number, y: number) => y > 60 && y < 300 && x > 120 && x < 200 && !isGap(x, y)

interface Seen {
  /** What the looks say of the gap down to a row, below which it is open. */
  readonly said: number
  readonly until?: number
  readonly vote?: number
  readonly head?: typeof HEAD
  readonly colour?: readonly [number, number, number]
}

/** What the mask says of the doubted part of the gap afterwards, on average. */
function leftOf({
  said,
  until = 260,
  vote = 0.6,
  head = HEAD,
  colour = [190, 185, 180],
}: Seen): number {
  const street = paint(SIDE, SIDE, (x, y) => {
    const grain = ((x * 7 + y * 13) % 5) - 2
    const [red, green, blue] = isPerson(x, y)
      ? [30, 30, 40]
      : isGap(x, y)
        ? colour
        : [190, 185, 180]
    return [red + grain, green + grain, blue + grain]
  })
  const [mask, votes] = [createFloatPlane(SIDE, SIDE), createFloatPlane(SIDE, SIDE)]
  const doubted: number[] = []
  mask.values.forEach((_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    const isDoubted = isGap(x, y) && y < until
    if (isDoubted) doubted.push(at)
    mask.values[at] = isDoubted ? said : isPerson(x, y) ? 1 : 0
    votes.values[at] = isDoubted ? vote : isPerson(x, y) ? 1 : 0
  })
  openGapsBetween(kernels, street, mask, votes, [head])
  expect(mask.values[250 * SIDE + 130]).toBe(1)
  return doubted.reduce((sum, at) => sum + (mask.values[at] ?? 0), 0) / doubted.length
}

describe('a gap between legs', () => {
  it('is opened as far as it has the colours of the street, where it is open already and where it is not', () => {
    expect(leftOf({ said: 0.8 })).toBeLessThan(0.2)
    expect(leftOf({ said: 0.8, until: 300 })).toBeLessThan(0.2)
  })

  it('stays where it has colours of its own, or the second network gives it to somebody', () => {
    expect(leftOf({ said: 0.8, colour: [40, 36, 48] })).toBeCloseTo(0.8, 5)
    expect(leftOf({ said: 0.8, vote: 0.95 })).toBeCloseTo(0.8, 5)
  })

  it('stays where hands may hold a paper, unless most of it is open', () => {
    const head = { ...HEAD, y: 140 }
    expect(leftOf({ said: 0.8, head })).toBeCloseTo(0.8, 5)
    expect(leftOf({ said: 0.8, head, until: 225 })).toBeLessThan(0.4)
  })

  it('stays about a head, and in a portrait', () => {
    expect(leftOf({ said: 0.8, head: { ...HEAD, y: 235 } })).toBeCloseTo(0.8, 5)
    expect(leftOf({ said: 0.8, head: { ...HEAD, size: 60 } })).toBeCloseTo(0.8, 5)
  })
})
