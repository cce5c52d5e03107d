import type { Box } from '../pixels/pixels.ts'
import type { Raster } from '../pixels/raster.ts'

/** Fainter than this is a hair's end or a trace, of 255. */
const SEEN_ALPHA = 24

/** The box about what of a picture is not clear, in fractions of its sides; null where all of it is. */
export function keptBox({ rgba, widthPx, heightPx }: Raster): Box | null {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0]
  for (let y = 0; y < heightPx; y++) {
    const first = firstSeen(rgba, y * widthPx, widthPx)
    if (first === widthPx) continue
    left = Math.min(left, first)
    right = Math.max(right, lastSeen(rgba, y * widthPx, widthPx) + 1)
    top = Math.min(top, y)
    bottom = y + 1
  }
  if (right === 0) return null
  return {
    x: left / widthPx,
    y: top / heightPx,
    width: (right - left) / widthPx,
    height: (bottom - top) / heightPx,
  }
}

function firstSeen(rgba: Uint8ClampedArray, start: number, widthPx: number): number {
  let x = 0
  while (x < widthPx && (rgba[(start + x) * 4 + 3] ?? 0) < SEEN_ALPHA) x++
  return x
}

function lastSeen(rgba: Uint8ClampedArray, start: number, widthPx: number): number {
  let x = widthPx - 1
  while (x >= 0 && (rgba[(start + x) * 4 + 3] ?? 0) < SEEN_ALPHA) x--
  return x
}
