import { type OkLab, toOkLab } from '../../../pixels/oklab.ts'
import type { Raster } from '../../../pixels/raster.ts'

/** Sides of a cell, about, px. */
const SIDE_PX = 5
const ROUNDS = 3
/** What a whole side away weighs against colour (OKLab); less follows edges closer. */
const COMPACTNESS = 0.045

/** A small picture in cells: of like colour where they were asked for, squares elsewhere. */
export interface SmallCells {
  readonly widthPx: number
  readonly heightPx: number
  readonly count: number
  /** The cell of each pixel. */
  readonly of: Uint16Array
  /** OKLab of each pixel, three values each. */
  readonly colours: Float32Array
}

interface Grid {
  readonly across: number
  readonly down: number
  readonly stepX: number
  readonly stepY: number
}

/** Values of a cluster: its colour, its place, and how many pixels it has. */
const VALUES = 6

/**
 * Cuts a small picture into cells (SLIC, Achanta et al. 2012), by colour in and beside the squares of a
 * grid where something is asked, which is far from everywhere.
 * @param isAsked 1 for each pixel that is asked about
 */
export function cellsWhere(picture: Raster, isAsked: Uint8Array): SmallCells {
  const { widthPx, heightPx } = picture
  const grid = gridOf(widthPx, heightPx)
  const of = squaresOf(widthPx, heightPx, grid)
  const colours = okLabOf(picture)
  const isOpen = withNeighbours(askedSquares(of, isAsked, grid), grid)
  // A pixel goes to a square beside its own at most, so that others stay as they are.
  const near = pixelsIn(of, withNeighbours(isOpen, grid))
  const open = pixelsIn(of, isOpen)
  for (let round = 0; round < ROUNDS; round++) {
    assign(of, colours, clustersOf(of, near, colours, widthPx, grid), widthPx, grid, open)
  }
  return { widthPx, heightPx, count: grid.across * grid.down, of, colours }
}

function gridOf(widthPx: number, heightPx: number): Grid {
  const across = Math.max(1, Math.round(widthPx / SIDE_PX))
  const down = Math.max(1, Math.round(heightPx / SIDE_PX))
  return { across, down, stepX: widthPx / across, stepY: heightPx / down }
}

function squaresOf(widthPx: number, heightPx: number, { across, stepX, stepY }: Grid): Uint16Array {
  const of = new Uint16Array(widthPx * heightPx)
  const columns = Uint16Array.from({ length: widthPx }, (_, x) => Math.floor(x / stepX))
  for (let y = 0; y < heightPx; y++) {
    const row = Math.floor(y / stepY) * across
    for (let x = 0; x < widthPx; x++) of[y * widthPx + x] = row + (columns[x] as number)
  }
  return of
}

function okLabOf({ rgba }: Raster): Float32Array {
  const colours = new Float32Array((rgba.length / 4) * 3)
  const lab: OkLab = [0, 0, 0]
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    toOkLab(rgba[from] as number, rgba[from + 1] as number, rgba[from + 2] as number, lab)
    colours[to] = lab[0]
    colours[to + 1] = lab[1]
    colours[to + 2] = lab[2]
  }
  return colours
}

function askedSquares(of: Uint16Array, isAsked: Uint8Array, { across, down }: Grid): Uint8Array {
  const squares = new Uint8Array(across * down)
  for (let at = 0; at < of.length; at++) {
    if (isAsked[at] === 1) squares[of[at] as number] = 1
  }
  return squares
}

function withNeighbours(squares: Uint8Array, { across, down }: Grid): Uint8Array {
  const result = squares.slice()
  for (let at = 0; at < squares.length; at++) {
    if (squares[at] === 0) continue
    const column = at % across
    const row = (at - column) / across
    for (let j = Math.max(0, row - 1); j <= Math.min(down - 1, row + 1); j++) {
      const [from, until] = [Math.max(0, column - 1), Math.min(across, column + 2)]
      result.fill(1, j * across + from, j * across + until)
    }
  }
  return result
}

function clustersOf(
  of: Uint16Array,
  pixels: Int32Array,
  colours: Float32Array,
  widthPx: number,
  { across, down }: Grid,
): Float32Array {
  const clusters = new Float32Array(across * down * VALUES)
  for (const at of pixels) {
    const to = (of[at] as number) * VALUES
    const x = at % widthPx
    clusters[to] = (clusters[to] as number) + (colours[at * 3] as number)
    clusters[to + 1] = (clusters[to + 1] as number) + (colours[at * 3 + 1] as number)
    clusters[to + 2] = (clusters[to + 2] as number) + (colours[at * 3 + 2] as number)
    clusters[to + 3] = (clusters[to + 3] as number) + x
    clusters[to + 4] = (clusters[to + 4] as number) + (at - x) / widthPx
    clusters[to + 5] = (clusters[to + 5] as number) + 1
  }
  for (let to = 0; to < clusters.length; to += VALUES) {
    const count = Math.max(1, clusters[to + 5] as number)
    for (let value = 0; value < 5; value++) {
      clusters[to + value] = (clusters[to + value] as number) / count
    }
  }
  return clusters
}

/** Gives each open pixel to the nearest cluster, of those of the nine squares about it. */
function assign(
  of: Uint16Array,
  colours: Float32Array,
  clusters: Float32Array,
  widthPx: number,
  { across, down, stepX, stepY }: Grid,
  open: Int32Array,
): void {
  const nearness = (COMPACTNESS * COMPACTNESS) / (stepX * stepY)
  for (const at of open) {
    const x = at % widthPx
    const y = (at - x) / widthPx
    const column = Math.floor(x / stepX)
    const row = Math.floor(y / stepY)
    let least = Number.POSITIVE_INFINITY
    for (let j = Math.max(0, row - 1); j <= Math.min(down - 1, row + 1); j++) {
      for (let i = Math.max(0, column - 1); i <= Math.min(across - 1, column + 1); i++) {
        const from = (j * across + i) * VALUES
        const d0 = (colours[at * 3] as number) - (clusters[from] as number)
        const d1 = (colours[at * 3 + 1] as number) - (clusters[from + 1] as number)
        const d2 = (colours[at * 3 + 2] as number) - (clusters[from + 2] as number)
        const dx = x - (clusters[from + 3] as number)
        const dy = y - (clusters[from + 4] as number)
        const far = d0 * d0 + d1 * d1 + d2 * d2 + (dx * dx + dy * dy) * nearness
        if (far >= least || clusters[from + 5] === 0) continue
        least = far
        of[at] = j * across + i
      }
    }
  }
}

/** The pixels of some squares, while they are squares. */
function pixelsIn(of: Uint16Array, squares: Uint8Array): Int32Array {
  const pixels = new Int32Array(of.length)
  let count = 0
  for (let at = 0; at < of.length; at++) {
    if (squares[of[at] as number] === 1) pixels[count++] = at
  }
  return pixels.subarray(0, count)
}
