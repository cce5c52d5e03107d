import { expect, it } from 'vitest'
import { accentPlaces, GROUND } from '#core/imaging/tools/anime/accents/accent-places.ts'
import { accentsOf } from '#core/imaging/tools/anime/accents/accents.ts'
import { drawAccents } from '#core/imaging/tools/anime/accents/draw-accents.ts'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { TONES } from '#core/imaging/tools/anime/cells/tones.ts'
import { FIRST, PART } from '#core/imaging/tools/anime/cloth/cloth-kinds.ts'
import { testJob } from '../../made-pictures.ts'

const SIDE = 500
const SIZE = { widthPx: SIDE, heightPx: SIDE }
const COUNT = SIDE * SIDE
/** What colourless things have in the shade. */
const SHADE = { a: 0, b: -0.02 }
/** Lightness of all paint. */
const FLAT = Math.fround(0.6)
/** Cells: the ground, a garment, another one, and a hand. */
const [BEHIND, SHIRT, TROUSERS, HAND] = [0, 1, 2, 3]
const KINDS = Uint32Array.of(0, FIRST, FIRST + TONES, 0)

/** Garments that are skin: none. */
const NO_LIMBS: ReadonlySet<number> = new Set()

/** The ground on the left, a garment right of it that another one is worn below. */
const cellAt = (x: number, y: number) => (x < SIDE / 2 ? BEHIND : y < SIDE / 2 ? SHIRT : TROUSERS)

interface Drawn {
  /** Lightness of each place. */
  readonly light: (x: number, y: number) => number
  /** Lightness of its paint, where not all of it is one. */
  readonly paint?: (x: number, y: number) => number
  readonly cellOf?: (x: number, y: number) => number
  /** Where a hand is drawn over it. */
  readonly isHand?: (x: number, y: number) => boolean
  /** How far all of it is out of focus. */
  readonly blur?: number
}

const eachPlace = <T>(of: (x: number, y: number) => T) =>
  Array.from({ length: COUNT }, (_, at) => of(at % SIDE, Math.floor(at / SIDE)))

/** By how much each place of a picture in flat paint is lighter with its accents. */
async function accented({
  light,
  paint = () => FLAT,
  cellOf = cellAt,
  isHand = () => false,
  blur = 0,
}: Drawn) {
  const env = testJob()
  const of = Uint32Array.from(eachPlace(cellOf))
  const person = Float32Array.from(of, (cell) => (cell === BEHIND ? 0 : 1))
  const isHead = new Uint8Array(COUNT)
  const places = accentPlaces({ of }, KINDS, { ...SIZE, values: person }, isHead, NO_LIMBS)
  const lightness = Float32Array.from(eachPlace(light))
  const out = { ...SIZE, values: new Float32Array(COUNT).fill(blur) }
  const painted = Float32Array.from(eachPlace(paint))
  const accents = accentsOf(env, { ...SIZE, lightness, painted }, places, out)
  const plane = (value: number) => new Float32Array(COUNT).fill(value)
  const colours = { ...SIZE, lightness: plane(FLAT), a: plane(0), b: plane(0) }
  const cel = new Cel({ ...SIZE, of, total: KINDS.length }, colours)
  for (let at = 0; at < COUNT; at++) {
    if (isHand(at % SIDE, Math.floor(at / SIDE))) cel.cells[at] = HAND
  }
  drawAccents(cel, accents, SHADE, (cell) => cell !== HAND)
  return (x: number, y: number) => (cel.colours.lightness[y * SIDE + x] as number) - FLAT
}

/** A fold: slender, from left to right. */
const isFold = (x: number, y: number) => Math.abs(y - 120) < 3 && Math.abs(x - 380) < 40

it('a fold of cloth is painted darker, its lit ridge lighter, and what lies about it stays flat', async () => {
  const by = await accented({
    light: (x, y) => (isFold(x, y) ? 0.5 : isFold(x, y - 40) ? 0.72 : 0.6),
  })
  expect(by(380, 120)).toBeLessThan(-0.05)
  expect(by(380, 160)).toBeGreaterThan(0.04)
  expect(by(380, 200)).toBe(0)
})

it('the deeper a fold is, the darker it is painted', async () => {
  const by = await accented({
    light: (x, y) => (isFold(x, y) ? 0.56 : isFold(x, y - 60) ? 0.5 : 0.6),
  })
  expect(by(380, 120)).toBeLessThan(-0.03)
  expect(by(380, 180)).toBeLessThan(by(380, 120) - 0.02)
})

it('beside a shadow that is painted there is none: its border would be drawn three times', async () => {
  const light = (_: number, y: number) => (y < 120 ? 0.66 : 0.54)
  const lost = await accented({ light, paint: () => 0.6 })
  expect(lost(380, 124)).toBeLessThan(-0.03)
  const shown = await accented({ light, paint: light })
  for (const down of [112, 116, 119, 120, 124, 128]) expect(shown(380, down)).toBe(0)
})

it('a blot on cloth is none, whereas a stone of the ground is', async () => {
  const isRound = (x: number, y: number) => Math.hypot(x - 380, y - 120) < 7
  const by = await accented({
    light: (x, y) => (isRound(x, y) || isRound(x + 250, y) ? 0.5 : 0.6),
  })
  expect(by(380, 120)).toBe(0)
  expect(by(130, 120)).toBeLessThan(-0.04)
})

it('where a pale garment ends above a dark one, or before the ground, there is neither', async () => {
  const by = await accented({
    light: (x, y) => [0.6, 0.9, 0.25][cellAt(x, y)] as number,
  })
  for (const across of [2, 5, 9]) {
    expect([by(380, 250 - across), by(380, 249 + across)]).toEqual([0, 0])
    expect([by(250 - across, 120), by(249 + across, 400)]).toEqual([0, 0])
  }
})

it('on cloth that differs all over only the deepest folds are accents', async () => {
  const isDeep = (x: number) => x > 400 && x < 408
  const ribbed = (x: number) => (Math.floor(x / 8) % 2 === 0 ? 0.55 : 0.66)
  const by = await accented({ light: (x) => (isDeep(x) ? 0.35 : ribbed(x)) })
  const row = Array.from({ length: 230 }, (_, k) => by(260 + k, 120))
  expect(by(404, 120)).toBeLessThan(-0.05)
  expect(row.filter((own) => own < 0).length).toBeLessThan(0.2 * row.length)
})

it('on a garment seen close up what is short is its weave, and no fold', async () => {
  const isShort = (x: number, y: number) => Math.abs(y - 120) < 2 && Math.abs(x - 380) < 6
  const light = (x: number, y: number) => (isShort(x, y) ? 0.5 : 0.6)
  const isPatch = (x: number, y: number) => Math.hypot(x - 380, y - 120) < 40
  const small = await accented({ light, cellOf: (x, y) => (isPatch(x, y) ? SHIRT : TROUSERS) })
  expect(small(380, 120)).toBeLessThan(-0.03)
  expect((await accented({ light }))(380, 120)).toBe(0)
})

it('what is out of focus must differ by more, as a camera’s noise does not', async () => {
  const light = (x: number, y: number) => (isFold(x + 250, y) ? 0.53 : 0.6)
  expect((await accented({ light }))(130, 120)).toBeLessThan(0)
  expect((await accented({ light, blur: 1 }))(130, 120)).toBe(0)
})

it('a hand that was drawn over a garment has no accents of what it covers', async () => {
  const light = (x: number, y: number) => (isFold(x, y) ? 0.5 : 0.6)
  const by = await accented({ light, isHand: (x, y) => isFold(x, y) && x < 380 })
  expect(by(370, 120)).toBe(0)
  expect(by(390, 120)).toBeLessThan(-0.05)
})

it('skin and patterns are neither garments nor ground', () => {
  const of = Uint32Array.of(0, 1, 2, 3)
  const kinds = Uint32Array.of(0, FIRST, PART, 0)
  const person = { widthPx: 4, heightPx: 1, values: Float32Array.of(0, 1, 1, 1) }
  const { kindAt, total } = accentPlaces({ of }, kinds, person, new Uint8Array(4), NO_LIMBS)
  expect([...kindAt]).toEqual([GROUND, GROUND + 1, 0, 0])
  expect(total).toBe(GROUND + 2)
  const limbs = accentPlaces({ of }, kinds, person, new Uint8Array(4), new Set([1]))
  expect([...limbs.kindAt]).toEqual([GROUND, 0, 0, 0])
})

it('a fold of colourless cloth takes the look’s own shade, and one of coloured cloth more of its colour', () => {
  const size = { widthPx: 2, heightPx: 1 }
  const colours = {
    ...size,
    lightness: Float32Array.of(0.9, 0.6),
    a: Float32Array.of(0, 0.1),
    b: new Float32Array(2),
  }
  const cel = new Cel({ ...size, of: new Uint32Array(2), total: 1 }, colours)
  const kindAt = new Uint32Array(2).fill(GROUND)
  drawAccents(cel, { kindAt, total: 2, by: Float32Array.of(-0.1, -0.1) }, SHADE, () => true)
  expect(cel.colours.b[0]).toBeCloseTo(-0.01, 5)
  expect(cel.colours.a[1]).toBeCloseTo(0.125, 5)
  expect(cel.colours.b[1]).toBe(0)
})
