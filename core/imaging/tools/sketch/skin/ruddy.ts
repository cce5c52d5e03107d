import { smoothstep } from '../../../../pixels/pixels.ts'

/** Red against yellow of OKLab: melanin is yellow before it is red, and blood is seen through pale skin alone. */
const REDDER = { from: 1.35, wholly: 1.55 }
/** Strength of a hue that no skin has: a coloured light, or cloth, lies on it. */
const LIT_BY_COLOUR = { from: 0.18, wholly: 0.22 }
/** Luma of skin of which nothing can be said. */
const DARK = { wholly: 0.2, from: 0.28 }
/** Whites of eyes, or teeth, that are lighter than the skin by this say that it is not pale. */
const WHITE = { from: 1.5, wholly: 1.75 }

/**
 * How sure it is that skin is pale though it is dark in the photo: that of who blushes or has freckles in a dim light is
 * much redder than brown skin is.
 * @param luma median of the skin
 * @param hue red and yellow of OKLab against its lightness
 * @param white how much lighter the lightest white in the face is; 0 where none is seen
 */
export function ruddiness(
  luma: number,
  [red, yellow]: readonly [red: number, yellow: number],
  white: number,
): number {
  const redder = smoothstep(REDDER.from, REDDER.wholly, red / Math.max(0.02, yellow))
  const isOwn = 1 - smoothstep(LIT_BY_COLOUR.from, LIT_BY_COLOUR.wholly, Math.hypot(red, yellow))
  const isSeen = smoothstep(DARK.wholly, DARK.from, luma)
  return redder * isOwn * isSeen * (1 - smoothstep(WHITE.from, WHITE.wholly, white))
}
