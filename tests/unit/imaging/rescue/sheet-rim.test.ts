import { describe, expect, it } from 'vitest'
import type { Corners } from '#core/imaging/tools/rescue/corners.ts'
import { edgesOf } from '#core/imaging/tools/rescue/sheet/edges.ts'
import { withRim } from '#core/imaging/tools/rescue/sheet/rim.ts'
import { testJob } from '../made-pictures.ts'
import { photographed, type Rgb } from '../rescue-pictures.ts'

const PHOTO = { widthPx: 480, heightPx: 360 }
const SIDE = 128
const RIM = 0.08
const STEEP_MIN = 0.01
const table: Rgb = [206, 206, 210]
const paper: Rgb = [240, 238, 232]
const dark: Rgb = [60, 70, 50]

/** A box in shares of the picture, and the same with so much less on each side, in shares of it. */
const box = (less = 0): Corners => {
  const [from, to] = [0.25 + 0.5 * less, 0.75 - 0.5 * less]
  return [
    { x: from, y: from },
    { x: to, y: from },
    { x: to, y: to },
    { x: from, y: to },
  ]
}

/** What a network would answer that sees a sheet in that box. */
function seenIn([{ x: from }, , { x: to }]: Corners) {
  const is = (at: number) => (at + 0.5) / SIDE > from && (at + 0.5) / SIDE < to
  const sheet = Float32Array.from({ length: SIDE * SIDE }, (_, at) =>
    Number(is(at % SIDE) && is(Math.floor(at / SIDE))),
  )
  return { sheet, side: sheet, corner: sheet }
}

/** A dark picture on paper, on a table; `rim` is what lies about the picture. */
const print = (rim: (u: number, v: number) => Rgb) =>
  edgesOf(
    testJob().kernels,
    photographed({
      ...PHOTO,
      corners: box(),
      table: () => table,
      drawing: (u, v) => (Math.min(u, v, 1 - u, 1 - v) < RIM ? rim(u, v) : dark),
    }),
  )

describe('a picture that was found on a print', () => {
  const picture = box(RIM)
  const found = (rim: (u: number, v: number) => Rgb, seen = seenIn(box())) =>
    withRim(print(rim), STEEP_MIN, seen, picture)

  it('is found with its white rim', () => {
    found(() => paper).forEach(({ x, y }, at) => {
      expect(Math.abs(x - (box()[at]?.x ?? 0))).toBeLessThan(0.012)
      expect(Math.abs(y - (box()[at]?.y ?? 0))).toBeLessThan(0.012)
    })
  })

  it('stays as it is where the network sees no more than it', () => {
    expect(found(() => paper, seenIn(picture))).toEqual(picture)
  })

  it('stays as it is where what lies about it is coloured, or a pattern', () => {
    expect(found(() => [190, 110, 50])).toEqual(picture)
    const squares = (u: number, v: number): Rgb =>
      (Math.floor(u * 16) + Math.floor(v * 16)) % 2 === 0 ? paper : [150, 165, 200]
    expect(found(squares)).toEqual(picture)
  })
})
