import type { Raster } from '../../../../../pixels/raster.ts'
import { fillSquares, type Grid, gridOf, okLabOf, regroup } from './like-coloured-cells.ts'

/** Sides of a cell, about, px. */
const SIDE_PX = 5
const ROUNDS = 3

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

/**
 * Cuts a small picture into cells (SLIC, Achanta et al. 2012), by colour in and beside the squares of a
 * grid where something is asked, which is far from everywhere.
 * @param isAsked 1 for each pixel that is asked about
 */
export function cellsWhere(picture: Raster, isAsked: Uint8Array): SmallCells {
  const { widthPx, heightPx } = picture
  const grid = gridOf(widthPx, heightPx, SIDE_PX)
  const of = new Uint16Array(widthPx * heightPx)
  fillSquares(of, widthPx, grid)
  const colours = okLabOf(picture)
  const isOpen = withNeighbours(askedSquares(of, isAsked, grid), grid)
  // A pixel goes to a square beside its own at most, so that others stay as they are.
  const near = pixelsIn(of, withNeighbours(isOpen, grid))
  const open = pixelsIn(of, isOpen)
  for (let round = 0; round < ROUNDS; round++) regroup(of, colours, widthPx, grid, near, open)
  return { widthPx, heightPx, count: grid.across * grid.down, of, colours }
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

/** The pixels of some squares, while they are squares. */
function pixelsIn(of: Uint16Array, squares: Uint8Array): Int32Array {
  const pixels = new Int32Array(of.length)
  let count = 0
  for (let at = 0; at < of.length; at++) {
    if (squares[of[at] as number] === 1) pixels[count++] = at
  }
  return pixels.subarray(0, count)
}
