import type { Kernels } from '../../../../kernels/kernels.ts'
import { piecesOfMarks } from '../../../../pixels/pieces.ts'
import { createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { type Cells, lightnessOf, type Paper } from './paper.ts'
import { type Surface, valueAt } from './surface.ts'

/** Shade on a drawing's paper, and how sure this makes it that paper lies there. */
export interface Shade {
  /** Logarithm of the light there beside what the smooth surfaces say: red, green, blue, by cells. */
  readonly light: readonly FloatPlane[]
  readonly sureness: number
}

/** Cells about each that its shade is a mean of. */
const SIGMA = 1.3
/** Shade is deeper than paper is uneven, and lighter than paint; a shadow cast over the edge may be deeper. */
const SHADE = { deepest: -0.75, cast: -1.4, brightest: 0.3 }
/** How far a cell's colour, as logarithms, may be from the paper's under another light, more in the dark. */
const SAME_COLOUR = 0.09
const TINTED = 0.1
/** From so far under the surface on a cell is part of a shadow. */
const SHADOW = -0.2
/** What is seen of paper about a cell for its shade to be trusted. */
const SEEN_MIN = 0.12
/** Least step of light between two cells that is an edge. */
const FLAT = 0.16
/** Shares of cells, those in shade among them, from which a ground is surely paper. */
const COVERED = { from: 0.62, to: 0.8 }

/**
 * What a smooth surface does not follow: the shadow of a hand or a phone on a drawing's paper, where
 * it shows. Null where there is no such ground.
 */
export function shadeOf(kernels: Kernels, cells: Cells, paper: Paper): Shade | null {
  if (paper.kind !== 'ground' || paper.sureness === 0) return null
  const offs = paper.surfaces.map((surface, c) => besideSurface(cells, surface, c))
  const depths = depthsOf(offs)
  const cast = castFromEdge(depths, cells.across)
  const seen = createFloatPlane(cells.across, cells.down)
  let covered = 0
  for (const [cell, depth] of depths.entries()) {
    if (!(depth >= (cast[cell] === 1 ? SHADE.cast : SHADE.deepest))) continue
    if (depth > SHADE.brightest) continue
    covered++
    seen.values[cell] = isFlat(cells, cell) ? 1 : 0
  }
  const share = smoothstep(COVERED.from, COVERED.to, covered / depths.length)
  return {
    light: offs.map((off) => blurredWhereSeen(kernels, off, seen)),
    sureness: Math.max(paper.sureness, share),
  }
}

/** How far a channel of each cell is from the paper's surface. */
function besideSurface({ across, down, light }: Cells, surface: Surface, c: number): FloatPlane {
  const off = createFloatPlane(across, down)
  for (let cell = 0; cell < off.values.length; cell++) {
    const x = (((cell % across) + 0.5) / across) * 2 - 1
    const y = ((Math.floor(cell / across) + 0.5) / down) * 2 - 1
    off.values[cell] = (light[c]?.[cell] ?? 0) - valueAt(surface, { x, y })
  }
  return off
}

/** How far each cell is from the paper; NaN where its colour says that it is none. */
function depthsOf(offs: readonly FloatPlane[]): Float32Array {
  const depths = new Float32Array(offs[0]?.values.length ?? 0)
  for (let cell = 0; cell < depths.length; cell++) {
    const [red = 0, green = 0, blue = 0] = offs.map(({ values }) => values[cell] ?? 0)
    const depth = 0.25 * red + 0.6 * green + 0.15 * blue
    const turned = Math.max(red, green, blue) - Math.min(red, green, blue)
    const isPaper = turned <= SAME_COLOUR + TINTED * Math.max(0, -depth)
    depths[cell] = isPaper ? depth : Number.NaN
  }
  return depths
}

/** Which cells lie in a shadow that comes over the sheet's edge; what is painted mostly stands within it. */
function castFromEdge(depths: Float32Array, across: number): Uint8Array {
  const marks = Uint8Array.from(depths, (depth) => (depth < SHADOW && depth >= SHADE.cast ? 1 : 0))
  const down = depths.length / across
  const isEdge = (cell: number) => {
    const [x, y] = [cell % across, Math.floor(cell / across)]
    return x === 0 || y === 0 || x === across - 1 || y === down - 1
  }
  const cast = new Uint8Array(depths.length)
  for (const { pixels } of piecesOfMarks(marks, across)) {
    if (pixels.some(isEdge)) for (const cell of pixels) cast[cell] = 1
  }
  return cast
}

/** Whether a cell's neighbours are about as light: what is drawn has edges, shade has none. */
function isFlat(cells: Cells, cell: number): boolean {
  const own = lightnessOf(cells, cell)
  const x = cell % cells.across
  const neighbours = [
    x > 0 ? cell - 1 : cell,
    x < cells.across - 1 ? cell + 1 : cell,
    cell - cells.across,
    cell + cells.across,
  ].filter((at) => at >= 0 && at < cells.across * cells.down)
  return neighbours.every((at) => Math.abs(lightnessOf(cells, at) - own) < FLAT)
}

function blurredWhereSeen(kernels: Kernels, shade: FloatPlane, seen: FloatPlane): FloatPlane {
  const weighted = createFloatPlane(shade.widthPx, shade.heightPx)
  for (let at = 0; at < weighted.values.length; at++) {
    weighted.values[at] = (shade.values[at] ?? 0) * (seen.values[at] ?? 0)
  }
  const sums = kernels.gaussian(weighted, SIGMA)
  const weights = kernels.gaussian(seen, SIGMA).values
  for (let at = 0; at < sums.values.length; at++) {
    sums.values[at] = (sums.values[at] ?? 0) / Math.max(SEEN_MIN, weights[at] ?? 0)
  }
  return sums
}
