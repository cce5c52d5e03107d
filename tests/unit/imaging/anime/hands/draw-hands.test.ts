import { describe, expect, it } from 'vitest'
import { WHOLE } from '#core/imaging/hand-parts/hand-edges.ts'
import type { SeenHand } from '#core/imaging/hand-parts/seen-hand.ts'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import {
  clearedByHands,
  darkenAlongHands,
  inkHands,
  paintHands,
} from '#core/imaging/tools/anime/hands/draw-hands.ts'
import { NONE } from '#core/imaging/tools/anime/skin/skin-owners.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { people } from '../../made-face.ts'

const SIDE = 120
const COUNT = SIDE * SIDE
const BOX = { x: 20, y: 20, width: 80, height: 80 }
/** A hand fills the left half of its box, its arm lies below; a line goes down its middle. */
const LINE_AT = 20

function seenHand(told = 1): SeenHand {
  const plane = (valueAt: (x: number, y: number) => number) =>
    Uint8Array.from({ length: BOX.width * BOX.height }, (_, at) =>
      valueAt(at % BOX.width, Math.floor(at / BOX.width)),
    )
  return {
    box: BOX,
    sizePx: 70,
    told,
    inside: plane((x, y) => (x < 40 && y < 60 ? WHOLE : 0)),
    arm: plane((x, y) => (x < 40 && y >= 60 ? WHOLE : 0)),
    apart: plane((x) => Math.min(255, Math.abs(x - LINE_AT) * 16)),
    drawn: plane((x, y) => (x < 40 && y < 60 ? WHOLE : 0)),
    isOutline: plane(() => 0),
  }
}

const filled = (value: number) => new Float32Array(COUNT).fill(value)
const placeAt = (x: number, y: number) => (BOX.y + y) * SIDE + BOX.x + x

/** @param light of the photo, by the columns of the box */
function painted(light: (x: number) => number, paint = { lightness: 0.5, a: 0.06, b: 0.06 }) {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const cells = { ...size, of: new Uint32Array(COUNT), total: 1 }
  const colours = {
    ...size,
    lightness: filled(paint.lightness),
    a: filled(paint.a),
    b: filled(paint.b),
  }
  const cel = new Cel(cells, colours)
  const lightness = Float32Array.from({ length: COUNT }, (_, at) => light((at % SIDE) - BOX.x))
  const fine = { ...size, lightness, a: filled(0.04), b: filled(0.05) }
  const [face] = people().faces
  if (face === undefined) throw new Error('no face')
  const tone = [0.75, 0.04, 0.05] as const
  const skins = [
    { face, tone: [...tone] as [number, number, number], light: 0.7, isBearded: false, pale: 0 },
  ]
  return { cel, fine, skins, toneAt: new Int8Array(COUNT).fill(NONE) }
}

const lightAt = ({ colours }: Cel, x: number, y = 30) => colours.lightness[placeAt(x, y)] ?? 0

describe('a hand', () => {
  it('has the tone of its arm', () => {
    const { cel, fine, skins, toneAt } = painted(() => 0.7)
    paintHands(kernels, cel, [seenHand()], { fine, skins, body: { toneAt, paints: [] } })
    expect(lightAt(cel, 10)).toBeCloseTo(0.5)
    expect(cel.cells[placeAt(10, 30)]).not.toBe(0)
    expect(cel.cells[placeAt(60, 30)]).toBe(0)
  })

  it("has its face's tone where the arm is a sleeve", () => {
    const grey = { lightness: 0.4, a: 0, b: 0 }
    const { cel, fine, skins, toneAt } = painted(() => 0.7, grey)
    paintHands(kernels, cel, [seenHand()], { fine, skins, body: { toneAt, paints: [] } })
    expect(lightAt(cel, 10)).toBeCloseTo(0.75, 1)
  })

  it('has the two tones of the body of whose skin it is', () => {
    const { cel, fine, skins, toneAt } = painted((x) => (x < 20 ? 0.45 : 0.75))
    toneAt.fill(1)
    const paints = [
      [0.6, 0.04, 0.05],
      [0.8, 0.04, 0.05],
    ] as const
    const body = { toneAt, paints: paints.map((paint) => [...paint] as [number, number, number]) }
    paintHands(kernels, cel, [seenHand()], { fine, skins, body })
    expect(lightAt(cel, 5)).toBeCloseTo(0.6)
    expect(lightAt(cel, 35)).toBeCloseTo(0.8)
  })

  it('is lighter where light falls on a part of it alone', () => {
    const { cel, fine, skins, toneAt } = painted((x) => (x < 6 ? 1 : 0.6))
    paintHands(kernels, cel, [seenHand()], { fine, skins, body: { toneAt, paints: [] } })
    expect(lightAt(cel, 1)).toBeGreaterThan(lightAt(cel, 30) + 0.08)
  })

  it('has no small patches of another light', () => {
    const spot = (x: number, y: number) => Math.hypot(x - 10, y - 30) < 4
    const { cel, fine, skins, toneAt } = painted(() => 0.7)
    fine.lightness.forEach((_, at) => {
      const [x, y] = [(at % SIDE) - BOX.x, Math.floor(at / SIDE) - BOX.y]
      fine.lightness[at] = spot(x, y) ? 0.2 : x > 30 ? 0.4 : 0.7
    })
    paintHands(kernels, cel, [seenHand()], { fine, skins, body: { toneAt, paints: [] } })
    expect(lightAt(cel, 10)).toBeCloseTo(lightAt(cel, 20))
    expect(lightAt(cel, 37)).toBeLessThan(lightAt(cel, 20) - 0.02)
  })

  it('is left as it is where light has burnt its colour and that of its arm out', () => {
    const { cel, fine, skins, toneAt } = painted(() => 0.9, { lightness: 0.96, a: 0, b: 0 })
    paintHands(kernels, cel, [seenHand()], { fine, skins, body: { toneAt, paints: [] } })
    expect(cel.cells[placeAt(10, 30)]).toBe(0)
  })

  it('is left as it is where nobody has a face', () => {
    const { cel, fine, toneAt } = painted(() => 0.7)
    paintHands(kernels, cel, [seenHand()], { fine, skins: [], body: { toneAt, paints: [] } })
    expect(cel.cells[placeAt(10, 30)]).toBe(0)
  })
})

describe('the ink of a hand', () => {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const inkOn = (values: Float32Array<ArrayBuffer>, told: number) => {
    const hands = [seenHand(told)]
    const ink = { ...size, values }
    inkHands(ink, hands, clearedByHands(hands, size), 2)
    return (x: number, y = 30) => ink.values[placeAt(x, y)] ?? 0
  }

  it('lies along edges of its parts, and nowhere else', () => {
    const inkAt = inkOn(filled(0), 1)
    expect(inkAt(LINE_AT)).toBeGreaterThan(0.9)
    expect(inkAt(LINE_AT + 4)).toBe(0)
    expect(inkAt(60)).toBe(0)
  })

  it("takes the place of the photo's own lines", () => {
    const inkAt = inkOn(filled(1), 1)
    expect(inkAt(8)).toBe(0)
    expect(inkAt(60)).toBe(1)
  })

  it("leaves the photo's lines where these are not told by its parts", () => {
    const inkAt = inkOn(filled(1), 0.4)
    expect(inkAt(8)).toBe(1)
  })

  it('is darker paint on dark skin', () => {
    const { cel } = painted(() => 0.3, { lightness: 0.35, a: 0.04, b: 0.04 })
    darkenAlongHands(cel, [seenHand()], 2)
    expect(lightAt(cel, LINE_AT)).toBeLessThan(0.25)
    expect(lightAt(cel, 8)).toBeCloseTo(0.35)
    const { cel: light } = painted(() => 0.7, { lightness: 0.7, a: 0.04, b: 0.04 })
    darkenAlongHands(light, [seenHand()], 2)
    expect(lightAt(light, LINE_AT)).toBeCloseTo(0.7)
  })
})
