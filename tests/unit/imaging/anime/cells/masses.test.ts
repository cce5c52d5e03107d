import { expect, it } from 'vitest'
import { withMasses } from '#core/imaging/tools/anime/cells/masses.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { okLabOf } from '../../../../fixtures/plain-paint.ts'
import { paint, testJob } from '../../made-pictures.ts'

const SIDE = 400
const LEAF = 10

/** Leaves in greens that are hardly unlike, and the numbers of their cells. */
function foliage(colourAt: (x: number, y: number) => readonly [number, number, number] | null) {
  const numbers = new Map<string, number>()
  const of = new Uint32Array(SIDE * SIDE)
  const picture = paint(SIDE, SIDE, (x, y) => {
    const [u, v] = [Math.floor(x / LEAF), Math.floor(y / LEAF)]
    const by = ((u * 7 + v * 13) % 5) * 6
    const colour = colourAt(x, y) ?? ([60 + by, 110 + by, 50 + by] as const)
    const key = colourAt(x, y) === null ? `${u} ${v}` : 'object'
    if (!numbers.has(key)) numbers.set(key, numbers.size)
    of[y * SIDE + x] = numbers.get(key) ?? 0
    return [...colour]
  })
  const cells = kernels.connectCells({ widthPx: SIDE, heightPx: SIDE, of, total: numbers.size })
  return { picture: okLabOf(picture), cells }
}

const FAR = { worth: 0.15, blur: 1 }

const massesOf = ({ picture, cells }: ReturnType<typeof foliage>, kept = 0, by = FAR) => {
  const people = new Float32Array(SIDE * SIDE).fill(kept)
  return new Set(withMasses(testJob(), picture, cells, people, by).of).size
}

it('leaves behind people become masses', () => {
  const leaves = foliage(() => null)
  expect(leaves.cells.total).toBeGreaterThan(1000)
  expect(massesOf(leaves)).toBeLessThan(leaves.cells.total / 20)
})

it('a look that simplifies less keeps more of them apart', () => {
  const leaves = foliage(() => null)
  expect(massesOf(leaves, 0, { worth: 0.01, blur: 1 })).toBeGreaterThan(2 * massesOf(leaves))
})

it('people keep every cell that they have', () => {
  const leaves = foliage(() => null)
  expect(massesOf(leaves, 1)).toBe(leaves.cells.total)
})

it.each([
  ['a ball', (x: number, y: number) => Math.hypot(x - 200, y - 200) < 12],
  ['a thin post', (x: number, y: number) => Math.abs(x - 205) < 2 && y > 100 && y < 300],
])('%s among leaves stays what it is', (_, isThere) => {
  const { picture, cells } = foliage((x, y) => (isThere(x, y) ? [225, 60, 50] : null))
  const masses = withMasses(testJob(), picture, cells, new Float32Array(SIDE * SIDE), FAR)
  const own = masses.of[200 * SIDE + 205]
  const inside: number[] = []
  const outside: number[] = []
  masses.of.forEach((mass, at) => {
    if (mass === own) (isThere(at % SIDE, Math.floor(at / SIDE)) ? inside : outside).push(at)
  })
  expect(inside.length).toBeGreaterThan(400)
  expect(outside).toEqual([])
})

it('where nobody is things are told apart that would be one behind people', () => {
  const { picture, cells } = foliage((x, y) =>
    Math.hypot(x - 200, y - 200) < 12 ? [98, 148, 88] : null,
  )
  const people = new Float32Array(SIDE * SIDE)
  const behind = withMasses(testJob(), picture, cells, people, FAR)
  const alone = withMasses(testJob(), picture, cells, people, FAR, undefined, true)
  expect(new Set(alone.of).size).toBeGreaterThan(new Set(behind.of).size)
})
