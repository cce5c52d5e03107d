import type { Cells } from '../../../kernels/kernels.ts'
import { type Borders, bordersOf } from './borders.ts'
import type { OkLabPicture } from './study.ts'

export type { Cells }

/** Cells whose pixels all hang together: what lies apart gets a number of its own. */
export function connected({ widthPx, heightPx, of }: Cells): Cells {
  // Runs of a row that meet belong together: the first run of each is its root.
  const root = new Uint32Array(of.length)
  const rootOf = (at: number): number => {
    let here = at
    while (root[here] !== here) {
      const above = root[root[here] as number] as number
      root[here] = above
      here = above
    }
    return here
  }
  for (let at = 0, x = 0; at < of.length; at++) {
    const cell = of[at]
    const isLeft = x !== 0 && of[at - 1] === cell
    const isAbove = at >= widthPx && of[at - widthPx] === cell
    if (isLeft && isAbove && root[at - 1] !== root[at - widthPx]) {
      const [one, other] = [rootOf(at - 1), rootOf(at - widthPx)]
      root[Math.max(one, other)] = Math.min(one, other)
      root[at] = Math.min(one, other)
    } else if (isLeft) root[at] = root[at - 1] as number
    else if (isAbove) root[at] = root[at - widthPx] as number
    else root[at] = at
    x = x === widthPx - 1 ? 0 : x + 1
  }
  // A root comes before all that hang on it.
  const numbers = new Uint32Array(of.length)
  let total = 0
  for (let at = 0; at < of.length; at++) {
    const first = rootOf(at)
    numbers[at] = first === at ? total++ : (numbers[first] as number)
  }
  return { widthPx, heightPx, of: numbers, total }
}

export function sizesOf({ of, total }: Cells): Uint32Array {
  const sizes = new Uint32Array(total)
  for (const cell of of) sizes[cell] = (sizes[cell] as number) + 1
  return sizes
}

/** The mean colour of each cell, by its number. */
export type Means = Readonly<Record<'lightness' | 'a' | 'b', Float64Array>>

/** @param sizes of {@link sizesOf} */
export function meansOf(picture: OkLabPicture, { of, total }: Cells, sizes: Uint32Array): Means {
  const mean = (plane: Float32Array) => {
    const sums = new Float64Array(total)
    for (let at = 0; at < of.length; at++) {
      const cell = of[at] as number
      sums[cell] = (sums[cell] as number) + (plane[at] as number)
    }
    return sums.map((sum, cell) => sum / Math.max(1, sizes[cell] as number))
  }
  return { lightness: mean(picture.lightness), a: mean(picture.a), b: mean(picture.b) }
}

/**
 * Gives each cell that is too small to the neighbour it has the longest border with.
 * @param cells that hang together
 * @param minPx of a cell that holds the pixel
 */
export function withoutSpecks(cells: Cells, minPx: (at: number) => number): Cells {
  const { of, total } = cells
  const sizes = sizesOf(cells)
  const isSpeck = new Uint8Array(total)
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    if ((sizes[cell] as number) < minPx(at)) isSpeck[cell] = 1
  }
  const borders = bordersOf(cells)
  const goes = Uint32Array.from({ length: total }, (_, cell) => cell)
  const rootOf = (cell: number): number => {
    let here = cell
    while (goes[here] !== here) here = goes[here] as number
    return here
  }
  const meeting = bordersOfSpecks(borders, isSpeck)
  const order = [...meeting.keys()].sort((a, b) => (sizes[a] as number) - (sizes[b] as number))
  for (const speck of order) {
    let [best, length] = [speck, 0]
    for (const border of meeting.get(speck) ?? []) {
      const { one, other, lengthPx } = borders
      const beside = (one[border] === speck ? other[border] : one[border]) as number
      const px = lengthPx[border] as number
      if (px > length && rootOf(beside) !== rootOf(speck)) [best, length] = [beside, px]
    }
    goes[rootOf(speck)] = rootOf(best)
  }
  return renumbered(cells, rootOf)
}

/** The borders of each speck, specks in the order in which they are met. */
function bordersOfSpecks({ one, other, total }: Borders, isSpeck: Uint8Array) {
  const meeting = new Map<number, number[]>()
  for (let border = 0; border < total; border++) {
    for (const cell of [one[border] as number, other[border] as number]) {
      if (isSpeck[cell] === 0) continue
      const known = meeting.get(cell)
      if (known === undefined) meeting.set(cell, [border])
      else known.push(border)
    }
  }
  return meeting
}

/** Cells by other numbers below the same total; several may get one. */
export function renumbered(cells: Cells, numberOf: (cell: number) => number): Cells {
  const numbers = Uint32Array.from({ length: cells.total }, (_, cell) => numberOf(cell))
  const of = new Uint32Array(cells.of.length)
  for (let at = 0; at < of.length; at++) of[at] = numbers[cells.of[at] as number] as number
  return { ...cells, of }
}
