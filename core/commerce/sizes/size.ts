import { z } from 'zod'
import { limits } from '../../limits.ts'

const sideMm = z.number().min(limits.printMmMin).max(limits.printMmMax)
const gapMm = z.number().min(0).max(100)
const count = z.number().int().min(1).max(400)

/** A size to print, and how its copies lie on the machine's sheet. */
export const sizeSchema = z
  .object({
    widthMm: sideMm,
    heightMm: sideMm,
    cornerRadiusMm: z.number().min(0),
    orientation: z.enum(['portrait', 'landscape']),
    spacingMm: gapMm,
    quantity: count,
    rows: count,
    columns: count,
    bottomMarginMm: gapMm,
    rightMarginMm: gapMm,
  })
  .refine(
    ({ widthMm, heightMm, cornerRadiusMm }) => cornerRadiusMm <= Math.min(widthMm, heightMm) / 2,
    { path: ['cornerRadiusMm'], message: 'at most half the shorter side' },
  )
export type Size = z.infer<typeof sizeSchema>

/** Where a size comes from: shipped, kept for everybody of a machine, or one customer's. */
export const sizeKinds = ['built-in', 'common', 'custom'] as const
