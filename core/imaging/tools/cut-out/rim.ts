import type { Kernels } from '../../../kernels/kernels.ts'
import { createFloatPlane, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { distanceTo } from './distance.ts'

/** A picture is looked at in so many cells on its longer side: colours beside an edge change slowly. */
const CELLS = 288
/** How far into a person the old background may shine, cells: 0.011 of the longer side. */
const REACH = 3.2
/** Further than this from an edge nothing is asked for, cells. */
const ASKED = 3 * REACH
/** A pixel's alpha from which on it is the person's alone, and up to which it is the background's. */
const [INSIDE, BEHIND] = [0.99, 0.02]

/** Colours, 0..1: a person's own a little way in from the edge, and those behind a little way out. */
export interface RimColours {
  /** Red, green and blue of the person, then of what lies behind. */
  readonly colours: readonly FloatPlane[]
  /** 0..1, how far both are known, differ and are even, and how near the edge is. */
  readonly weight: FloatPlane
}

/**
 * What colours the rim of a person lies between. It is small: read it with a `RimReader`.
 * @param alpha of the picture's size, 0..1
 */
export function rimColours(
  kernels: Pick<Kernels, 'gaussian'>,
  picture: Raster,
  alpha: FloatPlane,
): RimColours {
  const cells = cellsOf(alpha)
  const { widthPx, heightPx } = cells
  const inward = distanceTo(cells, (at) => (cells.means[at] as number) < 0.5, ASKED).values
  const outward = distanceTo(cells, (at) => (cells.means[at] as number) >= 0.5, ASKED).values
  const isInside = (at: number) =>
    (inward[at] as number) > REACH &&
    (inward[at] as number) < ASKED &&
    (cells.least[at] as number) > INSIDE
  const isBehind = (at: number) =>
    (outward[at] as number) > 1.5 &&
    (outward[at] as number) < ASKED &&
    (cells.most[at] as number) < BEHIND
  const inside = blurredColours(kernels, picture, cells, isInside)
  const behind = blurredColours(kernels, picture, cells, isBehind)
  const weight = createFloatPlane(widthPx, heightPx)
  for (let at = 0; at < weight.values.length; at++) {
    const isFar = (inward[at] as number) > 1.5 * REACH || (outward[at] as number) > 1.5 * REACH
    if (isFar) continue
    const depth = 1 - smoothstep(0.6 * REACH, 1.15 * REACH, inward[at] as number)
    weight.values[at] = depth * toldApart(inside, behind, at)
  }
  return { colours: [...inside.colours, ...behind.colours], weight }
}

interface Cells {
  readonly widthPx: number
  readonly heightPx: number
  /** First column or row of each cell in the picture, and where the last ends. */
  readonly columns: Int32Array
  readonly rows: Int32Array
  /** Of the alpha of a cell's pixels. */
  readonly means: Float32Array
  readonly least: Float32Array
  readonly most: Float32Array
}

function cellsOf(alpha: FloatPlane): Cells {
  const scale = Math.min(1, CELLS / Math.max(alpha.widthPx, alpha.heightPx))
  const widthPx = Math.max(1, Math.round(alpha.widthPx * scale))
  const heightPx = Math.max(1, Math.round(alpha.heightPx * scale))
  const columns = startsOf(widthPx, alpha.widthPx)
  const rows = startsOf(heightPx, alpha.heightPx)
  const count = widthPx * heightPx
  const means = new Float32Array(count)
  const least = new Float32Array(count).fill(1)
  const most = new Float32Array(count)
  for (let row = 0; row < heightPx; row++) {
    for (let y = rows[row] as number; y < (rows[row + 1] as number); y++) {
      for (let column = 0; column < widthPx; column++) {
        const cell = row * widthPx + column
        const end = y * alpha.widthPx + (columns[column + 1] as number)
        for (let at = y * alpha.widthPx + (columns[column] as number); at < end; at++) {
          const value = alpha.values[at] as number
          means[cell] = (means[cell] as number) + value
          if (value < (least[cell] as number)) least[cell] = value
          if (value > (most[cell] as number)) most[cell] = value
        }
      }
    }
  }
  const cells = { widthPx, heightPx, columns, rows, means, least, most }
  for (let at = 0; at < count; at++) means[at] = (means[at] as number) / areaOf(cells, at)
  return cells
}

/** Where each cell begins among the pixels of a side, and where the last ends. */
const startsOf = (cells: number, pixels: number): Int32Array =>
  Int32Array.from({ length: cells + 1 }, (_, at) => Math.floor((at * pixels) / cells))

function areaOf({ widthPx, columns, rows }: Cells, cell: number): number {
  const [column, row] = [cell % widthPx, Math.floor(cell / widthPx)]
  const width = (columns[column + 1] as number) - (columns[column] as number)
  return width * ((rows[row + 1] as number) - (rows[row] as number))
}

interface BlurredColours {
  readonly colours: readonly FloatPlane[]
  /** How much of the cells about each is known, 0..1. */
  readonly known: Float32Array
  /** Variance of the colours about each, summed over channels. */
  readonly variance: Float32Array
}

/** Colours of some cells, carried to those about them. */
function blurredColours(
  kernels: Pick<Kernels, 'gaussian'>,
  picture: Raster,
  cells: Cells,
  isAsked: (cell: number) => boolean,
): BlurredColours {
  const { widthPx, heightPx, means } = cells
  const plane = () => createFloatPlane(widthPx, heightPx)
  const sums = [plane(), plane(), plane()]
  const [squares, counts] = [plane(), plane()]
  for (let cell = 0; cell < means.length; cell++) {
    if (!isAsked(cell)) continue
    counts.values[cell] = 1
    sums.forEach(({ values }, channel) => {
      const mean = meanOf(picture, cells, cell, channel)
      values[cell] = mean
      squares.values[cell] = (squares.values[cell] as number) + mean * mean
    })
  }
  const known = kernels.gaussian(counts, REACH).values
  const variance = kernels.gaussian(squares, REACH).values
  for (let at = 0; at < known.length; at++) {
    variance[at] = (variance[at] as number) / Math.max(1e-6, known[at] as number)
  }
  const colours = sums.map((sum) => {
    const colour = kernels.gaussian(sum, REACH)
    for (let at = 0; at < known.length; at++) {
      const mean = (colour.values[at] as number) / Math.max(1e-6, known[at] as number)
      colour.values[at] = mean
      variance[at] = (variance[at] as number) - mean * mean
    }
    return colour
  })
  return { colours, known, variance }
}

/** Mean of a channel over a cell's pixels, 0..1. */
function meanOf({ rgba, widthPx }: Raster, cells: Cells, cell: number, channel: number): number {
  const [column, row] = [cell % cells.widthPx, Math.floor(cell / cells.widthPx)]
  const [left, right] = [cells.columns[column] as number, cells.columns[column + 1] as number]
  let sum = 0
  for (let y = cells.rows[row] as number; y < (cells.rows[row + 1] as number); y++) {
    for (let x = left; x < right; x++) sum += rgba[(y * widthPx + x) * 4 + channel] as number
  }
  return sum / (255 * areaOf(cells, cell))
}

/** 0..1, how far colours of inside and behind are known at a cell, lie apart, and the inside is even. */
function toldApart(inside: BlurredColours, behind: BlurredColours, at: number): number {
  const known =
    smoothstep(0.01, 0.06, inside.known[at] as number) *
    smoothstep(0.005, 0.03, behind.known[at] as number)
  if (known === 0) return 0
  let squared = 0
  inside.colours.forEach(({ values }, channel) => {
    const other = behind.colours[channel]?.values[at] ?? 0
    squared += ((values[at] as number) - other) ** 2
  })
  const apart = Math.sqrt(squared)
  const spread = Math.sqrt(Math.max(0, inside.variance[at] as number))
  return known * smoothstep(0.12, 0.3, apart) * (1 - smoothstep(0.5 * apart, 1.2 * apart, spread))
}
