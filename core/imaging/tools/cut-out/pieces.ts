import type { Box } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'

/** A connected part of a mask. */
export interface Piece {
  /** Indices of its pixels. */
  readonly pixels: Int32Array
  readonly box: Box
}

/** The connected pieces of what lies at `threshold` or above it, neighbours by their sides. */
export function piecesOf(mask: FloatPlane, threshold: number): Piece[] {
  const { widthPx, values } = mask
  /** Not seen yet, and of a piece. */
  const open = new Uint8Array(values.length)
  for (let at = 0; at < open.length; at++) open[at] = (values[at] ?? 0) >= threshold ? 1 : 0
  // All pieces end to end.
  const queue = new Int32Array(values.length)
  const pieces: Piece[] = []
  let end = 0
  for (let seed = open.indexOf(1); seed >= 0; seed = open.indexOf(1, seed)) {
    const start = end
    end = followed(open, widthPx, queue, seed, start)
    const pixels = queue.subarray(start, end)
    pieces.push({ pixels, box: boxOf(pixels, widthPx) })
  }
  return pieces
}

/** Puts what is tied to a pixel into the queue from `start`; answers where it ends. */
function followed(
  open: Uint8Array,
  widthPx: number,
  queue: Int32Array,
  seed: number,
  start: number,
): number {
  let end = start
  const take = (at: number) => {
    if (open[at] !== 1) return
    open[at] = 0
    queue[end++] = at
  }
  take(seed)
  for (let next = start; next < end; next++) {
    const at = queue[next] as number
    const x = at % widthPx
    if (x > 0) take(at - 1)
    if (x < widthPx - 1) take(at + 1)
    take(at - widthPx)
    take(at + widthPx)
  }
  return end
}

function boxOf(pixels: Int32Array, widthPx: number): Box {
  let [left, right] = [widthPx, 0]
  let [top, bottom] = [Number.POSITIVE_INFINITY, 0]
  for (let next = 0; next < pixels.length; next++) {
    const at = pixels[next] as number
    const x = at % widthPx
    const y = (at - x) / widthPx
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Clears, in place, the pieces of a mask that hold none of the pixels that are to be kept. */
export function clearPiecesWithout(
  mask: FloatPlane,
  threshold: number,
  isKept: (at: number) => boolean,
): void {
  for (const { pixels } of piecesOf(mask, threshold)) {
    if (pixels.some(isKept)) continue
    for (const at of pixels) mask.values[at] = 0
  }
}
