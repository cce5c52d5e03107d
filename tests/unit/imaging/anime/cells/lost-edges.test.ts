import { describe, expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { GROUND, KEPT, loseEdges, paintKinds } from '#core/imaging/tools/anime/cells/lost-edges.ts'
import { FIRST, PART } from '#core/imaging/tools/anime/cloth/cloth-kinds.ts'
import { testJob } from '../../made-pictures.ts'

const SIDE = 300
const GARMENT = GROUND + 1

const plane = (lightAt: (x: number, y: number) => number) =>
  Float32Array.from({ length: SIDE * SIDE }, (_, at) => lightAt(at % SIDE, Math.floor(at / SIDE)))

const grey = (lightness: Float32Array<ArrayBuffer>) => ({
  widthPx: SIDE,
  heightPx: SIDE,
  lightness,
  a: new Float32Array(lightness.length),
  b: new Float32Array(lightness.length),
})

/** A photo in whose middle light falls from 0.7 to 0.5 over so many pixels, and paint of two cells with a border there. */
function painted(
  overPx: number,
  kinds: readonly number[],
  by = { ground: 24, people: 20 },
  grainAt: (x: number, y: number) => number = () => 0,
) {
  const photo = plane(
    (x, y) => 0.7 - 0.2 * Math.min(1, Math.max(0, (x - 150) / overPx + 0.5)) + grainAt(x, y),
  )
  const of = Uint32Array.from({ length: SIDE * SIDE }, (_, at) => (at % SIDE < 150 ? 0 : 1))
  const lightness = Float32Array.from(of, (cell) => (cell === 0 ? 0.7 : 0.5))
  const cel = new Cel({ widthPx: SIDE, heightPx: SIDE, of, total: 2 }, grey(lightness))
  loseEdges(testJob(), cel, grey(photo), Uint32Array.from(kinds), by)
  return cel
}

/** How much paint changes at the border from one pixel to the next. */
const stepOf = ({ colours }: Cel) =>
  (colours.lightness[150 * SIDE + 149] ?? 0) - (colours.lightness[150 * SIDE + 150] ?? 0)

describe.each([
  ['the ground', GROUND],
  ['a garment', GARMENT],
])('paint of %s', (_, kind) => {
  it('fades where the photo fades', () => {
    expect(stepOf(painted(90, [kind, kind]))).toBeLessThan(0.04)
  })

  it('keeps its border where the photo has an edge', () => {
    expect(stepOf(painted(1, [kind, kind]))).toBeCloseTo(0.2, 3)
  })
})

it('paint does not run from somebody to what is behind', () => {
  expect(stepOf(painted(90, [GARMENT, GROUND]))).toBeCloseTo(0.2, 5)
  expect(stepOf(painted(90, [GARMENT, GARMENT + 1]))).toBeCloseTo(0.2, 5)
})

it('faces, hair and patterns keep all their borders', () => {
  expect(stepOf(painted(90, [KEPT, KEPT]))).toBeCloseTo(0.2, 5)
})

it('a look in which nothing runs keeps all borders', () => {
  expect(stepOf(painted(90, [GROUND, GROUND], { ground: 0, people: 0 }))).toBeCloseTo(0.2, 5)
})

it('fine texture of a photo is no edge', () => {
  const grainAt = (x: number, y: number) => ((x + y) % 2 === 0 ? 0.05 : -0.05)
  expect(stepOf(painted(90, [GROUND, GROUND], undefined, grainAt))).toBeLessThan(0.04)
})

it('each garment is a kind of its own, a pattern none, and the background one', () => {
  const things = Uint32Array.of(0, 1, 1, 2, 2, 0)
  const cloth = Uint32Array.of(0, FIRST, FIRST + 1, PART, FIRST + 3, 0)
  const kinds = paintKinds(things, cloth, Uint8Array.of(1, 0, 0, 0, 0, 0), 6)
  expect([...kinds]).toEqual([GROUND, GROUND + 1, GROUND + 1, KEPT, GROUND + 2, KEPT, GROUND])
})
