import { expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { markLongLines } from '#core/imaging/tools/anime/ink/long-lines.ts'

const SIDE = 200

/** Two walls side by side. */
function walls(person: Float32Array | null, bare = 0): Cel {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const of = Uint32Array.from({ length: SIDE * SIDE }, (_, at) => (at % SIDE < 100 ? 0 : 1))
  const plane = () => new Float32Array(of.length)
  const colours = { ...size, lightness: plane(), a: plane(), b: plane() }
  const cel = new Cel({ ...size, of, total: 2 }, colours)
  cel.bare.fill(bare)
  markLongLines(cel, person)
  return cel
}

const MIDDLE = 100 * SIDE

it('a long line is drawn within a wall of one colour, and where walls meet paint alone says it', () => {
  const { folds, shortest } = walls(null)
  expect(folds[MIDDLE + 50]).toBeGreaterThan(0.5)
  expect(shortest[MIDDLE + 50]).toBeGreaterThan(10)
  expect(folds[MIDDLE + 99]).toBe(0)
  expect(shortest[MIDDLE + 99]).toBe(0)
})

it('on people and on what is out of focus no such line is drawn', () => {
  expect(walls(new Float32Array(SIDE * SIDE).fill(1)).folds[MIDDLE + 50]).toBe(0)
  expect(walls(null, 1).folds[MIDDLE + 50]).toBe(0)
})
