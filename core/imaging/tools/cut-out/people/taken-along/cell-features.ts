import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { distanceTo } from '../../distance.ts'
import { coloursAt, oddsOf } from '../measures/colour-odds.ts'
import { detailOf } from '../measures/sharp-borders.ts'
import { CellMeans, type OfCell } from './cell-means.ts'
import { placesIn } from './cell-places.ts'
import { besideOf, blobsOf } from './cell-surroundings.ts'
import { type SeenPeople, type SmallView, smallViewOf, UNSURE } from './small-view.ts'
import { cellsWhere, type SmallCells } from './unsure-cells.ts'

/** Between these a mask doubts what it says, whatever holds. */
const DOUBTED = { from: 0.15, until: 0.9 } as const

/** What is measured of a cell, in the order of the table. */
export const CELL_FEATURES = [
  'held',
  'looks',
  'whole',
  'votes',
  'spread',
  'odds',
  'beside',
  'besidePerson',
  'besideBehind',
  'likePerson',
  'likeBehind',
  'doubtedSize',
  'doubtedBeside',
  'doubtedHeld',
  'unsureSize',
  'unsureBeside',
  'unsureHeld',
  'toPerson',
  'toBehind',
  'across',
  'down',
  'headSize',
  'toSide',
  'atTop',
  'atBottom',
  'atSide',
  'personNear',
  'personFar',
  'personUp',
  'personDown',
  'behindNear',
  'behindFar',
  'behindUp',
  'behindDown',
  'fine',
  'sharp',
  'finePerson',
  'fineBehind',
  'light',
  'lightSpread',
  'green',
  'blue',
] as const

/** The unsure cells of a picture, and what was measured of each. */
export interface MeasuredCells {
  readonly cells: SmallCells
  /** Which cells are unsure. */
  readonly unsure: Int32Array
  /** A row of {@link CELL_FEATURES} for each of them. */
  readonly rows: Float32Array
  /** How much of each cell is held, of all cells. */
  readonly held: Float32Array
  /** Distance of each cell to what is surely behind, px, on average. */
  readonly toBehind: Float32Array
  /** Whether the second network had its say. */
  readonly isHeard: boolean
}

/** Cuts what the mask is unsure of into cells of like colour, and measures them; null where there is nothing to be told. */
export function measureCells(
  kernels: Kernels,
  overview: Raster,
  seen: SeenPeople,
): MeasuredCells | null {
  const view = smallViewOf(kernels, overview, seen)
  if (view === null) return null
  const cells = cellsWhere(view.picture, view.isUnsure)
  const all = new CellMeans(
    cells,
    pixelsOf(cells, () => true),
  )
  const held = all.of(view.mask)
  const unsure = unsureCells(all.sizes, held)
  const means = new CellMeans(cells, pixelsOf(cells, isIn(unsure, cells)))
  const area = areaOf(all.sizes, held)
  const toBehind = means.of(distanceTo(view, view.isBehind).values)
  // In the order of the names.
  const measures = [
    saidIn(view, means, held),
    besideOf(cells, held, unsure),
    blobsOf(cells, held, area, DOUBTED),
    blobsOf(cells, held, area, UNSURE),
    distancesIn(view, means, toBehind),
    placesIn(view, cells, means),
    detailsIn(kernels, overview, view, means),
    coloursOf(cells, means),
  ]
  const rows = new Float32Array(unsure.length * CELL_FEATURES.length)
  unsure.forEach((cell, index) => {
    const row = measures.flatMap((measure) => measure(cell))
    rows.set(row, index * CELL_FEATURES.length)
  })
  return { cells, unsure, rows, held, toBehind, isHeard: view.votes !== null }
}

function unsureCells(sizes: Float32Array, held: Float32Array): Int32Array {
  const cells: number[] = []
  held.forEach((value, cell) => {
    const isUnsure = value > UNSURE.from && value < UNSURE.until
    if (isUnsure && (sizes[cell] as number) > 0) cells.push(cell)
  })
  return Int32Array.from(cells)
}

/** Tells the cells that are listed. */
function isIn(listed: Int32Array, { count }: SmallCells): (cell: number) => boolean {
  const marks = new Uint8Array(count)
  for (const cell of listed) marks[cell] = 1
  return (cell) => marks[cell] === 1
}

/** The pixels of some cells. */
function pixelsOf({ of }: SmallCells, isWanted: (cell: number) => boolean): Int32Array {
  const pixels = new Int32Array(of.length)
  let count = 0
  for (let at = 0; at < of.length; at++) {
    if (isWanted(of[at] as number)) pixels[count++] = at
  }
  return pixels.subarray(0, count)
}

/** Pixels of the cells that are held. */
const areaOf = (sizes: Float32Array, held: Float32Array): number =>
  held.reduce((sum, value, cell) => sum + (value > 0.5 ? (sizes[cell] as number) : 0), 1)

const columns =
  (...values: readonly Float32Array[]): OfCell =>
  (cell) =>
    values.map((column) => column[cell] as number)

/** What the looks and colours say of a cell. */
function saidIn(view: SmallView, means: CellMeans, held: Float32Array): OfCell {
  const silent = withValues(new Float32Array(held.length), () => -1)
  return columns(
    held,
    means.of(view.looks),
    means.of(view.whole),
    view.votes === null ? silent : means.of(view.votes),
    means.spreadOf(view.mask, held),
    means.of(oddsIn(view)),
  )
}

/** The logarithm of how much likelier each pixel's colour is the people's than behind them. */
function oddsIn({ picture, mask, isPerson, isBehind }: SmallView): Float32Array {
  const places = withValues(new Uint32Array(mask.length), (at) => at)
  const colours = coloursAt(picture, new Int32Array(places.buffer))
  const table = oddsOf(colours, new Float32Array(isPerson), new Float32Array(isBehind))
  return withValues(new Float32Array(mask.length), (at) => table[colours[at] as number] as number)
}

/** How far a cell is from what is surely a person, and surely behind, in shares of the longer side. */
function distancesIn(view: SmallView, means: CellMeans, toBehind: Float32Array): OfCell {
  const toPerson = means.of(distanceTo(view, view.isPerson).values)
  const longer = Math.max(view.widthPx, view.heightPx)
  return (cell) => [(toPerson[cell] as number) / longer, (toBehind[cell] as number) / longer]
}

/** How much fine detail a cell has, against coarser detail, the people's and what is behind them. */
function detailsIn(kernels: Kernels, overview: Raster, view: SmallView, means: CellMeans): OfCell {
  const detail = detailOf(kernels, overview)
  const fine = view.sized(detail.fine)
  const [fines, coarses] = [means.of(fine), means.of(view.sized(detail.coarse))]
  const [ofPeople, ofBehind] = [meanWhere(fine, view.isPerson), meanWhere(fine, view.isBehind)]
  return (cell) => {
    const own = fines[cell] as number
    return [
      own,
      own / ((coarses[cell] as number) + 0.005),
      own / (ofPeople + 0.002),
      own / (ofBehind + 0.002),
    ]
  }
}

function meanWhere(values: Float32Array, marks: Uint8Array): number {
  let [sum, count] = [0, 1]
  for (let at = 0; at < values.length; at++) {
    if (marks[at] !== 1) continue
    sum += values[at] as number
    count++
  }
  return sum / count
}

/** Lightness, how it varies, and the two colours of OKLab. */
function coloursOf({ colours, of }: SmallCells, means: CellMeans): OfCell {
  const light = means.ofColour(0)
  const lights = withValues(new Float32Array(of.length), (at) => colours[at * 3] as number)
  const spread = means.spreadOf(lights, light)
  return columns(light, spread, means.ofColour(1), means.ofColour(2))
}
