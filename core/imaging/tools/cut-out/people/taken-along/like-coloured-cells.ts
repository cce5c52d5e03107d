import { type OkLab, toOkLab } from '../../../../../pixels/oklab.ts'
import type { Raster } from '../../../../../pixels/raster.ts'

/** What a whole side away weighs against colour (OKLab); less follows edges closer. */
const COMPACTNESS = 0.045
/** Values of a cluster: its colour, its place, and how many pixels it has. */
const VALUES = 6

/** Squares that cells begin with. */
export interface Grid {
  readonly across: number
  readonly down: number
  readonly stepX: number
  readonly stepY: number
}

/** @param sidePx of a square, about */
export function gridOf(widthPx: number, heightPx: number, sidePx: number): Grid {
  const across = Math.max(1, Math.round(widthPx / sidePx))
  const down = Math.max(1, Math.round(heightPx / sidePx))
  return { across, down, stepX: widthPx / across, stepY: heightPx / down }
}

/** Writes the square of each pixel. */
export function fillSquares(
  of: Uint16Array | Int32Array,
  widthPx: number,
  { across, stepX, stepY }: Grid,
): void {
  const columns = Int32Array.from({ length: widthPx }, (_, x) => Math.floor(x / stepX))
  for (let top = 0, y = 0; top < of.length; top += widthPx, y++) {
    const row = Math.floor(y / stepY) * across
    for (let x = 0; x < widthPx; x++) of[top + x] = row + (columns[x] as number)
  }
}

/** OKLab of each pixel, three values each. */
export function okLabOf({ rgba }: Raster): Float32Array {
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

/**
 * One round of SLIC (Achanta et al. 2012): pixels go to the nearest cell by colour and place, of those of the
 * nine squares about them.
 * @param of the cell of each pixel, written over
 * @param counted pixels that say what cells are like
 * @param moved pixels that may change their cell
 */
export function regroup(
  of: Uint16Array | Int32Array,
  colours: Float32Array,
  widthPx: number,
  grid: Grid,
  counted: Int32Array,
  moved = counted,
): void {
  assign(of, colours, clustersOf(of, colours, widthPx, grid, counted), widthPx, grid, moved)
}

function clustersOf(
  of: Uint16Array | Int32Array,
  colours: Float32Array,
  widthPx: number,
  { across, down }: Grid,
  pixels: Int32Array,
): Float64Array {
  const clusters = new Float64Array(across * down * VALUES)
  for (let index = 0; index < pixels.length; index++) {
    const at = pixels[index] as number
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

function assign(
  of: Uint16Array | Int32Array,
  colours: Float32Array,
  clusters: Float64Array,
  widthPx: number,
  { across, down, stepX, stepY }: Grid,
  pixels: Int32Array,
): void {
  const nearness = (COMPACTNESS * COMPACTNESS) / (stepX * stepY)
  for (let index = 0; index < pixels.length; index++) {
    const at = pixels[index] as number
    const x = at % widthPx
    const y = (at - x) / widthPx
    const [column, row] = [Math.floor(x / stepX), Math.floor(y / stepY)]
    const c0 = colours[at * 3] as number
    const c1 = colours[at * 3 + 1] as number
    const c2 = colours[at * 3 + 2] as number
    let least = Number.POSITIVE_INFINITY
    for (let j = Math.max(0, row - 1); j <= Math.min(down - 1, row + 1); j++) {
      for (let i = Math.max(0, column - 1); i <= Math.min(across - 1, column + 1); i++) {
        const from = (j * across + i) * VALUES
        const d0 = c0 - (clusters[from] as number)
        const d1 = c1 - (clusters[from + 1] as number)
        const d2 = c2 - (clusters[from + 2] as number)
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

/** Squared difference of two colours. */
export function stepOf(colours: Float32Array, one: number, other: number): number {
  const d0 = (colours[one * 3] as number) - (colours[other * 3] as number)
  const d1 = (colours[one * 3 + 1] as number) - (colours[other * 3 + 1] as number)
  const d2 = (colours[one * 3 + 2] as number) - (colours[other * 3 + 2] as number)
  return d0 * d0 + d1 * d1 + d2 * d2
}

/** Mean squared step from a pixel to the one a few beside it: what is no edge in this picture. */
export function meanStep(colours: Float32Array, widthPx: number): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at + 3 < colours.length / 3; at += 2) {
    if (at % widthPx > widthPx - 4) continue
    sum += stepOf(colours, at, at + 3)
    count++
  }
  return Math.max(1e-5, sum / Math.max(1, count))
}
