import { describe, expect, it } from 'vitest'
import {
  handCells,
  handPlaces,
  handsDrawn,
  inReachOf,
} from '#core/imaging/tools/anime/skin/hand-places.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { MIDDLE as MIDDLE_OF_FACE, people } from '../../made-face.ts'

const HAND = 1
const BEFORE_SKIN = 2
const SIDE = 240
const FACE_WIDTH = 60
const MIDDLE = SIDE / 2
const middle = MIDDLE * SIDE + MIDDLE

interface Drawn {
  /** Half of how wide and tall skin is, px. */
  readonly half: number
  /** Of that skin, OKLab. */
  readonly yellow?: number
  readonly light?: number
  readonly hasFingers?: boolean
  readonly isPerson?: boolean
  readonly isHead?: boolean
  readonly isInReach?: boolean
  readonly faceWidthPx?: number
  readonly faceLight?: number
}

/** A square of skin in the middle, with a line at every sixth column where it has fingers. */
function placesOf({
  half,
  yellow = 0.04,
  light = 0.7,
  hasFingers = true,
  isPerson = true,
  isHead = false,
  isInReach = true,
  faceWidthPx = FACE_WIDTH,
  faceLight = 0.7,
}: Drawn): Uint8Array {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const filled = (valueAt: (x: number, y: number) => number) =>
    Float32Array.from({ length: SIDE * SIDE }, (_, at) => valueAt(at % SIDE, Math.floor(at / SIDE)))
  const isSkin = (x: number, y: number) =>
    Math.max(Math.abs(x - MIDDLE), Math.abs(y - MIDDLE)) < half
  const plane = (valueAt: (x: number, y: number) => number) => ({
    ...size,
    values: filled(valueAt),
  })
  const seen = {
    fine: {
      ...size,
      lightness: filled(() => light),
      a: filled((x, y) => (isSkin(x, y) ? 0.04 : 0)),
      b: filled((x, y) => (isSkin(x, y) ? yellow : 0)),
    },
    skin: plane((x, y) => (isSkin(x, y) ? 1 : 0)),
    person: isPerson ? plane(() => 1) : null,
    lines: plane((x) => (hasFingers && x % 6 === 0 ? 0.5 : 1)),
  }
  const heads = new Uint8Array(SIDE * SIDE).fill(isHead ? 1 : 0)
  return handPlaces(kernels, seen, heads, {
    widthPx: faceWidthPx,
    light: faceLight,
    isInReach: () => isInReach,
  })
}

describe('a hand', () => {
  it('is skin as narrow as a limb on which lines crowd', () => {
    expect(placesOf({ half: 18 })[middle]).toBe(HAND)
  })

  it('is no arm, which has no lines but along its outline', () => {
    expect(placesOf({ half: 18, hasFingers: false })).not.toContain(HAND)
  })

  it('may lie before skin, where all is wider than a limb', () => {
    const wide = placesOf({ half: 90 })
    expect(wide[middle]).toBe(BEFORE_SKIN)
  })

  it('is pink in the shade of the sky, but not as yellow as beige cloth', () => {
    expect(placesOf({ half: 18, yellow: -0.01 })[middle]).toBe(HAND)
    expect(placesOf({ half: 18, yellow: 0.1 })[middle]).toBe(0)
  })

  it('is no lace on skin, which is far darker than a face, unless the face is as dark', () => {
    expect(placesOf({ half: 18, light: 0.3 })[middle]).toBe(0)
    expect(placesOf({ half: 18, light: 0.3, faceLight: 0.4 })[middle]).toBe(HAND)
  })

  it('is no shoe, which lies lower below a chin than hands reach', () => {
    expect(placesOf({ half: 18, isInReach: false })[middle]).toBe(0)
    const [face] = people().faces
    if (face === undefined) throw new Error('no face')
    const isInReach = inReachOf([face])
    const below = (widths: number) => MIDDLE_OF_FACE.y + widths * face.widthPx
    expect(isInReach(MIDDLE_OF_FACE.x, below(7))).toBe(true)
    expect(isInReach(MIDDLE_OF_FACE.x, below(11))).toBe(false)
  })

  it('is not looked for in hair about a head, nor where there is nobody', () => {
    expect(placesOf({ half: 18, isHead: true })[middle]).toBe(0)
    expect(placesOf({ half: 18, isPerson: false })[middle]).toBe(0)
    expect(placesOf({ half: 18, faceWidthPx: 0 })[middle]).toBe(0)
  })

  it('has lines before skin where that is of a body, and none in the shade of a jaw', () => {
    const kinds = Uint8Array.from([HAND, BEFORE_SKIN, BEFORE_SKIN, BEFORE_SKIN, 0])
    const isBody = (at: number) => at !== 1
    const isDrawn = handsDrawn(kinds, isBody, (x) => x === 3, kinds.length)
    expect([0, 1, 2, 3, 4].map(isDrawn)).toEqual([true, false, true, false, false])
  })

  it('has the cells of which it covers more than a half', () => {
    const isHand = Uint8Array.from([HAND, HAND, 0, HAND, 0, 0, BEFORE_SKIN, BEFORE_SKIN])
    const of = Uint32Array.from([0, 0, 0, 1, 1, 1, 2, 2])
    expect([...handCells(isHand, { of, total: 3 })]).toEqual([1, 0, 0])
  })
})
