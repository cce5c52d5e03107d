import type { BrushStroke } from '../../../brush-strokes.ts'
import { distanceToPath } from '../path.ts'
import type { Superpixels } from './superpixels.ts'

/** What a stroke says of a pixel or a piece: it stays, it goes, or nothing. */
export const mark = { stays: 1, goes: -1, open: 0 } as const

/** The middle of a stroke, in shares of its radius, surely means what lies under it. */
const MIDDLE = 0.6
/** A piece is meant by a stroke that covers so much of it. */
const COVERED = 0.35

/** What strokes say of the pixels of a picture; the later one is right. */
export function markedPixels(
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  strokes: readonly BrushStroke[],
): Int8Array {
  const marks = new Int8Array(widthPx * heightPx)
  for (const { mode, radius, points } of strokes) {
    const path = points.map(({ x, y }) => ({ x: x * widthPx, y: y * heightPx }))
    const reach = Math.max(1, radius * Math.max(widthPx, heightPx)) * MIDDLE
    distanceToPath({ widthPx, heightPx }, path, reach, (at, far) => {
      if (far <= 1) marks[at] = mode === 'add' ? mark.stays : mark.goes
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
