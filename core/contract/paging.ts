import { z } from 'zod'

const PAGE_SIZE_MAX = 100

/** The headers of a paged call (specification, point 7). */
export const pageSchema = z.object({
  /** From 1. */
  pageNum: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(20),
})
export type Page = z.infer<typeof pageSchema>

/** The end of the year 9999: what every part of the system can write as a date. */
const MOMENT_MS_MAX = 253_402_300_799_999

/** The headers of a call that walks through time (specification, point 7). */
export const windowSchema = z.object({
  /** Milliseconds since 1970; where the walk begins, that moment itself left out. */
  beginTime: z.coerce.number().int().min(0).max(MOMENT_MS_MAX).optional(),
  direction: z.enum(['older', 'newer']).default('older'),
  orderBy: z.enum(['placedAt', 'changedAt']).default('placedAt'),
  pageSize: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(20),
})
export type TimeWindow = z.infer<typeof windowSchema>

/** Header names as they are sent; servers and proxies see them in lower case. */
export const pagingHeaders = ['pageNum', 'pageSize', 'beginTime', 'direction', 'orderBy'] as const
