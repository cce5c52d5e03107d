import { z } from 'zod'
import { sizeSchema } from '../../commerce/sizes/size.ts'

const mm = z.number().positive()

/** A print job as a claim hands it out. */
export const stationJobSchema = z.object({
  id: z.uuid(),
  /** The fencing token of this claim; every report on the job carries it. */
  token: z.number().int().positive(),
  orderNumber: z.string(),
  printNumber: z.number().int(),
  kind: z.enum(['phone-case', 'cake']),
  file: z.object({
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.number().int().positive(),
    mediaType: z.enum(['image/png', 'application/pdf']),
  }),
  /** What the file must be: the product with its bleed. */
  page: z.object({
    widthMm: mm,
    heightMm: mm,
    bleedMm: z.number().min(0),
    widthPx: z.number().int().positive(),
    heightPx: z.number().int().positive(),
    dpi: z.number().positive(),
  }),
  /** Pieces that were ordered. */
  quantity: z.number().int().positive(),
  /** How they lie on the machine's sheet; null where each is printed by itself. */
  size: sizeSchema.nullable(),
  sheet: z.object({ widthMm: mm, heightMm: mm }),
})
export type StationJob = z.infer<typeof stationJobSchema>
