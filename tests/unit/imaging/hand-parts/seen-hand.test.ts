import { describe, expect, it } from 'vitest'
import { bonesOf } from '#core/imaging/hand-parts/hand-bones.ts'
import { WHOLE } from '#core/imaging/hand-parts/hand-edges.ts'
import { type SeenHand, seenHandOf } from '#core/imaging/hand-parts/seen-hand.ts'
import type { HandPoints } from '#core/imaging/hand-points/hand-points.ts'
import { kernels } from '../../../fixtures/kernels.ts'
import { madeHand } from '../hand-points/made-hand.ts'
import { evenPlane, paintPlane } from '../made-pictures.ts'

const SIDE = 260
const hand = madeHand({ x: 130, y: 200 })
const bones = bonesOf(hand)
const FINGERS_AND_PALM = [0, 1, 2, 3, 4, 5]

/** What is asked of each pixel many times is told once. */
function everywhere(isIt: (x: number, y: number) => boolean): (x: number, y: number) => boolean {
  const told = Uint8Array.from({ length: SIDE * SIDE }, (_, at) =>
    isIt(at % SIDE, Math.floor(at / SIDE)) ? 1 : 0,
  )
  return (x, y) => told[y * SIDE + x] === 1
}

const isHand = everywhere((x, y) => FINGERS_AND_PALM.some((part) => bones.awayFrom(part, x, y) < 1))

interface Colours {
  readonly light: number
  readonly red: number
  readonly yellow: number
}
const SKIN: Colours = { light: 0.72, red: 0.04, yellow: 0.05 }
const WALL: Colours = { light: 0.8, red: -0.02, yellow: -0.03 }
const DARK: Colours = { light: 0.5, red: 0.04, yellow: 0.05 }

/** Between two fingers it is dark. */
const isCrease = everywhere((x, y) => {
  const aways = [1, 2, 3, 4].map((part) => bones.awayFrom(part, x, y)).sort((a, b) => a - b)
  const [one = 9, other = 9] = aways
  return y < 138 && one < 1.2 && other - one < 0.25
})

function seenIn(
  colourAt: (x: number, y: number) => Colours,
  own: HandPoints = hand,
  others: readonly HandPoints[] = [],
  skinAt: (x: number, y: number) => number = (x, y) => (colourAt(x, y).red > 0 ? 1 : 0),
): SeenHand | null {
  const plane = (valueAt: (colour: Colours) => number) =>
    paintPlane(SIDE, SIDE, (x, y) => valueAt(colourAt(x, y))).values
  const fine = {
    widthPx: SIDE,
    heightPx: SIDE,
    lightness: plane(({ light }) => light),
    a: plane(({ red }) => red),
    b: plane(({ yellow }) => yellow),
  }
  const skin = paintPlane(SIDE, SIDE, skinAt)
  return seenHandOf(kernels, { fine, skin, person: evenPlane(SIDE, SIDE, 1) }, own, others)
}

const valueAt = (
  seen: SeenHand | null,
  plane: 'inside' | 'drawn' | 'apart',
  x: number,
  y: number,
) => {
  if (seen === null) throw new Error('no hand')
  const { box } = seen
  return seen[plane][(y - box.y) * box.width + x - box.x] ?? 0
}

const handBefore =
  (behind: Colours, inFront: Colours = SKIN) =>
  (x: number, y: number) =>
    isCrease(x, y) ? DARK : isHand(x, y) ? inFront : behind

/** Somewhere in the palm, between the first and the second finger, in the wall, and aside of the little finger. */
const palm = { x: 130, y: 165 }
const beside = { x: 250, y: 30 }

describe('a hand that was found', () => {
  it('is skin of its own, and what lies about it is not', () => {
    const seen = seenIn(handBefore(WALL))
    expect(valueAt(seen, 'inside', palm.x, palm.y)).toBe(WHOLE)
    const { box } = seen ?? { box: { x: 0, y: 0 } }
    expect(seen?.inside[0]).toBe(0)
    expect(box.x).toBeGreaterThan(0)
    expect(beside.x).toBeGreaterThan(box.x)
  })

  it('has a line between two fingers, and none across its palm', () => {
    const seen = seenIn(handBefore(WALL))
    // The first two fingers lie at 107.5 and 122.5.
    const between = [113, 114, 115, 116, 117].map((x) => valueAt(seen, 'apart', x, 118))
    expect(Math.min(...between)).toBeLessThan(16)
    expect(valueAt(seen, 'drawn', 115, 118)).toBeGreaterThan(0.8 * WHOLE)
    expect(valueAt(seen, 'apart', palm.x, palm.y)).toBeGreaterThan(48)
  })

  it('has no hole where a ring or a mole is, and one where what lies behind is seen', () => {
    const insideWith = (radius: number) => {
      const isSpot = everywhere((x, y) => Math.hypot(x - palm.x, y - palm.y) < radius)
      const colourAt = handBefore(WALL)
      const seen = seenIn((x, y) => (isSpot(x, y) ? WALL : colourAt(x, y)))
      return valueAt(seen, 'inside', palm.x, palm.y)
    }
    expect(insideWith(4)).toBe(WHOLE)
    expect(insideWith(14)).toBe(0)
  })

  it('ends in a line before skin of its own colour', () => {
    const shaded: Colours = { light: 0.64, red: 0.04, yellow: 0.05 }
    const seen = seenIn(handBefore(shaded))
    const right = Array.from({ length: 14 }, (_, i) => 154 + i)
    const nearest = right.reduce((best, x) =>
      valueAt(seen, 'apart', x, 125) < valueAt(seen, 'apart', best, 125) ? x : best,
    )
    // The little finger's middle lies at 152.5, and it is 5 px to either side.
    expect(Math.abs(nearest - 158)).toBeLessThanOrEqual(4)
    expect(valueAt(seen, 'drawn', nearest, 125)).toBeGreaterThan(0.8 * WHOLE)
  })

  it('leaves what it holds as it is', () => {
    const isHeld = (x: number, y: number) => Math.abs(x - 130) < 16 && Math.abs(y - 172) < 9
    const blue: Colours = { light: 0.5, red: -0.03, yellow: -0.1 }
    const seen = seenIn((x, y) => (isHeld(x, y) ? blue : handBefore(WALL)(x, y)))
    expect(valueAt(seen, 'inside', 130, 172)).toBe(0)
    expect(valueAt(seen, 'inside', 130, 150)).toBeGreaterThan(0.8 * WHOLE)
  })

  it('is none where its bones lie on no skin', () => {
    expect(seenIn(handBefore(WALL), hand, [], () => 0)).toBeNull()
  })

  it('is none beyond the picture', () => {
    expect(seenIn(handBefore(WALL), madeHand({ x: -400, y: 900 }))).toBeNull()
  })

  it('does not take the fingers of another hand', () => {
    const other = madeHand({ x: 205, y: 200 })
    const otherBones = bonesOf(other)
    const isOther = (x: number, y: number) =>
      FINGERS_AND_PALM.some((part) => otherBones.awayFrom(part, x, y) < 1)
    const both = (x: number, y: number) =>
      isCrease(x, y) ? DARK : isHand(x, y) || isOther(x, y) ? SKIN : WALL
    const seen = seenIn(both, hand, [other])
    expect(valueAt(seen, 'inside', 182, 115)).toBe(0)
    expect(valueAt(seen, 'inside', 152, 115)).toBeGreaterThan(0.5 * WHOLE)
  })
})
