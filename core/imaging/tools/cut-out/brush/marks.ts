import type { BrushStroke } from '../../../brush-strokes.ts'
import { distanceToPath } from '../path.ts'
import type { Superpixels } from './superpixels.ts'

/** What a stroke says of a pixel or a piece: it stays, it goes, or nothing. */
export const mark = { stays: 1, goes: -1, open: 0 } as const

/** The middle of a stroke, in shares of its radius, surely means what lies under it. */
const MIDDLE = 0.6
/** The line in the middle of a stroke, in shares of its radius: a piece that it does not touch was slipped into. */
const LINE = 0.3
/** A piece is meant by a stroke that covers so much of it. */
const COVERED = 0.35

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/** Visits the pixels along a stroke's path, up to a share of its radius from it. */
function eachAlong(
  { widthPx, heightPx }: Size,
  { radius, points }: BrushStroke,
  share: number,
  visit: (at: number) => void,
): void {
  const path = points.map(({ x, y }) => ({ x: x * widthPx, y: y * heightPx }))
  const reach = Math.max(1, radius * Math.max(widthPx, heightPx)) * share
  distanceToPath({ widthPx, heightPx }, path, reach, (at, far) => {
    if (far <= 1) visit(at)
  })
}

const saidBy = ({ mode }: BrushStroke): number => (mode === 'add' ? mark.stays : mark.goes)

/** What strokes say of the pixels of a picture; the later one is right. */
export function markedPixels(size: Size, strokes: readonly BrushStroke[]): Int8Array {
  const marks = new Int8Array(size.widthPx * size.heightPx)
  for (const stroke of strokes) {
    const said = saidBy(stroke)
    eachAlong(size, stroke, MIDDLE, (at) => {
      marks[at] = said
    })
  }
  return marks
}

/**
 * The same where a stroke surely means it, however little it covers of a piece: a lock is thinner than
 * a piece. Where its line touches nothing of a piece, a finger only slipped over an edge.
 */
export function meantPixels(pieces: Superpixels, strokes: readonly BrushStroke[]): Int8Array {
  const marks = new Int8Array(pieces.labels.length)
  for (const stroke of strokes) {
    const said = saidBy(stroke)
    const touched = new Set<number>()
    eachAlong(pieces, stroke, LINE, (at) => touched.add(pieces.labels[at] as number))
    eachAlong(pieces, stroke, MIDDLE, (at) => {
      if (touched.has(pieces.labels[at] as number)) marks[at] = said
    })
  }
  return marks
}

/** What strokes say of each piece of a picture. */
export function markedPieces(pieces: Superpixels, strokes: readonly BrushStroke[]): Int8Array {
  const pixels = markedPixels(pieces, strokes)
  const covered = new Int32Array(pieces.count)
  const sums = new Int32Array(pieces.count)
  for (let at = 0; at < pixels.length; at++) {
    const said = pixels[at] as number
    if (said === mark.open) continue
    const piece = pieces.labels[at] as number
    covered[piece] = (covered[piece] as number) + 1
    sums[piece] = (sums[piece] as number) + said
  }
  const isMeant = (piece: number) =>
    (covered[piece] as number) >= (pieces.sizes[piece] as number) * COVERED
  return Int8Array.from(sums, (sum, piece) => (isMeant(piece) ? Math.sign(sum) : mark.open))
}
