import { z } from 'zod'

/** What every call of point 7 answers: both of the specification's readings at once. */
export const envelopeSchema = z.object({
  /** 0 is success. */
  code: z.number().int(),
  data: z.unknown(),
  msg: z.string(),
  /** How many there are in all, of which `data` is one page. */
  count: z.number().int().optional(),
  per_page: z.number().int().optional(),
  /** The second reading: true exactly where `code` is 0. */
  status: z.boolean(),
})
export type Envelope = z.infer<typeof envelopeSchema>

/** What an empty answer stands for (specification, point 8). */
export const NO_ANSWER = {
  code: 900,
  status: false,
  msg: 'The server did not respond to the result',
} as const

/** Answers that mean one thing only: sign in again (specification, point 8). */
export const signInAgainCodes: readonly number[] = [400, 401, 403]

const eitherReading = z.object({
  code: z.number().int().optional(),
  status: z.boolean().optional(),
  data: z.unknown().optional(),
  msg: z.string().nullish(),
  count: z.number().int().nullish(),
  per_page: z.number().int().nullish(),
})

/**
 * Reads an answer by either of the specification's readings: `{ code, data, msg, count, per_page }`
 * or `{ code, status, msg }`. An empty or foreign body is {@link NO_ANSWER}.
 */
export function readEnvelope(body: unknown): Envelope {
  const read = eitherReading.safeParse(body)
  if (!read.success || (read.data.code === undefined && read.data.status === undefined)) {
    return { ...NO_ANSWER, data: null }
  }
  const { code, status, data, msg, count, per_page } = read.data
  const succeeded = (code ?? 0) === 0 && status !== false
  return {
    code: succeeded ? 0 : code || NO_ANSWER.code,
    status: succeeded,
    data: data ?? null,
    msg: msg ?? '',
    ...(typeof count === 'number' && { count }),
    ...(typeof per_page === 'number' && { per_page }),
  }
}

/** `data` of an envelope whose code is not 0, as our server writes it. */
export const refusedDataSchema = z.object({
  refusal: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  /** Field of the request -> what is wrong with it. */
  fields: z.record(z.string(), z.string()).default({}),
})
