import { z } from 'zod'

/** From -1 to 1; 0 changes nothing. */
const bothWays = z.number().min(-1).max(1)
/** From 0, nothing, to 1. */
const oneWay = z.number().min(0).max(1)

/**
 * How a photo's light and colours are set, without touching its pixels: the renderer applies it to
 * whatever version of the photo is shown. A photo that nothing was set of has `null` in its place.
 */
export const adjustmentsSchema = z.object({
  /** A ready-made grading, and how much of it; one that is not known here changes nothing. */
  look: z.object({ lookId: z.string().regex(/^[a-z0-9-]{1,40}$/), amount: oneWay }).nullable(),
  light: bothWays,
  contrast: bothWays,
  highlights: bothWays,
  shadows: bothWays,
  /** Towards amber, or towards blue. */
  warmth: bothWays,
  /** Towards magenta, or towards green. */
  tint: bothWays,
  saturation: bothWays,
  /** Contrast of what is small against its surroundings. */
  clarity: bothWays,
  /** Share of grey. */
  monochrome: oneWay,
  vignette: oneWay,
  grain: oneWay,
})
