import { expect, it } from 'vitest'
import {
  freeCells,
  softenBackground,
} from '#core/imaging/tools/anime/background/soft-background.ts'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { groundsOf } from '#core/imaging/tools/anime/focus.ts'
import { paint, testJob } from '../../made-pictures.ts'

const SIDE = 300

/** Discs in two greys: sharp ones on the left, blurred ones on the right. */
const discs = (softPx: (x: number) => number) =>
  paint(SIDE, SIDE, (x, y) => {
    const [u, v] = [(x % 60) - 30, (y % 60) - 30]
    const away = (18 - Math.hypot(u, v)) / Math.max(0.2, softPx(x))
    const light = 70 + 120 / (1 + Math.exp(-1.7 * away))
    return [light, light, light]
  })

const meanWhere = (
  { values, widthPx }: { readonly values: Float32Array; readonly widthPx: number },
  isThere: (share: number) => boolean,
) => {
  const there = values.filter((_, at) => isThere((at % widthPx) / widthPx))
  return there.reduce((sum, value) => sum + value, 0) / there.length
}

it('a photo is out of focus where its edges are wide, and nowhere else', () => {
  const { blur } = groundsOf(
    testJob(),
    discs((x) => (x < SIDE / 2 ? 0 : 2.4)),
    null,
  )
  expect(meanWhere(blur, (x) => x < 0.4)).toBeLessThan(0.1)
  expect(meanWhere(blur, (x) => x > 0.6)).toBeGreaterThan(2.5)
})

it('a wall without edges is not known to be out of focus', () => {
  const wall = paint(SIDE, SIDE, (x) => [150 + x / 30, 150 + x / 30, 150 + x / 30])
  const { blur } = groundsOf(testJob(), wall, null)
  expect(Math.max(...blur.values)).toBe(0)
})

it('people hide how sharp they are', () => {
  const isThere = (x: number) => x > 60 && x < 120
  const picture = paint(SIDE, SIDE, (x, y) => {
    if (isThere(x)) return (x + y) % 6 < 3 ? [0, 0, 0] : [255, 255, 255]
    const light = 120 + 60 * Math.sin(x / 8) * Math.sin(y / 8)
    return [light, light, light]
  })
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, at) => (isThere(at % SIDE) ? 1 : 0))
  const person = { widthPx: SIDE, heightPx: SIDE, values }
  const near = (share: number) => share > 0.42 && share < 0.46
  expect(meanWhere(groundsOf(testJob(), picture, person).blur, near)).toBeGreaterThan(3)
  expect(meanWhere(groundsOf(testJob(), picture, null).blur, near)).toBeLessThan(2)
})

/** Three stripes of paint: two of background and one of somebody. */
function softened(isKept: (cell: number) => boolean, shares = [0, 0, 1], isHead = 0, share = 1) {
  const of = Uint32Array.from({ length: SIDE * SIDE }, (_, at) => Math.floor((at % SIDE) / 100))
  const lightness = Float32Array.from(of, (cell) => [0.2, 0.8, 0.5][cell] ?? 0)
  const [a, b] = [new Float32Array(of.length), new Float32Array(of.length)]
  const cells = { widthPx: SIDE, heightPx: SIDE, of, total: 3 }
  const cel = new Cel(cells, { widthPx: SIDE, heightPx: SIDE, lightness, a, b })
  const blur = { widthPx: 50, heightPx: 50, values: new Float32Array(2500).fill(10) }
  const person = Float32Array.from(of, (cell) => shares[cell] ?? 0)
  const heads = new Uint8Array(of.length).fill(isHead)
  softenBackground(testJob(), cel, cells, blur, freeCells(cells, person, isKept, heads), share)
  return cel
}

it('paint out of focus has no border and no ink, and people stay sharp', () => {
  const { colours, cells, bare } = softened(() => false)
  const row = (x: number) => colours.lightness[150 * SIDE + x] ?? 0
  for (let x = 80; x < 120; x++) expect(Math.abs(row(x + 1) - row(x))).toBeLessThan(0.12)
  expect(row(98)).toBeGreaterThan(0.25)
  expect(row(199)).toBeGreaterThan(0.75)
  expect(row(200)).toBe(0.5)
  expect(cells[150 * SIDE + 50]).toBe(cells[150 * SIDE + 150])
  expect(cells[150 * SIDE + 250]).toBe(2)
  expect([bare[150 * SIDE + 50], bare[150 * SIDE + 250]]).toEqual([1, 0])
})

it('a look that keeps less of the softness paints borders harder', () => {
  const stepOf = (share: number) => {
    const { colours } = softened(() => false, [0, 0, 1], 0, share)
    return (colours.lightness[150 * SIDE + 101] ?? 0) - (colours.lightness[150 * SIDE + 98] ?? 0)
  }
  expect(stepOf(0.4)).toBeGreaterThan(1.3 * stepOf(1))
})

it('what people wear stays sharp, whatever the mask says', () => {
  const { colours } = softened((cell) => cell === 1)
  expect(colours.lightness[150 * SIDE + 101]).toBeCloseTo(0.8, 5)
  expect(colours.lightness[150 * SIDE + 98]).toBeCloseTo(0.2, 5)
})

it('what a loose mask of people takes along about a head is soft, and elsewhere it stays sharp', () => {
  const at = 150 * SIDE + 101
  const lightOf = (isHead: number) =>
    softened(() => false, [0, 0.5, 1], isHead).colours.lightness[at] ?? 0
  expect(lightOf(1)).toBeLessThan(0.75)
  expect(lightOf(0)).toBeCloseTo(0.8, 5)
})
