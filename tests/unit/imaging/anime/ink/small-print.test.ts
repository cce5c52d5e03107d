import { expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { FIRST, PART } from '#core/imaging/tools/anime/cloth/cloth-kinds.ts'
import { printPapers } from '#core/imaging/tools/anime/cloth/print-papers.ts'
import { drawSmallPrint } from '#core/imaging/tools/anime/ink/small-print.ts'

const SIDE = 400
const WHITE = 0.92
const BLOT = 0.6

type At = (x: number, y: number) => boolean

const planeOf = (valueAt: (x: number, y: number) => number) =>
  Float32Array.from({ length: SIDE * SIDE }, (_, at) => valueAt(at % SIDE, Math.floor(at / SIDE)))

/**
 * A white shirt, painted with a grey blot of its own cell, and what is drawn on it.
 * @param isInk where what is seen is dark
 * @param isBlot where paint has a blot
 * @param isShirt where it is
 */
function shirtWith(isInk: At, isBlot: At = () => false, isShirt: At = () => true, isCalm = 1) {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const none = () => new Float32Array(SIDE * SIDE)
  const of = Uint32Array.from(planeOf((x, y) => (isBlot(x, y) ? 1 : isShirt(x, y) ? 0 : 2)))
  const painted = planeOf((x, y) => (isBlot(x, y) ? BLOT : isShirt(x, y) ? WHITE : 0.3))
  const seen = planeOf((x, y) => (isInk(x, y) ? 0.2 : isShirt(x, y) ? WHITE : 0.3))
  const cells = { ...size, of, total: 3 }
  const kinds = Uint32Array.of(FIRST + 1, PART, 0)
  const own = Uint8Array.from(planeOf((x, y) => (isShirt(x, y) ? 1 : 0)))
  const papers = printPapers(cells, { kinds, isCalm: Uint8Array.of(0, isCalm) }, own, 20)
  const cel = new Cel(cells, { ...size, lightness: painted.slice(), a: none(), b: none() })
  const fine = { ...size, lightness: seen, a: none(), b: none() }
  drawSmallPrint(cel, fine, painted, papers)
  return (x: number, y: number) => cel.colours.lightness[y * SIDE + x] as number
}

/** The stem of a letter. */
const isStem: At = (x, y) => x >= 200 && x < 203 && y >= 200 && y < 209

it('small letters on plain cloth are drawn as they are seen', () => {
  const at = shirtWith(isStem)
  expect(at(201, 204)).toBeCloseTo(0.2, 2)
  expect(at(206, 204)).toBeCloseTo(WHITE, 5)
})

it('what paint had made of a letter is paper again about it', () => {
  const at = shirtWith(isStem, (x, y) => x >= 198 && x < 206 && y >= 199 && y < 210)
  expect(at(201, 204)).toBeCloseTo(0.2, 2)
  expect(at(204, 204)).toBeCloseTo(WHITE, 5)
})

it('no fold is print, nor a speck, nor what lies at the edge of a shirt', () => {
  const isFold: At = (x, y) => x >= 200 && x < 203 && y >= 100 && y < 300
  expect(shirtWith(isFold)(201, 204)).toBeCloseTo(WHITE, 5)
  expect(shirtWith((x, y) => x === 200 && y === 200)(200, 200)).toBeCloseTo(WHITE, 5)
  const edge = shirtWith(isStem, undefined, (x) => x < 203)
  expect(edge(201, 204)).toBeCloseTo(WHITE, 5)
})

it('nothing is drawn on cloth that is not plain', () => {
  expect(shirtWith(isStem, undefined, undefined, 0)(201, 204)).toBeCloseTo(WHITE, 5)
})

it("letters that touch the picture's two sides are two, not one as wide as the picture", () => {
  const isLeft: At = (x, y) => (x >= 2 && x < 10 && y >= 200 && y < 210) || (x < 2 && y === 205)
  const isRight: At = (x, y) =>
    (x >= SIDE - 10 && x < SIDE - 2 && y >= 200 && y < 210) || (x >= SIDE - 2 && y === 204)
  const at = shirtWith((x, y) => isLeft(x, y) || isRight(x, y))
  expect(at(5, 204)).toBeCloseTo(0.2, 2)
  expect(at(SIDE - 5, 204)).toBeCloseTo(0.2, 2)
})
