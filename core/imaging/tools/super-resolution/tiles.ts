import type { Box } from '../../../pixels/pixels.ts'

/** One square of a picture that a network sees at a time. */
export interface Tile {
  /** What the network is shown: `kept` and the overlap around it, within the picture. */
  readonly seen: Box
  /** What is kept of the result; the tiles' kept boxes cover the picture exactly. */
  readonly kept: Box
}

/**
 * Covers a picture with tiles, row by row. A tile at the picture's edge sees no overlap beyond it,
 * so that the network's own padding works there as it does on the whole. Tiles begin at even places if
 * the overlap is even: a network that works at half the resolution halves each as it halves the whole.
 * @param sizePx side of what the network is shown
 * @param overlapPx discarded on every inner side
 */
export function planTiles(
  widthPx: number,
  heightPx: number,
  sizePx: number,
  overlapPx: number,
): readonly (readonly Tile[])[] {
  const step = Math.max(16, (sizePx - overlapPx * 2) & ~1)
  const rows: Tile[][] = []
  for (let y = 0; y < heightPx; y += step) {
    const row: Tile[] = []
    for (let x = 0; x < widthPx; x += step) {
      const kept = {
        x,
        y,
        width: Math.min(step, widthPx - x),
        height: Math.min(step, heightPx - y),
      }
      row.push({ kept, seen: within(kept, overlapPx, widthPx, heightPx) })
    }
    rows.push(row)
  }
  return rows
}

function within(kept: Box, overlapPx: number, widthPx: number, heightPx: number): Box {
  const x = Math.max(0, kept.x - overlapPx)
  const y = Math.max(0, kept.y - overlapPx)
  const right = Math.min(widthPx, kept.x + kept.width + overlapPx)
  const bottom = Math.min(heightPx, kept.y + kept.height + overlapPx)
  return { x, y, width: right - x, height: bottom - y }
}
