import { piecesOfMarks } from '../../../../../pixels/pieces.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import type { OfCell } from './cell-means.ts'
import { meanStep, stepOf } from './like-coloured-cells.ts'
import { BEHIND, PERSON } from './small-view.ts'
import type { SmallCells } from './unsure-cells.ts'

/** What is held so far is held, or clear, beside a cell. */
const LIKELY = { person: 0.7, behind: 0.3 } as const

/** Between these a mask doubts a cell. */
export interface Band {
  readonly from: number
  readonly until: number
}

/**
 * Of an unsure cell, what lies along it: how much of that is held, how much is surely a person or behind, and
 * how alike the cell is to what is held and to what is not.
 */
export function besideOf(
  { of, colours, count, widthPx }: SmallCells,
  held: Float32Array,
  unsure: Int32Array,
): OfCell {
  const sums = new Float32Array(count * BESIDE)
  const isUnsure = new Uint8Array(count)
  for (const cell of unsure) isUnsure[cell] = 1
  const sharpness = 1 / (2 * meanStep(colours, widthPx))
  for (let at = 0; at < of.length; at++) {
    const one = of[at] as number
    for (let next = at + 1; next <= at + widthPx; next += widthPx - 1) {
      const other = of[next]
      if (other === undefined || other === one || (next === at + 1 && next % widthPx === 0))
        continue
      if (isUnsure[one] === 0 && isUnsure[other] === 0) continue
      const like = Math.exp(-stepOf(colours, at, next) * sharpness)
      meet(sums, one * BESIDE, held[other] as number, like)
      meet(sums, other * BESIDE, held[one] as number, like)
    }
  }
  return (cell) => {
    const [
      all = 0,
      value = 0,
      person = 0,
      behind = 0,
      likeP = 0,
      countP = 0,
      likeB = 0,
      countB = 0,
    ] = sums.subarray(cell * BESIDE, cell * BESIDE + BESIDE)
    const most = Math.max(1, all)
    return [
      value / most,
      person / most,
      behind / most,
      countP > 0 ? likeP / countP : -1,
      countB > 0 ? likeB / countB : -1,
    ]
  }
}

/** Values that are summed along a cell's border. */
const BESIDE = 8

function meet(sums: Float32Array, to: number, value: number, like: number): void {
  sums[to] = (sums[to] as number) + 1
  sums[to + 1] = (sums[to + 1] as number) + value
  if (value > PERSON) sums[to + 2] = (sums[to + 2] as number) + 1
  if (value < BEHIND) sums[to + 3] = (sums[to + 3] as number) + 1
  if (value > LIKELY.person) {
    sums[to + 4] = (sums[to + 4] as number) + like
    sums[to + 5] = (sums[to + 5] as number) + 1
  } else if (value < LIKELY.behind) {
    sums[to + 6] = (sums[to + 6] as number) + like
    sums[to + 7] = (sums[to + 7] as number) + 1
  }
}

/**
 * Of a cell the blob of its like that it belongs to: its size against the people's area, the share of its
 * border that is held, and how it is held on average.
 */
export function blobsOf(
  cells: SmallCells,
  held: Float32Array,
  area: number,
  { from, until }: Band,
): OfCell {
  const { of, widthPx } = cells
  const isIn = (cell: number) => (held[cell] as number) > from && (held[cell] as number) < until
  const marks = withValues(new Uint8Array(of.length), (at) => (isIn(of[at] as number) ? 1 : 0))
  const blobOf = new Int32Array(cells.count).fill(-1)
  const blobs = piecesOfMarks(marks.slice(), widthPx).map(({ pixels }, blob) => {
    let sum = 0
    for (const at of pixels) {
      blobOf[of[at] as number] = blob
      sum += held[of[at] as number] as number
    }
    return [pixels.length / area, heldAlong(cells, held, marks, pixels), sum / pixels.length]
  })
  return (cell) => blobs[blobOf[cell] as number] ?? [0, 0, 0]
}

/** The share of the border of some marked pixels along which the mask holds what is not marked. */
function heldAlong(
  { of, widthPx }: SmallCells,
  held: Float32Array,
  marks: Uint8Array,
  pixels: Int32Array,
): number {
  let [along, alongHeld] = [0, 0]
  const meet = (next: number) => {
    if (marks[next] !== 0) return
    along++
    if ((held[of[next] as number] as number) > 0.5) alongHeld++
  }
  for (const at of pixels) {
    const column = at % widthPx
    if (column > 0) meet(at - 1)
    if (column + 1 < widthPx) meet(at + 1)
    meet(at - widthPx)
    meet(at + widthPx)
  }
  return along > 0 ? alongHeld / along : 0
}
