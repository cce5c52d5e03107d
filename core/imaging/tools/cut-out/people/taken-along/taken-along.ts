import type { Kernels } from '../../../../../kernels/kernels.ts'
import { meanIn, piecesOfMarks } from '../../../../../pixels/pieces.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import type { HeadPlace } from '../heads/head-place.ts'
import { headsIn } from '../heads/whole-heads.ts'
import { CELL_FEATURES, type MeasuredCells, measureCells } from './cell-features.ts'
import { personOdds } from './person-trees.ts'
import type { SeenPeople } from './small-view.ts'

/** Of what a piece of cells must be to go. */
interface Bounds {
  /** Its cells are a person's with less than this likelihood. */
  readonly likely: number
  /** Against the people's own area, and in shares of the longer side: what is less large or deep is an edge. */
  readonly area: number
  readonly deep: number
  /** Lightness (OKLab) from which on it is looked at: dark clothes before the dark are anybody's. */
  readonly dark: number
  /** A dark one goes, too, where the second network gives it less than this: a shadow on a wall or on the ground. */
  readonly denied: number
  /** And where it has the colours of people to this degree at most, -1..1. */
  readonly like: number
}

/** Cells that were surely taken along. */
const SURE: Bounds = { likely: 0.35, area: 0.003, deep: 0.02, dark: 0.25, denied: 0.5, like: 1 }
/** Doubted ones beside them, which go with them as one thing. */
const DOUBTED: Bounds = {
  likely: 0.5,
  area: 0.0012,
  deep: 0.015,
  dark: 0.4,
  denied: 0.3,
  like: -0.4,
}
/** So much of a piece of doubted cells is sure, and at most so much lies in heads, where hats and flowers are doubted. */
const MIXED = { sure: 0.25, head: 0.5 } as const
/** Where the second network says nothing, in close portraits, what is larger than this is somebody's clothes. */
const AREA_ALONE = 0.03

/**
 * Lowers, in place, what looks took along of the background: pieces of like colour that they are not sure
 * of are told from people's by a few dozen small trees, which learnt it on photographs with true masks.
 */
export function dropTakenAlong(kernels: Kernels, overview: Raster, seen: SeenPeople): void {
  const measured = measureCells(kernels, overview, seen)
  if (measured === null) return
  const { cells } = measured
  const odds = oddsOfHeld(measured)
  const isSure = marked(measured, odds, SURE)
  const inHead = headsIn(cells, seen.held.map(scaledBy(cells.widthPx / seen.mask.widthPx)))
  const isMixed = (pixels: Int32Array) =>
    meanIn(isSure, pixels) > MIXED.sure && meanIn(inHead, pixels) < MIXED.head
  const pieces = [
    ...takenAlong(measured, isSure.slice(), SURE),
    ...takenAlong(measured, marked(measured, odds, DOUBTED), DOUBTED).filter(isMixed),
  ]
  if (pieces.length === 0) return
  const kept = new Float32Array(cells.of.length).fill(1)
  for (const pixels of pieces) for (const at of pixels) kept[at] = 0
  lower(kernels, seen.mask, { widthPx: cells.widthPx, heightPx: cells.heightPx, values: kept })
}

const scaledBy =
  (scale: number) =>
  ({ x, y, size, angle }: HeadPlace): HeadPlace => ({
    x: x * scale,
    y: y * scale,
    size: size * scale,
    angle,
  })

/** The logarithm of the odds that a cell is a person's, of those that are held and doubted. */
function oddsOfHeld({ cells, unsure, rows, held }: MeasuredCells): Float32Array {
  const odds = new Float32Array(cells.count).fill(Number.POSITIVE_INFINITY)
  unsure.forEach((cell, index) => {
    if ((held[cell] as number) <= 0.5) return
    const from = index * CELL_FEATURES.length
    odds[cell] = personOdds(rows.subarray(from, from + CELL_FEATURES.length))
  })
  return odds
}

/** 1 for each pixel of the cells that are less likely a person's than bounds say. */
function marked({ cells }: MeasuredCells, odds: Float32Array, { likely }: Bounds): Uint8Array {
  const most = Math.log(likely / (1 - likely))
  return withValues(new Uint8Array(cells.of.length), (at) =>
    (odds[cells.of[at] as number] as number) < most ? 1 : 0,
  )
}

/** The pieces of what is marked that are as bounds say. */
function takenAlong(
  measured: MeasuredCells,
  marks: Uint8Array,
  bounds: Bounds,
): readonly Int32Array[] {
  const isDenied = deniedBy(measured, bounds)
  return piecesOfMarks(marks, measured.cells.widthPx)
    .map(({ pixels }) => pixels)
    .filter(isLarge(measured, bounds))
    .filter((pixels) => lightnessOf(measured, pixels) > bounds.dark || isDenied(pixels))
}

function isLarge(
  { cells, held, toBehind, isHeard }: MeasuredCells,
  bounds: Bounds,
): (pixels: Int32Array) => boolean {
  let area = 0
  for (const cell of cells.of) if ((held[cell] as number) > 0.5) area++
  const deepPx = bounds.deep * Math.max(cells.widthPx, cells.heightPx)
  return (pixels) =>
    pixels.length >= bounds.area * area &&
    (isHeard || pixels.length < AREA_ALONE * area) &&
    pixels.some((at) => (toBehind[cells.of[at] as number] as number) >= deepPx)
}

function lightnessOf({ cells }: MeasuredCells, pixels: Int32Array): number {
  let sum = 0
  for (const at of pixels) sum += cells.colours[at * 3] as number
  return sum / pixels.length
}

/** Tells whether the second network had its say about a piece, denies it, and it looks like nobody. */
function deniedBy(
  { cells, unsure, rows, isHeard }: MeasuredCells,
  { denied, like }: Bounds,
): (pixels: Int32Array) => boolean {
  if (!isHeard) return () => false
  const valuesOf = (feature: (typeof CELL_FEATURES)[number]) => {
    const values = new Float32Array(cells.count)
    const column = CELL_FEATURES.indexOf(feature)
    unsure.forEach((cell, index) => {
      values[cell] = rows[index * CELL_FEATURES.length + column] as number
    })
    return values
  }
  const [votes, likePerson] = [valuesOf('votes'), valuesOf('likePerson')]
  const sumOf = (values: Float32Array, pixels: Int32Array) =>
    pixels.reduce((sum, at) => sum + (values[cells.of[at] as number] as number), 0)
  return (pixels) =>
    sumOf(votes, pixels) < denied * pixels.length &&
    sumOf(likePerson, pixels) <= like * pixels.length
}

function lower(kernels: Kernels, mask: FloatPlane, kept: FloatPlane): void {
  const shares = kernels.resizePlane(kept, mask.widthPx, mask.heightPx).values
  for (let at = 0; at < shares.length; at++) {
    mask.values[at] = (mask.values[at] as number) * (shares[at] as number)
  }
}
