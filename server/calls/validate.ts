import type { z } from 'zod'
import { compiled } from './compiled.ts'

/** Validation names so many wrong fields at most, and only the first one of a body beyond so many bytes. */
const FIELDS_NAMED_MAX = 20
const FIELDS_NAMED_BYTES_MAX = 4096

/** What was asked, or the path of each wrong field and the kind of its fault. */
export type Validated<T> =
  | { readonly ok: true; readonly request: T }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> }

/** The library's own switch behind `validate`, which names no field. */
const untilFirst: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

/** Stops at the first wrong field; a small request is read again to name them all. */
export function validate<Request extends z.ZodType>(
  schema: Request,
  given: unknown,
  bytes: number,
): Validated<z.output<Request>> {
  const first = compiled(schema).safeParse(given, untilFirst)
  if (first.success) return { ok: true, request: first.data }
  const all = bytes <= FIELDS_NAMED_BYTES_MAX ? schema.safeParse(given) : first
  return { ok: false, fields: fieldErrors(all.error ?? first.error) }
}

/** The path of each wrong field and the kind of its fault; never the value, which may be private. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues
      .slice(0, FIELDS_NAMED_MAX)
      .map(({ path, code, message }) => [
        path.join('.') || 'request',
        code === 'custom' ? message : code,
      ]),
  )
}
