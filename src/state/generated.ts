import type { z } from 'zod'
import { type LoadOnce, loadOnce } from '#core/cache/load-once.ts'
import { fail, type Outcome, succeed } from '#core/errors.ts'

const files = new Map<string, LoadOnce<Outcome<unknown>>>()

/**
 * A JSON file that the build derives, read once and checked; a failure is forgotten, so that the
 * next question tries again.
 * @param path within `generated/`; each has one schema
 */
export function readGenerated<T>(path: string, schema: z.ZodType<T>): Promise<Outcome<T>> {
  const file =
    files.get(path) ??
    loadOnce(
      () => read(path, schema),
      ({ ok }) => ok,
    )
  files.set(path, file)
  return file() as Promise<Outcome<T>>
}

/** Address of a derived file. */
export const generatedUrl = (path: string): string => `${import.meta.env.BASE_URL}generated/${path}`

async function read<T>(path: string, schema: z.ZodType<T>): Promise<Outcome<T>> {
  try {
    const response = await fetch(generatedUrl(path))
    if (!response.ok) return fail('network-failed', { cause: `${path}: ${response.status}` })
    return succeed(schema.parse(await response.json()))
  } catch (cause) {
    return fail('network-failed', { cause })
  }
}
