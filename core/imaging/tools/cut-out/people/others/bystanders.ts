import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'

/** The middle of a head and the longer side of its face's box, in pixels of the mask. */
export interface HeadPlace {
  readonly x: number
  readonly y: number
  readonly size: number
  /** Of the line between the eyes, radians. */
  readonly angle: number
}

/** A body hangs below its head: what lies below is nearer than what lies beside or above. */
const BELOW = 0.45
const ABOVE = 1.2
/** Head sizes over which the mask fades where two bodies meet. */
const FADE = 0.25

/**
 * Takes those out of a mask who only walk through the picture: every pixel goes to the head it
 * hangs from, and what hangs from a bystander's is cleared, in place.
 */
export function dropBystanders(
  mask: FloatPlane,
  people: readonly HeadPlace[],
  bystanders: readonly HeadPlace[],
): void {
  if (bystanders.length === 0) return
  for (let at = 0; at < mask.values.length; at++) {
    if (mask.values[at] === 0) continue
    const x = at % mask.widthPx
    const y = (at - x) / mask.widthPx
    const nearer = headsAway(people, x, y) - headsAway(bystanders, x, y)
    if (nearer > -FADE) {
      mask.values[at] = (mask.values[at] ?? 0) * (1 - smoothstep(-FADE, FADE, nearer))
    }
  }
}

/** How far a place is from the head that it would hang from, in that head's sizes. */
export const headsAway = (heads: readonly HeadPlace[], x: number, y: number): number =>
  heads.reduce((least, head) => {
    const down = y - head.y
    const distance = Math.hypot(x - head.x, down * (down > 0 ? BELOW : ABOVE)) / head.size
    return Math.min(least, distance)
  }, Number.POSITIVE_INFINITY)
