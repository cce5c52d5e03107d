import type { CellBorders, Cells, Kernels } from '../../../kernels/kernels.ts'
import type { OkLabPicture } from './study.ts'

export type { Cells }

export function sizesOf({ of, total }: Cells): Uint32Array {
  const sizes = new Uint32Array(total)
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    sizes[cell] = (sizes[cell] as number) + 1
  }
  return sizes
}

/** The mean colour of each cell, by its number. */
export type Means = Readonly<Record<'lightness' | 'a' | 'b', Float64Array>>

/** @param sizes of {@link sizesOf} */
export function meansOf(picture: OkLabPicture, { of, total }: Cells, sizes: Uint32Array): Means {
  const sums = () => new Float64Array(total)
  const means = { lightness: sums(), a: sums(), b: sums() }
  const { lightness, a, b } = means
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    lightness[cell] = (lightness[cell] as number) + (picture.lightness[at] as number)
    a[cell] = (a[cell] as number) + (picture.a[at] as number)
    b[cell] = (b[cell] as number) + (picture.b[at] as number)
  }
  for (let cell = 0; cell < total; cell++) {
    const size = Math.max(1, sizes[cell] as number)
    lightness[cell] = (lightness[cell] as number) / size
    a[cell] = (a[cell] as number) / size
    b[cell] = (b[cell] as number) / size
  }
  return means
}

/**
 * Gives each cell that is too small to the neighbour it has the longest border with.
 * @param cells that hang together
 * @param minPx of a cell that holds the pixel
 * @param within a number for each pixel: neighbours meet only within one of them that is not 0
 */
export function withoutSpecks(
  kernels: Kernels,
  cells: Cells,
  minPx: (at: number) => number,
  within?: Uint32Array<ArrayBuffer>,
): Cells {
  const { of, total } = cells
  const sizes = sizesOf(cells)
  const isSpeck = new Uint8Array(total)
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    if ((sizes[cell] as number) < minPx(at)) isSpeck[cell] = 1
  }
  const goes = Uint32Array.from({ length: total }, (_, cell) => cell)
  const rootOf = (cell: number): number => {
    let here = cell
    while (goes[here] !== here) here = goes[here] as number
    return here
  }
  const { order, from, beside, lengthPx } = meetingsOf(
    kernels.meetCells(cells, undefined, within),
    isSpeck,
  )
  for (const speck of order.sort((a, b) => (sizes[a] as number) - (sizes[b] as number))) {
    let [best, length] = [speck, 0]
    for (let k = from[speck] as number; k < (from[speck + 1] as number); k++) {
      const [other, px] = [beside[k] as number, lengthPx[k] as number]
      if (px > length && rootOf(other) !== rootOf(speck)) [best, length] = [other, px]
    }
    goes[rootOf(speck)] = rootOf(best)
  }
  return renumbered(cells, rootOf)
}

/** Whom each speck meets, and along how many pixels: `from` its own number up to the next one's. */
interface Meetings {
  /** Specks in the order in which they are met. */
  readonly order: number[]
  readonly from: Uint32Array
  readonly beside: Uint32Array
  readonly lengthPx: Uint32Array
}

function meetingsOf({ one, other, lengthPx, total }: CellBorders, isSpeck: Uint8Array): Meetings {
  const order: number[] = []
  const from = new Uint32Array(isSpeck.length + 1)
  for (let border = 0; border < total; border++) {
    for (const cell of [one[border] as number, other[border] as number]) {
      if (isSpeck[cell] === 0) continue
      if (from[cell + 1] === 0) order.push(cell)
      from[cell + 1] = (from[cell + 1] as number) + 1
    }
  }
  for (let cell = 0; cell < isSpeck.length; cell++) {
    from[cell + 1] = (from[cell + 1] as number) + (from[cell] as number)
  }
  const next = from.slice()
  const count = from[isSpeck.length] as number
  const meetings = { order, from, beside: new Uint32Array(count), lengthPx: new Uint32Array(count) }
  const note = (cell: number, beside: number, px: number) => {
    if (isSpeck[cell] === 0) return
    const at = next[cell] as number
    next[cell] = at + 1
    meetings.beside[at] = beside
    meetings.lengthPx[at] = px
  }
  for (let border = 0; border < total; border++) {
    const [first, second] = [one[border] as number, other[border] as number]
    note(first, second, lengthPx[border] as number)
    note(second, first, lengthPx[border] as number)
  }
  return meetings
}

/** Cells by other numbers below the same total; several may get one. */
export function renumbered(cells: Cells, numberOf: (cell: number) => number): Cells {
  const numbers = Uint32Array.from({ length: cells.total }, (_, cell) => numberOf(cell))
  const of = new Uint32Array(cells.of.length)
  for (let at = 0; at < of.length; at++) of[at] = numbers[cells.of[at] as number] as number
  return { ...cells, of }
}
