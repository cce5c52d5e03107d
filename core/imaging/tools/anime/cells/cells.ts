import type { Cells } from '../../../../kernels/cells.ts'
import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { withValues } from '../../../../pixels/with-values.ts'

export type { Cells }

export function sizesOf({ of, total }: Cells): Uint32Array {
  const sizes = new Uint32Array(total)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const cell = of[at] as number
      sizes[cell] = (sizes[cell] as number) + 1
    }
  })
  return sizes
}

/** The mean colour of each cell, by its number. */
export type Means = Readonly<Record<'lightness' | 'a' | 'b', Float64Array>>

/** With how many pixels each has. */
export type SizedMeans = Means & { readonly sizes: Uint32Array }

/**
 * Gives each cell that is too small to the neighbour it has the longest border with.
 * @param cells that hang together
 * @param minPx of a cell that holds the pixel
 * @param within a number for each pixel: neighbours meet only within one of them that is not 0
 */
export function withoutSpecks(
  kernels: Pick<Kernels, 'dropSpecks'>,
  cells: Cells,
  minPx: (at: number) => number,
  within?: Uint32Array<ArrayBuffer>,
): Cells {
  const { of } = cells
  const leastPx = new Float64Array(cells.total)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const px = minPx(at)
      const cell = of[at] as number
      if (px > (leastPx[cell] as number)) leastPx[cell] = px
    }
  })
  return kernels.dropSpecks(cells, leastPx, within)
}

/** Cells by other numbers below the same total; several may get one. */
export function renumbered(cells: Cells, numberOf: (cell: number) => number): Cells {
  const numbers = withValues(new Uint32Array(cells.total), numberOf)
  const before = cells.of
  const of = new Uint32Array(before.length)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) of[at] = numbers[before[at] as number] as number
  })
  return { ...cells, of }
}
