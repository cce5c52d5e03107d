import { expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { drawContours } from '#core/imaging/tools/anime/ink/contours.ts'
import { testJob } from '../../made-pictures.ts'

const SIDE = 500
const EDGE = 250

/** Somebody on the left, before a wall whose light differs from theirs by so much in each row. */
function contoured(
  unlike: (y: number) => number,
  bare = 0,
  { endsAt = EDGE, isHair = false, areThingsToo = false } = {},
) {
  const placed = <Value>(valueAt: (x: number, y: number) => Value) =>
    Array.from({ length: SIDE * SIDE }, (_, at) => valueAt(at % SIDE, Math.floor(at / SIDE)))
  const levels = [...new Set(Array.from({ length: SIDE }, (_, y) => unlike(y)))]
  const cellAt = (x: number, y: number) => (x < EDGE ? 0 : 1 + levels.indexOf(unlike(y)))
  const of = Uint32Array.from(placed(cellAt))
  const lightness = Float32Array.from(placed((x, y) => (x < EDGE ? 0.5 : 0.5 + unlike(y))))
  const [a, b] = [new Float32Array(of.length), new Float32Array(of.length)]
  const size = { widthPx: SIDE, heightPx: SIDE }
  const cel = new Cel({ ...size, of, total: levels.length + 1 }, { ...size, lightness, a, b })
  cel.bare.fill(bare)
  if (isHair) {
    const hair = cel.newHair(1)
    for (let at = 0; at < of.length; at++) if (at % SIDE < EDGE) cel.set(at, hair, 0.5, 0, 0)
  }
  const person = Float32Array.from(placed((x) => (x < endsAt ? 1 : 0)))
  const none = new Float32Array(of.length)
  const ink = drawContours(testJob(), none, cel, person, 2, areThingsToo)
  return (y: number) => ink[y * SIDE + EDGE] as number
}

it('an outline goes on where paint hardly changes for a little way', () => {
  const faint = (least: number) => (y: number) => (y >= 240 && y < 246 ? least : 0.3)
  expect(contoured(faint(0.078))(243)).toBeGreaterThan(0.6)
  expect(contoured(faint(0.01))(243)).toBeLessThan(0.5)
})

it('an outline that is faint all along is none', () => {
  const lineAt = contoured(() => 0.065)
  expect(lineAt(100)).toBe(0)
})

it('a line grows thin towards its end', () => {
  const lineAt = contoured((y) => (y < 200 ? 0.3 : 0))
  expect(lineAt(150)).toBeGreaterThan(0.75)
  expect(lineAt(199)).toBeLessThan(0.6 * lineAt(180))
})

it('what lies behind somebody keeps no ink from their outline', () => {
  expect(contoured(() => 0.3, 1)(100)).toBeGreaterThan(0.75)
})

it('strokes of the brush have no contour, though all of them together are large', () => {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const planes = [0.6, 0, 0].map((value) => new Float32Array(SIDE * SIDE).fill(value))
  const [lightness, a, b] = planes as [Float32Array, Float32Array, Float32Array]
  const person = new Float32Array(SIDE * SIDE).fill(1)
  const drawnWith = (numberOf: (cel: Cel) => number) => {
    const of = new Uint32Array(SIDE * SIDE)
    const colours = { ...size, lightness: lightness.slice(), a: a.slice(), b: b.slice() }
    const cel = new Cel({ ...size, of, total: 1 }, colours)
    const number = numberOf(cel)
    for (let y = 20; y < SIDE; y += 20)
      for (let x = 50; x < 450; x++)
        for (let row = 0; row < 4; row++) cel.set((y + row) * SIDE + x, number, 0.4, 0, 0)
    return drawContours(testJob(), new Float32Array(of.length), cel, person, 2)
  }
  const most = (ink: Float32Array) => ink.reduce((one, other) => Math.max(one, other), 0)
  expect(most(drawnWith((cel) => cel.newCells(1)))).toBeGreaterThan(0.5)
  expect(most(drawnWith((cel) => cel.newStrokes(1)))).toBe(0)
})

it('hair has its outline where it ends, though the mask of people ends a little beyond', () => {
  const endsAt = EDGE + 8
  expect(contoured(() => 0.2, 1, { endsAt, isHair: true })(100)).toBeGreaterThan(0.75)
  expect(contoured(() => 0.2, 1, { endsAt })(100)).toBe(0)
  // What lies behind hair is often nearly as light.
  expect(contoured(() => 0.08, 1, { endsAt, isHair: true })(100)).toBeGreaterThan(0.75)
  // Before what is wholly like it a head would have no shape.
  expect(contoured(() => 0.01, 1, { endsAt, isHair: true })(100)).toBeGreaterThan(0.4)
  expect(contoured(() => 0.2, 1, { endsAt: SIDE, isHair: true })(100)).toBe(0)
})

it('where nobody is, things have an outline, and what is hardly unlike or out of focus has none', () => {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const lineBetween = (unlike: number, bare: number) => {
    const of = Uint32Array.from({ length: SIDE * SIDE }, (_, at) => (at % SIDE < EDGE ? 0 : 1))
    const lightness = Float32Array.from(of, (cell) => 0.4 + cell * unlike)
    const [a, b] = [new Float32Array(of.length), new Float32Array(of.length)]
    const cel = new Cel({ ...size, of, total: 2 }, { ...size, lightness, a, b })
    cel.bare.fill(bare)
    const ink = drawContours(testJob(), new Float32Array(of.length), cel, null, 2)
    return ink[100 * SIDE + EDGE]
  }
  expect(lineBetween(0.3, 0)).toBeGreaterThan(0.75)
  expect(lineBetween(0.08, 0)).toBe(0)
  expect(lineBetween(0.3, 1)).toBe(0)
})

it('where somebody is, things have contours only in a look that asks for them', () => {
  expect(contoured(() => 0.3, 0, { endsAt: 0 })(100)).toBe(0)
  expect(contoured(() => 0.3, 0, { endsAt: 0, areThingsToo: true })(100)).toBeGreaterThan(0.75)
})
