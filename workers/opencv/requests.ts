import { z } from 'zod'
import { limits } from '#core/limits.ts'

/** A matte of the product's working size at most. */
export const matteSchema = z
  .object({
    widthPx: z.int().min(1),
    heightPx: z.int().min(1),
    values: z.custom<Uint8ClampedArray<ArrayBuffer>>(
      (values) => values instanceof Uint8ClampedArray && values.buffer instanceof ArrayBuffer,
    ),
  })
  .refine(({ widthPx, heightPx }) => widthPx * heightPx <= limits.workingPxMax)
  .refine(({ widthPx, heightPx, values }) => values.length === widthPx * heightPx)

export const cleanSettingsSchema = z.object({
  islandShare: z.number().min(0).max(1),
  holeShare: z.number().min(0).max(1),
})

export const outlineSettingsSchema = z.object({
  widthPx: z.number().min(0).max(limits.intakeSidePxMax),
  smoothPx: z.number().min(0).max(limits.intakeSidePxMax),
})
