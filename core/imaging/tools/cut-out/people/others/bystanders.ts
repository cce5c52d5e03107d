import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { type HeadPlace, headsAway } from '../heads/head-place.ts'

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
