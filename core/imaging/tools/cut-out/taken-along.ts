import type { Kernels } from '../../../kernels/kernels.ts'
import { piecesOfMarks } from '../../../pixels/pieces.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'
import { CELL_FEATURES, type MeasuredCells, measureCells } from './cell-features.ts'
import { personOdds } from './person-trees.ts'
import type { SeenPeople } from './small-view.ts'

/** A cell that is a person's with less than this likelihood was taken along. */
const LIKELY = 0.35
/** Against the people's own area, and in shares of the longer side: what is less large or deep is an edge. */
const AREA = 0.003
const DEEP = 0.02
/** Where the second network says nothing, in close portraits, what is larger than this is somebody's clothes. */
const AREA_ALONE = 0.03
/** Lightness (OKLab) from which on it is looked at: dark clothes before the dark are anybody's. */
const DARK = 0.25

/**
 * Lowers, in place, what looks took along of the background: pieces of like colour that they are not sure
 * of are told from people's by a few dozen small trees, which learnt it on photographs with true masks.
 */
export function dropTakenAlong(kernels: Kernels, overview: Raster, seen: SeenPeople): void {
  const measured = measureCells(kernels, overview, seen)
  if (measured === null) return
  const { cells } = measured
  const marks = takenAlong(measured)
  const pieces = piecesOfMarks(marks, cells.widthPx)
    .map(({ pixels }) => pixels)
    .filter(isLarge(measured))
    .filter((pixels) => lightnessOf(measured, pixels) > DARK)
  if (pieces.length === 0) return
  const kept = new Float32Array(marks.length).fill(1)
  for (const pixels of pieces) for (const at of pixels) kept[at] = 0
  lower(kernels, seen.mask, { widthPx: cells.widthPx, heightPx: cells.heightPx, values: kept })
}

/** 1 for each pixel of the held cells that were taken along. */
function takenAlong({ cells, unsure, rows, held }: MeasuredCells): Uint8Array {
  const isTaken = new Uint8Array(cells.count)
  const most = Math.log(LIKELY / (1 - LIKELY))
  unsure.forEach((cell, index) => {
    if ((held[cell] as number) <= 0.5) return
    const from = index * CELL_FEATURES.length
    const row = rows.subarray(from, from + CELL_FEATURES.length)
    if (personOdds(row) < most) isTaken[cell] = 1
  })
  return withValues(
    new Uint8Array(cells.of.length),
    (at) => isTaken[cells.of[at] as number] as number,
  )
}

function isLarge({
  cells,
  held,
  toBehind,
  isHeard,
}: MeasuredCells): (pixels: Int32Array) => boolean {
  let area = 0
  for (const cell of cells.of) if ((held[cell] as number) > 0.5) area++
  const deepPx = DEEP * Math.max(cells.widthPx, cells.heightPx)
  return (pixels) =>
    pixels.length >= AREA * area &&
    (isHeard || pixels.length < AREA_ALONE * area) &&
    pixels.some((at) => (toBehind[cells.of[at] as number] as number) >= deepPx)
}

function lightnessOf({ cells }: MeasuredCells, pixels: Int32Array): number {
  let sum = 0
  for (const at of pixels) sum += cells.colours[at * 3] as number
  return sum / pixels.length
}

function lower(kernels: Kernels, mask: FloatPlane, kept: FloatPlane): void {
  const shares = kernels.resizePlane(kept, mask.widthPx, mask.heightPx).values
  for (let at = 0; at < shares.length; at++) {
    mask.values[at] = (mask.values[at] as number) * (shares[at] as number)
  }
}
