import { withValues } from '../../../../pixels/with-values.ts'
import type { OkLabPicture } from '../study.ts'
import { type Cells, sizesOf } from './cells.ts'

/** A cell of at least this share of the picture may change its colour slowly: a sky, a wall. */
const WIDE = 0.03
/** A thing touches the picture's edge by no more than this share of its root. */
const EDGE = 0.1
/** Light that spreads no farther over a thing, OKLab, has no edge along which a shadow could be cut. */
const SPREAD = 0.05
/** Every so many pixels of a row and rows are looked at. */
const LOOKED = 3

/** 1 for each cell, by its number, that is painted in an even fall-off of its colour: skies, walls and roads, but no things. */
export function wideCells(cells: Cells): Uint8Array {
  const sizes = sizesOf(cells)
  return wideOf(cells, sizes, largeOf(cells, sizes))
}

/** 1 for each cell whose light has no edge to be cut along: wide ones, and large things in even light. */
export function evenCells(picture: OkLabPicture, cells: Cells): Uint8Array {
  const sizes = sizesOf(cells)
  const isLarge = largeOf(cells, sizes)
  if (!isLarge.includes(1)) return isLarge
  const isWide = wideOf(cells, sizes, isLarge)
  const spreads = spreadsOf(picture, cells, isLarge)
  return isLarge.map((is, cell) =>
    is === 1 && (isWide[cell] === 1 || (spreads[cell] as number) < SPREAD) ? 1 : 0,
  )
}

/** @param isLarge of {@link largeOf} */
function wideOf(cells: Cells, sizes: Uint32Array, isLarge: Uint8Array): Uint8Array {
  if (!isLarge.includes(1)) return isLarge
  const edges = edgesOf(cells)
  return isLarge.map((is, cell) =>
    is === 1 && (edges[cell] as number) > EDGE * Math.sqrt(sizes[cell] as number) ? 1 : 0,
  )
}

const largeOf = ({ of }: Cells, sizes: Uint32Array): Uint8Array =>
  withValues(new Uint8Array(sizes.length), (cell) =>
    (sizes[cell] as number) >= WIDE * of.length ? 1 : 0,
  )

/** How far light spreads over each cell that is asked for: its standard deviation, OKLab. */
function spreadsOf(
  { lightness }: OkLabPicture,
  { of, widthPx, heightPx, total }: Cells,
  isAsked: Uint8Array,
): Float64Array {
  const count = new Uint32Array(total)
  const [sums, squares] = [new Float64Array(total), new Float64Array(total)]
  for (let y = 0; y < heightPx; y += LOOKED) {
    for (let x = 0, at = y * widthPx; x < widthPx; x += LOOKED, at += LOOKED) {
      const cell = of[at] as number
      if (isAsked[cell] === 0) continue
      const light = lightness[at] as number
      count[cell] = (count[cell] as number) + 1
      sums[cell] = (sums[cell] as number) + light
      squares[cell] = (squares[cell] as number) + light * light
    }
  }
  return squares.map((square, cell) => {
    const all = Math.max(1, count[cell] as number)
    return Math.sqrt(Math.max(0, square / all - ((sums[cell] as number) / all) ** 2))
  })
}

/** How many pixels of the picture's edge each cell has. */
function edgesOf({ of, widthPx, heightPx, total }: Cells): Uint32Array {
  const edges = new Uint32Array(total)
  const see = (at: number) => {
    const cell = of[at] as number
    edges[cell] = (edges[cell] as number) + 1
  }
  const last = (heightPx - 1) * widthPx
  for (let x = 0; x < widthPx; x++) {
    see(x)
    see(last + x)
  }
  for (let y = 1; y + 1 < heightPx; y++) {
    see(y * widthPx)
    see(y * widthPx + widthPx - 1)
  }
  return edges
}
