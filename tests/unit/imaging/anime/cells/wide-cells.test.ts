import { expect, it } from 'vitest'
import { fill } from '#core/imaging/tools/anime/cells/fill.ts'
import { evenCells, wideCells } from '#core/imaging/tools/anime/cells/wide-cells.ts'
import { kernels } from '../../../../fixtures/kernels.ts'

const SIDE = 120
const [SKY, BALL] = [0, 1]
const isBall = (x: number, y: number) => (x - 60) ** 2 + (y - 60) ** 2 < 40 ** 2

/** A ball before a sky, both of which get darker from the left to the right by so much. */
function scene(fallOff: number) {
  const places = Array.from({ length: SIDE * SIDE }, (_, at) => [at % SIDE, Math.floor(at / SIDE)])
  const of = Uint32Array.from(places, ([x = 0, y = 0]) => (isBall(x, y) ? BALL : SKY))
  const lightness = Float32Array.from(places, ([x = 0]) => 0.8 - (fallOff * x) / SIDE)
  const [a, b] = [new Float32Array(of.length), new Float32Array(of.length)]
  const size = { widthPx: SIDE, heightPx: SIDE }
  return { picture: { ...size, lightness, a, b }, cells: { ...size, of, total: 2 } }
}

it('a sky keeps its even fall-off of light, and a thing before it is of one colour', () => {
  const { picture, cells } = scene(0.4)
  expect([...wideCells(cells)]).toEqual([1, 0])
  const { lightness } = fill(kernels, picture, cells, 1)
  const at = (x: number, y: number) => lightness[y * SIDE + x] ?? 0
  expect(at(5, 5) - at(115, 5)).toBeGreaterThan(0.3)
  expect(at(40, 60)).toBeCloseTo(at(80, 60), 6)
})

it('a large thing is cut into light and shadow where light falls on it, and in even light it is not', () => {
  const lit = scene(0.4)
  expect(evenCells(lit.picture, lit.cells)[BALL]).toBe(0)
  const even = scene(0.05)
  expect(evenCells(even.picture, even.cells)[BALL]).toBe(1)
  expect(evenCells(lit.picture, lit.cells)[SKY]).toBe(1)
})
