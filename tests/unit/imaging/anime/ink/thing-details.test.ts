import { expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { drawDetails } from '#core/imaging/tools/anime/ink/details.ts'
import { addThings, THING_SHORTEST } from '#core/imaging/tools/anime/ink/thing-details.ts'
import { testJob } from '../../made-pictures.ts'

const SIDE = 500
const FUR = 0.62

/** What is drawn on grey fur that is painted in one colour. @param lightAt what is seen @param blur thousandths */
function drawnOn(lightAt: (x: number, y: number) => number, blur = 0) {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const plane = (valueAt: (x: number, y: number) => number) =>
    Float32Array.from({ length: SIDE * SIDE }, (_, at) => valueAt(at % SIDE, Math.floor(at / SIDE)))
  const none = () => plane(() => 0)
  const seen = { ...size, lightness: plane(lightAt), a: none(), b: none() }
  const colours = { ...size, lightness: plane(() => FUR), a: none(), b: none() }
  const cells = { ...size, of: new Uint32Array(SIDE * SIDE), total: 1 }
  const cel = new Cel(cells, colours, new Uint32Array(1))
  const block = (value: number) => ({
    widthPx: 10,
    heightPx: 10,
    values: new Float32Array(100).fill(value),
  })
  const places = { ...size, values: none() }
  const job = testJob()
  const isSure = addThings(job, places, { blur: block(blur), leaves: block(0) })
  const noCloth = new Uint8Array(SIDE * SIDE)
  const shadedAt = new Uint16Array(SIDE * SIDE)
  const dark = { lines: plane(() => 1), isDark: noCloth, by: 0, isLit: noCloth, shadedAt }
  const before = plane(() => FUR)
  drawDetails(
    job,
    cel,
    seen,
    before,
    places,
    () => THING_SHORTEST,
    () => false,
    dark,
    isSure,
  )
  return (x: number, y: number) => cel.colours.lightness[y * SIDE + x] as number
}

const isDisc = (x: number, y: number, radius: number) => Math.hypot(x - 250, y - 250) < radius

it('the eye of an animal is drawn, though paint has lost it', () => {
  const at = drawnOn((x, y) => (isDisc(x, y, 5) ? 0.25 : FUR))
  expect(at(250, 250)).toBeLessThan(FUR - 0.2)
  expect(at(300, 300)).toBeCloseTo(FUR, 5)
})

it('a tuft that is hardly darker than its fur is none, and a speck is none either', () => {
  expect(drawnOn((x, y) => (isDisc(x, y, 5) ? FUR - 0.14 : FUR))(250, 250)).toBeCloseTo(FUR, 5)
  expect(drawnOn((x, y) => (isDisc(x, y, 1.5) ? 0.1 : FUR))(250, 250)).toBeCloseTo(FUR, 5)
})

it('nothing small is drawn where the picture is out of focus', () => {
  expect(drawnOn((x, y) => (isDisc(x, y, 5) ? 0.25 : FUR), 3)(250, 250)).toBeCloseTo(FUR, 5)
})
