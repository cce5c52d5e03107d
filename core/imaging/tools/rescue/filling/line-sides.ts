import type { Raster } from '../../../../pixels/raster.ts'
import type { Edges } from '../sheet/edges.ts'
import type { Line } from '../sheet/lines.ts'

/** A picture with a hole as lines are looked at in it. */
export interface LineScene {
  readonly edges: Edges
  /** 1 where nothing near is missing. */
  readonly clear: Uint8Array
  readonly known: Uint8Array
  readonly filled: Raster
  /** What is less steep is no edge. */
  readonly steepMin: number
}

/** So far to each side, px, colours belong to a line. */
export const PROFILE_PX = 5

/** A part of a line, px from the line's foot. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Cosine of the angle by which an edge may differ from its line. */
export const ALONG = 0.94
/** How far an edge may lie from its line, px. */
const AWAY_PX = 1
/** Of a side so many places must be seen. */
const PLACES_MIN = 8

/** Share of a stretch, 0..1, that is an edge along the line; of what of it is seen. */
export function supportOf(
  { edges, clear, steepMin, filled: { widthPx, heightPx } }: LineScene,
  { cos, sin, offset }: Line,
  { from, to }: Stretch,
): number {
  let [seen, held] = [0, 0]
  for (let t = from; t <= to; t++) {
    let [isSeen, isHeld] = [false, false]
    for (let d = -AWAY_PX; d <= AWAY_PX; d += 0.5) {
      const x = Math.floor(cos * (offset + d) - sin * t)
      const y = Math.floor(sin * (offset + d) + cos * t)
      const at = y * widthPx + x
      if (x < 1 || y < 1 || x >= widthPx - 1 || y >= heightPx - 1 || clear[at] === 0) continue
      isSeen = true
      const along = Math.abs((edges.acrossX[at] ?? 0) * cos + (edges.acrossY[at] ?? 0) * sin)
      if (along >= ALONG && (edges.steepness[at] ?? 0) >= steepMin) isHeld = true
    }
    if (isSeen) seen++
    if (isHeld) held++
  }
  return seen < PLACES_MIN ? 0 : held / seen
}

/** Mean colours across a line, three for each px from -`PROFILE_PX` to it; null where one is not seen. */
export function profileAt(
  { clear, filled: { widthPx, heightPx, rgba } }: LineScene,
  { cos, sin, offset }: Line,
  { from, to }: Stretch,
): Float32Array | null {
  const steps = 2 * PROFILE_PX + 1
  const sums = new Float32Array(steps * 3)
  for (let step = 0; step < steps; step++) {
    let count = 0
    for (let t = from; t <= to; t++) {
      const d = step - PROFILE_PX
      const x = Math.floor(cos * (offset + d) - sin * t)
      const y = Math.floor(sin * (offset + d) + cos * t)
      const at = y * widthPx + x
      if (x < 0 || y < 0 || x >= widthPx || y >= heightPx || clear[at] === 0) continue
      for (let c = 0; c < 3; c++) {
        sums[step * 3 + c] = (sums[step * 3 + c] ?? 0) + (rgba[at * 4 + c] ?? 0)
      }
      count++
    }
    if (count < PLACES_MIN / 2) return null
    for (let c = 0; c < 3; c++) sums[step * 3 + c] = (sums[step * 3 + c] ?? 0) / count
  }
  return sums
}
