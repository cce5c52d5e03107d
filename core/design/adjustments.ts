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

export type Adjustments = z.infer<typeof adjustmentsSchema>
export type AdjustmentName = Exclude<keyof Adjustments, 'look'>

/** Every slider with its least value, in the order in which they are shown. */
export const adjustmentRanges = [
  { name: 'light', min: -1 },
  { name: 'contrast', min: -1 },
  { name: 'highlights', min: -1 },
  { name: 'shadows', min: -1 },
  { name: 'warmth', min: -1 },
  { name: 'tint', min: -1 },
  { name: 'saturation', min: -1 },
  { name: 'clarity', min: -1 },
  { name: 'monochrome', min: 0 },
  { name: 'vignette', min: 0 },
  { name: 'grain', min: 0 },
] as const satisfies readonly { readonly name: AdjustmentName; readonly min: number }[]

/** Nothing set. */
export const neutralAdjustments: Adjustments = {
  look: null,
  light: 0,
  contrast: 0,
  highlights: 0,
  shadows: 0,
  warmth: 0,
  tint: 0,
  saturation: 0,
  clarity: 0,
  monochrome: 0,
  vignette: 0,
  grain: 0,
}

/** Whether adjustments change no pixel. */
export const isNeutral = (adjustments: Adjustments): boolean =>
  (adjustments.look === null || adjustments.look.amount === 0) &&
  adjustmentRanges.every(({ name }) => adjustments[name] === 0)
