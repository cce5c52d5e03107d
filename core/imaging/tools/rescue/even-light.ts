import type { Kernels } from '../../../kernels/kernels.ts'
import type { LightField } from '../../../kernels/sheets.ts'
import { createFloatPlane, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import type { Size } from './corners.ts'
import { type Cells, cellsOf, chromaOf, lightnessOf, type Paper, paperOf } from './paper.ts'
import { valueAt } from './surface.ts'

/** Nodes along each side. */
const NODES = 33
const GAIN = { min: 0.4, max: 4 }
/** Light of clean paper; a little less than white, so that its grain is not clipped. */
const WHITE = Math.log(0.93)
/** Chroma of paper that is meant to be white, and of one that is coloured. */
const COLOURED = { from: 0.045, to: 0.08 }
/** Light that paper is given back, of what its brighter part has. */
const BRIGHTER = 0.8
/** How much, as a logarithm, a print's rim is brightened surely: what is darker may be grey card. */
const RIM_LIFT = { surely: Math.log(2.6), none: Math.log(4.5) }
/** Share of a rim's own tint, the lamp's or old paper's, that goes; most of it is the lamp's. */
const RIM_WHITENED = 0.75

/**
 * What evens out the light on a sheet: the light is what paper sends back, where there is any. A
 * drawing's ground becomes white again, if it is not coloured paper; so does the rim of a print,
 * but for some of its tint, and what the print shows comes out of the room's dim light with it.
 * @param picture the whole straightened sheet, small and opaque
 * @param amount 0 leaves the light as it is, 1 evens it out
 * @param isSheet whether it was found or set: else a rim may be the photo's own backdrop
 */
export function lightFieldOf(
  kernels: Kernels,
  picture: Raster,
  amount: number,
  isSheet = true,
): LightField {
  const cells = cellsOf(picture)
  const paper = paperOf(cells)
  const shade = shadeOf(kernels, cells, paper)
  const targets = targetsOf(paper, isSheet)
  const gains = new Float32Array(NODES * NODES * 3)
  for (let row = 0; row < NODES; row++) {
    for (let column = 0; column < NODES; column++) {
      const [u, v] = [column / (NODES - 1), row / (NODES - 1)]
      const local = shade === null ? 0 : sampled(shade, u, v)
      paper.surfaces.forEach((surface, c) => {
        const light = valueAt(surface, { x: u * 2 - 1, y: v * 2 - 1 }) + local
        const gain = Math.exp(amount * paper.sureness * ((targets[c] ?? 0) - light))
        const held = Math.min(GAIN.max, Math.max(GAIN.min, gain))
        gains[(row * NODES + column) * 3 + c] = held
      })
    }
  }
  return { across: NODES, down: NODES, gains }
}

/** Logarithm of the light that the paper is to send back everywhere. */
function targetsOf(paper: Paper, isSheet: boolean): readonly number[] {
  const { kind, surfaces } = paper
  if (kind === 'none') return surfaces.map(({ mean }) => mean)
  const corners = [-1, -0.5, 0, 0.5, 1].flatMap((x) =>
    [-1, -0.5, 0, 0.5, 1].map((y) => valueAt(surfaces[1], { x, y })),
  )
  const ordered = corners.toSorted((one, other) => one - other)
  const bright = ordered[Math.floor(BRIGHTER * (ordered.length - 1))] ?? 0
  const own = surfaces.map(({ mean }) => Math.min(WHITE, mean + bright - surfaces[1].mean))
  const white = 1 - smoothstep(COLOURED.from, COLOURED.to, chromaOf(surfaces))
  if (kind === 'ground') return own.map((value) => value + white * (WHITE - value))
  return isSheet ? whiteRim(own, white) : own
}

/** A rim as light as white paper, with some of its tint. */
function whiteRim(own: readonly number[], white: number): readonly number[] {
  const needed = WHITE - Math.max(...own)
  const lift = needed * (1 - smoothstep(RIM_LIFT.surely, RIM_LIFT.none, needed))
  const lit = own.map((value) => value + lift)
  const most = Math.max(...lit)
  return lit.map((value) => value + white * RIM_WHITENED * (most - value))
}

/** Cells about each that its shade is a mean of. */
const SHADE_SIGMA = 1.3
/** Shade is deeper than paper is uneven, and lighter than paint. */
const SHADE = { deepest: -0.75, brightest: 0.3 }
/** How far a cell's colour, as logarithms, may be from the paper's under another light. */
const SAME_COLOUR = 0.09
/** How much a cell counts that shows no paper. */
const UNSEEN = 0.12

/**
 * What a smooth surface does not follow: the shadow of a hand or a phone on a drawing's paper, where
 * it shows. Null where there is no such ground.
 */
function shadeOf(kernels: Kernels, cells: Cells, paper: Paper): FloatPlane | null {
  if (paper.kind !== 'ground') return null
  const shade = createFloatPlane(cells.across, cells.down)
  const seen = createFloatPlane(cells.across, cells.down)
  for (let cell = 0; cell < shade.values.length; cell++) {
    const x = (((cell % cells.across) + 0.5) / cells.across) * 2 - 1
    const y = ((Math.floor(cell / cells.across) + 0.5) / cells.down) * 2 - 1
    const off = paper.surfaces.map((s, c) => (cells.light[c]?.[cell] ?? 0) - valueAt(s, { x, y }))
    const depth = 0.25 * (off[0] ?? 0) + 0.6 * (off[1] ?? 0) + 0.15 * (off[2] ?? 0)
    const turned = Math.max(...off) - Math.min(...off)
    const isPaper = turned <= SAME_COLOUR && depth >= SHADE.deepest && depth <= SHADE.brightest
    if (!isPaper) continue
    shade.values[cell] = depth
    seen.values[cell] = isFlat(cells, cell) ? 1 : 0
  }
  return blurredWhereSeen(kernels, shade, seen)
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

/** Least step of light between two cells that is an edge. */
const FLAT = 0.16

function blurredWhereSeen(kernels: Kernels, shade: FloatPlane, seen: FloatPlane): FloatPlane {
  const weighted = createFloatPlane(shade.widthPx, shade.heightPx)
  for (let at = 0; at < weighted.values.length; at++) {
    weighted.values[at] = (shade.values[at] ?? 0) * (seen.values[at] ?? 0)
  }
  const sums = kernels.gaussian(weighted, SHADE_SIGMA)
  const weights = kernels.gaussian(seen, SHADE_SIGMA).values
  for (let at = 0; at < sums.values.length; at++) {
    sums.values[at] = (sums.values[at] ?? 0) / ((weights[at] ?? 0) + UNSEEN)
  }
  return sums
}

/** A plane at a place in shares of it, between the middles of its cells. */
function sampled({ widthPx, heightPx, values }: FloatPlane, u: number, v: number): number {
  const x = Math.min(widthPx - 1, Math.max(0, u * widthPx - 0.5))
  const y = Math.min(heightPx - 1, Math.max(0, v * heightPx - 0.5))
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [x1, y1] = [Math.min(widthPx - 1, x0 + 1), Math.min(heightPx - 1, y0 + 1)]
  const value = (column: number, row: number) => values[row * widthPx + column] ?? 0
  const top = value(x0, y0) + (value(x1, y0) - value(x0, y0)) * (x - x0)
  const bottom = value(x0, y1) + (value(x1, y1) - value(x0, y1)) * (x - x0)
  return top + (bottom - top) * (y - y0)
}

/**
 * Evens out the light of a part of a sheet, in place.
 * @param whole the sheet
 */
export function evenPart(
  kernels: Kernels,
  field: LightField,
  part: Raster,
  at: { readonly x: number; readonly y: number },
  whole: Size,
): void {
  const along = (fromPx: number, wholePx: number, nodes: number) => {
    const step = (nodes - 1) / wholePx
    return { start: (fromPx + 0.5) * step, step }
  }
  const places = {
    x: along(at.x, whole.widthPx, field.across),
    y: along(at.y, whole.heightPx, field.down),
  }
  kernels.evenLight(part, field, places, part)
}
