import type { z } from 'zod'
import type { adjustmentsSchema } from './adjustments-schema.ts'

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
