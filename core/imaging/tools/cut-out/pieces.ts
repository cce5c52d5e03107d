import type { Box } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'

/** A connected part of a mask. */
export interface Piece {
  /** Indices of its pixels. */
  readonly pixels: readonly number[]
  readonly box: Box
}

/** The connected pieces of what lies at `threshold` or above it, neighbours by their sides. */
export function piecesOf(mask: FloatPlane, threshold: number): Piece[] {
  const { widthPx, heightPx, values } = mask
  const seen = new Uint8Array(values.length)
  const pieces: Piece[] = []
  for (let start = 0; start < values.length; start++) {
    if (seen[start] === 1 || (values[start] ?? 0) < threshold) continue
    const pixels = [start]
    seen[start] = 1
    let [left, right, top, bottom] = [widthPx, 0, heightPx, 0]
    for (let next = 0; next < pixels.length; next++) {
      const at = pixels[next] ?? 0
      const x = at % widthPx
      const y = (at - x) / widthPx
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      const around = [
        x > 0 ? at - 1 : -1,
        x < widthPx - 1 ? at + 1 : -1,
        at - widthPx,
        at + widthPx,
      ]
      for (const neighbour of around) {
        if (neighbour < 0 || neighbour >= values.length || seen[neighbour] === 1) continue
        if ((values[neighbour] ?? 0) < threshold) continue
        seen[neighbour] = 1
        pixels.push(neighbour)
      }
    }
    const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
    pieces.push({ pixels, box })
  }
  return pieces
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
