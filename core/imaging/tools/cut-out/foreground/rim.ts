import type { Kernels } from '../../../../kernels/kernels.ts'
import { createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { distanceTo } from '../distance.ts'

/** A picture is looked at in so many cells on its longer side: colours beside an edge change slowly. */
const CELLS = 200
/** How far into a person the old background may shine, cells: 0.011 of the longer side. */
const REACH = 2.2
/** Further than this from an edge nothing is asked for, cells. */
const ASKED = 3 * REACH
/** How far outside of a person its soft pixels are asked for, cells. */
const OUTSIDE_REACH = 2
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
  kernels: Pick<Kernels, 'gaussian' | 'resizePlane'>,
  picture: Raster,
  alpha: FloatPlane,
): RimColours {
  const scale = Math.min(1, CELLS / Math.max(alpha.widthPx, alpha.heightPx))
  const widthPx = Math.max(1, Math.round(alpha.widthPx * scale))
  const heightPx = Math.max(1, Math.round(alpha.heightPx * scale))
  const cells = kernels.resizePlane(alpha, widthPx, heightPx)
  const held = cells.values
  const inward = distanceTo(cells, (at) => (held[at] as number) < 0.5, ASKED).values
  const outward = distanceTo(cells, (at) => (held[at] as number) >= 0.5, ASKED).values
  const isInside = (at: number) =>
    (inward[at] as number) > REACH &&
    (inward[at] as number) < ASKED &&
    (held[at] as number) > INSIDE
  const isBehind = (at: number) =>
    (outward[at] as number) > 1.5 &&
    (outward[at] as number) < ASKED &&
    (held[at] as number) < BEHIND
  const inside = blurredColours(kernels, picture, cells, isInside)
  const behind = blurredColours(kernels, picture, cells, isBehind)
  const weight = createFloatPlane(widthPx, heightPx)
  for (let at = 0; at < weight.values.length; at++) {
    const isFar = (inward[at] as number) > 1.5 * REACH || (outward[at] as number) > OUTSIDE_REACH
    if (isFar) continue
    const depth = 1 - smoothstep(0.6 * REACH, 1.15 * REACH, inward[at] as number)
    weight.values[at] = depth * toldApart(inside, behind, at)
  }
  return { colours: [...inside.colours, ...behind.colours], weight }
}

interface BlurredColours {
  readonly colours: readonly FloatPlane[]
  /** How much of the cells about each is known, 0..1. */
  readonly known: Float32Array
  /** Variance of the colours about each, summed over channels. */
  readonly variance: Float32Array
}

/** Colours of some cells, each told by its middle, carried to those about them. */
function blurredColours(
  kernels: Pick<Kernels, 'gaussian'>,
  { rgba, widthPx, heightPx }: Raster,
  cells: FloatPlane,
  isAsked: (cell: number) => boolean,
): BlurredColours {
  const plane = () => createFloatPlane(cells.widthPx, cells.heightPx)
  const [red, green, blue, squares, counts] = [plane(), plane(), plane(), plane(), plane()]
  for (let row = 0, cell = 0; row < cells.heightPx; row++) {
    const from = Math.floor(((row + 0.5) * heightPx) / cells.heightPx) * widthPx
    for (let column = 0; column < cells.widthPx; column++, cell++) {
      if (!isAsked(cell)) continue
      const at = (from + Math.floor(((column + 0.5) * widthPx) / cells.widthPx)) * 4
      const r = (rgba[at] as number) / 255
      const g = (rgba[at + 1] as number) / 255
      const b = (rgba[at + 2] as number) / 255
      red.values[cell] = r
      green.values[cell] = g
      blue.values[cell] = b
      squares.values[cell] = r * r + g * g + b * b
      counts.values[cell] = 1
    }
  }
  const known = kernels.gaussian(counts, REACH).values
  const variance = kernels.gaussian(squares, REACH).values
  const colours = [red, green, blue].map((sum) => kernels.gaussian(sum, REACH))
  const even = new Float64Array(cells.widthPx)
  for (let from = 0; from < known.length; from += cells.widthPx) {
    const rowOf = (values: Float32Array) => values.subarray(from, from + cells.widthPx)
    even.fill(0)
    for (const { values } of colours) shareRow(rowOf(values), rowOf(known), even)
    spreadRow(rowOf(variance), rowOf(known), even)
  }
  return { colours, known, variance }
}

const shareOf = (known: number): number => 1 / Math.max(1e-6, known)

/**
 * Makes sums of a row, in place, means of what is known, and adds their squares. Functions of a row are
 * compiled after some rows, and until then every number is garbage.
 */
function shareRow(values: Float32Array, known: Float32Array, squares: Float64Array): void {
  for (let x = 0; x < values.length; x++) {
    const mean = (values[x] as number) * shareOf(known[x] as number)
    values[x] = mean
    squares[x] = (squares[x] as number) + mean * mean
  }
}

/** The same of sums of squares, less the squares of the means. */
function spreadRow(values: Float32Array, known: Float32Array, squares: Float64Array): void {
  for (let x = 0; x < values.length; x++) {
    values[x] = (values[x] as number) * shareOf(known[x] as number) - (squares[x] as number)
  }
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
