import { expect, it } from 'vitest'
import { nearestLabels } from '#core/imaging/hand-parts/shortest-ways.ts'

const grid = { width: 9, height: 1 }
const seeds = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 2)

it('parts a grid in the middle where nothing lies between', () => {
  const labels = nearestLabels(grid, seeds, () => 1)
  expect([...labels].toSpliced(4, 1)).toEqual([1, 1, 1, 1, 2, 2, 2, 2])
})

it('parts it at an edge that is dear to cross', () => {
  const labels = nearestLabels(grid, seeds, (_, from, to) => (Math.min(from, to) === 1 ? 20 : 1))
  expect([...labels]).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 2])
})

it('lets a label go farther where it is cheaper for it', () => {
  const labels = nearestLabels(grid, seeds, (label) => (label === 1 ? 1 : 6))
  expect([...labels]).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 2])
})

it('leaves places without a label where there are no seeds', () => {
  expect([...nearestLabels(grid, new Uint8Array(9), () => 1)]).toEqual(Array(9).fill(0))
})
