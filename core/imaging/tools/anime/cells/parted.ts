import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { type Cells, sizesOf } from './cells.ts'

/** A cell that lies on both sides with at least this share of it is cut in two. */
const BOTH = 0.12
/** Smaller cells than this share of the picture are one thing or the other. */
const LARGE = 0.01

/**
 * Cuts cells where people end: a dark suit before a dark wall is still a suit.
 * @param person where people are, 0..1
 */
export function partedBy(kernels: Kernels, cells: Cells, person: Float32Array): Cells {
  const sizes = sizesOf(cells)
  const { total } = cells
  const of = cells.of.slice()
  const inside = new Uint32Array(total)
  inParts(person.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if ((person[at] as number) <= 0.5) continue
      const cell = of[at] as number
      inside[cell] = (inside[cell] as number) + 1
    }
  })
  const isParted = sizes.map((size, cell) => {
    const share = (inside[cell] as number) / Math.max(1, size)
    return size > LARGE * person.length && share > BOTH && share < 1 - BOTH ? 1 : 0
  })
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const cell = of[at] as number
      if (isParted[cell] === 1 && (person[at] as number) > 0.5) of[at] = cell + total
    }
  })
  return kernels.connectCells({ ...cells, of, total: total * 2 })
}
