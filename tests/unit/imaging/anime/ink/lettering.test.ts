import { expect, it } from 'vitest'
import { nobody } from '#core/imaging/portrait/people.ts'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { drawLettering, papersOf } from '#core/imaging/tools/anime/ink/draw-lettering.ts'
import { letteringIn } from '#core/imaging/tools/anime/ink/lettering.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { SIDE as FACE_SIDE } from '../../made-face.ts'
import { largestDifference, paint } from '../../made-pictures.ts'
import { colourAt, drawn, plain } from '../../painted-face.ts'

const SIDE = 400
const PAPER = 0.9
const INK = 0.3

type LightAt = (x: number, y: number) => number

const planeOf = (lightAt: LightAt) =>
  Float32Array.from({ length: SIDE * SIDE }, (_, at) => lightAt(at % SIDE, Math.floor(at / SIDE)))

const pictureOf = (lightAt: LightAt) => ({
  widthPx: SIDE,
  heightPx: SIDE,
  lightness: planeOf(lightAt),
  a: new Float32Array(SIDE * SIDE),
  b: new Float32Array(SIDE * SIDE),
})

const onOneFoot: (which: number) => number = () => 0
/** Letters H of 10 by 12 px with strokes of 2, one every 14 px; `drop` says how much lower each of them stands. */
const isLetter = (x: number, y: number, count = 6, drop = onOneFoot): boolean => {
  const which = Math.floor((x - 100) / 14)
  if (which < 0 || which >= count) return false
  const [across, down] = [(x - 100) % 14, y - 200 - drop(which)]
  if (across >= 10 || down < 0 || down >= 12) return false
  return across < 2 || across >= 8 || (down >= 5 && down < 7)
}

const everywhere = () => true
function found(lightAt: LightAt, isFree: (at: number) => boolean = everywhere) {
  const picture = pictureOf(lightAt)
  const luma = { widthPx: SIDE, heightPx: SIDE, values: picture.lightness }
  return letteringIn(kernels, luma, () => picture, isFree)
}

it('a row of letters on a plain sign is one line, dark on light and light on dark', () => {
  for (const [paper, ink] of [
    [PAPER, INK],
    [INK, PAPER],
  ] as const) {
    const lines = found((x, y) => (isLetter(x, y) ? ink : paper))
    expect(lines).toHaveLength(1)
    const [line] = lines
    expect(line?.ground).toBeCloseTo(paper, 5)
    expect(line?.letters).toBeCloseTo(ink, 5)
    expect(line?.left).toBeLessThan(100)
    expect(line?.right).toBeGreaterThan(179)
  }
})

it('two things beside each other are no letters, nor such as stand at any height, as leaves do', () => {
  expect(found((x, y) => (isLetter(x, y, 2) ? INK : PAPER))).toHaveLength(0)
  const leaves = (which: number) => (which % 2) * 7
  expect(found((x, y) => (isLetter(x, y, 6, leaves) ? INK : PAPER))).toHaveLength(0)
})

it('windows in a row, and slats of a fence, are no letters: they are narrower', () => {
  // Every other one has a bar at its foot, and is as wide as a letter.
  const isBar = (x: number, y: number, footPx: number) => {
    const which = Math.floor((x - 100) / 12)
    if (which < 0 || which >= 6 || y < 200 || y >= 216) return false
    return (x - 100) % 12 < (which % 2 === 1 && y >= 213 ? footPx : 4)
  }
  expect(found((x, y) => (isBar(x, y, 4) ? INK : PAPER))).toHaveLength(0)
  expect(found((x, y) => (isBar(x, y, 10) ? INK : PAPER))).toHaveLength(1)
})

it('faint marks are no letters, nor are there any before a ground that is not plain', () => {
  expect(found((x, y) => (isLetter(x, y) ? PAPER - 0.15 : PAPER))).toHaveLength(0)
  const uneven = (x: number, y: number) => 0.62 + (x % 7) * 0.05 + (y % 5) * 0.03
  expect(found((x, y) => (isLetter(x, y) ? INK : uneven(x, y)))).toHaveLength(0)
})

it('nothing is looked for where it may not be', () => {
  const isLeft = (at: number) => at % SIDE < 150
  expect(found((x, y) => (isLetter(x, y) ? INK : PAPER), isLeft)).toHaveLength(0)
})

it('letters are drawn as they are seen, on the paint of the sign, where cells had made scraps of them', () => {
  const picture = pictureOf((x, y) => (isLetter(x, y) ? INK : PAPER))
  const isScrap = (x: number, y: number) => x >= 112 && x < 170 && y >= 203 && y < 209
  const of = Uint32Array.from(planeOf((x, y) => (isScrap(x, y) ? 1 : 0)))
  const before = planeOf((x, y) => (isScrap(x, y) ? 0.6 : PAPER))
  // The look has made all paint somewhat darker.
  const lightness = before.map((light) => light - 0.1)
  const size = { widthPx: SIDE, heightPx: SIDE }
  const cel = new Cel({ ...size, of, total: 2 }, { ...picture, lightness })
  const lines = found((x, y) => (isLetter(x, y) ? INK : PAPER))
  drawLettering(cel, picture, papersOf(cel, picture, before, lines))
  const at = (x: number, y: number) => cel.colours.lightness[y * SIDE + x]
  for (let x = 98; x < 184; x++)
    expect(at(x, 205)).toBeCloseTo((isLetter(x, 205) ? INK : PAPER) - 0.1, 4)
  expect(cel.bare[205 * SIDE + 140]).toBe(1)
  expect(cel.bare[100 * SIDE + 140]).toBe(0)
})

it('the paint of a sign is not taken from a detail that was drawn on it', () => {
  const picture = pictureOf((x, y) => (isLetter(x, y) ? INK : PAPER))
  const before = planeOf(() => 0.7)
  // The detail lies where paint is nearest to the sign.
  const detail = 205 * SIDE + 97
  before[detail] = PAPER
  const size = { widthPx: SIDE, heightPx: SIDE }
  const cells = { ...size, of: new Uint32Array(SIDE * SIDE), total: 1 }
  const cel = new Cel(cells, { ...picture, lightness: before.slice() })
  cel.colours.lightness[detail] = 0.1
  cel.bare[detail] = 1
  const lines = found((x, y) => (isLetter(x, y) ? INK : PAPER))
  const [letters] = papersOf(cel, picture, before, lines)
  expect(letters?.paper.light).toBeCloseTo(PAPER, 4)
})

it('letters of a sign are the same in a preview whose slider moved as in one made anew', async () => {
  const sign = paint(FACE_SIDE, FACE_SIDE, (x, y) => {
    const light = isLetter(x, y) ? 60 : 225
    return [light, light, light]
  })
  const seen = () => kernels.okLab(sign)
  expect(letteringIn(kernels, kernels.luma(sign), seen, everywhere)).toHaveLength(1)
  const previews = {}
  const opened = await drawn(sign, nobody, { ...plain, strength: 0.3 }, previews)
  const moved = await drawn(sign, nobody, plain, previews)
  const fresh = await drawn(sign, nobody, plain)
  expect(largestDifference(moved.rgba, fresh.rgba)).toBe(0)
  // Between two letters and on one of them.
  const [paper, letter] = [colourAt(moved, 111, 205), colourAt(moved, 101, 205)]
  expect(letter[0]).toBeLessThan(paper[0] - 60)
  expect(colourAt(opened, 101, 205)[0]).toBeLessThan(paper[0] - 60)
})
