import { expect, it } from 'vitest'
import { withFoliage } from '#core/imaging/tools/anime/cells/foliage.ts'
import { regionsOf } from '#core/imaging/tools/anime/cells/regions.ts'
import { groundsOf } from '#core/imaging/tools/anime/focus.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { okLabOf } from '../../../../fixtures/plain-paint.ts'
import { paint, testJob } from '../../made-pictures.ts'

const SIDE = 400
type Colour = readonly [number, number, number]

/** -1..1, the same for a place each time. */
function hashed(x: number, y: number): number {
  const h = Math.imul(Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263), 1_274_126_177)
  return ((h ^ (h >>> 15)) >>> 0) / 2_147_483_648 - 1
}

/** Leaves at all angles in light and dark; lighter on one side of the picture. */
const leafAt = (x: number, y: number, tint: Colour): Colour => {
  const [u, v] = [
    Math.round(x / 7 + hashed(x >> 3, y >> 3)),
    Math.round(y / 7 + hashed(y >> 3, x >> 3)),
  ]
  const light = 0.75 + 0.45 * hashed(u, v) + (x > SIDE / 2 ? 0.35 : 0)
  return [tint[0] * light, tint[1] * light, tint[2] * light]
}

function drawn(tint: Colour, thingAt: (x: number, y: number) => Colour | null = () => null) {
  const picture = paint(SIDE, SIDE, (x, y) => [...(thingAt(x, y) ?? leafAt(x, y, tint))])
  const lab = okLabOf(picture)
  const none = new Float32Array(SIDE * SIDE)
  const settings = { scale: 0.5, minPx: 20 }
  const cells = regionsOf(kernels, lab, settings, settings, none)
  return { lab, cells, leaves: groundsOf(testJob(), picture, null).leaves }
}

const paintedOf = ({ lab, cells, leaves }: ReturnType<typeof drawn>, kept = 0, isAlone = false) =>
  withFoliage(testJob(), lab, cells, leaves, new Float32Array(SIDE * SIDE).fill(kept), isAlone)

const countOf = (of: Uint32Array) => new Set(of).size

const GREEN: Colour = [70, 130, 50]

it('leaves are painted in a few clumps', () => {
  const wood = drawn(GREEN)
  expect(countOf(wood.cells.of)).toBeGreaterThan(300)
  expect(countOf(paintedOf(wood).of)).toBeLessThan(countOf(wood.cells.of) / 8)
})

it('the side that is lit is another clump than the one in the shade', () => {
  const { of } = paintedOf(drawn(GREEN))
  expect(of[200 * SIDE + 60]).not.toBe(of[200 * SIDE + 340])
})

it('where nobody is, leaves are painted in more clumps than behind people', () => {
  const wood = drawn(GREEN)
  const behind = countOf(paintedOf(wood).of)
  const alone = countOf(paintedOf(wood, 0, true).of)
  expect(alone).toBeGreaterThan(1.5 * behind)
  expect(alone).toBeLessThan(countOf(wood.cells.of) / 2)
})

it('where nobody is, a yellow bush before a wood is a bush', () => {
  const bushAt = (x: number, y: number) =>
    Math.hypot(x - 120, y - 200) < 60 ? leafAt(x, y, [120, 150, 50]) : null
  const { of } = paintedOf(drawn(GREEN, bushAt), 0, true)
  const inside = new Set<number | undefined>()
  const outside = new Set<number | undefined>()
  of.forEach((cell, at) => {
    const far = Math.hypot((at % SIDE) - 120, Math.floor(at / SIDE) - 200)
    if (far < 35) inside.add(cell)
    if (far > 85) outside.add(cell)
  })
  expect([...inside].filter((cell) => outside.has(cell))).toEqual([])
})

it('pebbles, and heads in a crowd, are no leaves', () => {
  const pebbles = drawn([110, 105, 100])
  expect(paintedOf(pebbles)).toBe(pebbles.cells)
})

it('a green wall with long joints is no hedge', () => {
  const wall = drawn(GREEN, (x, y) => (x % 40 < 4 || y % 40 < 4 ? [60, 90, 50] : [120, 190, 100]))
  expect(paintedOf(wall)).toBe(wall.cells)
})

it('people stay as they are', () => {
  const wood = drawn(GREEN)
  expect(paintedOf(wood, 1)).toBe(wood.cells)
})

it('a red ball among leaves stays a ball', () => {
  const isBall = (x: number, y: number) => Math.hypot(x - 200, y - 200) < 30
  const { of } = paintedOf(drawn(GREEN, (x, y) => (isBall(x, y) ? [220, 50, 40] : null)))
  const own = of[200 * SIDE + 200]
  let [inside, outside] = [0, 0]
  of.forEach((cell, at) => {
    if (cell !== own) return
    if (isBall(at % SIDE, Math.floor(at / SIDE))) inside++
    else outside++
  })
  expect(inside).toBeGreaterThan(2600)
  expect(outside).toBeLessThan(100)
})
