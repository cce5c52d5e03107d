import type { z } from 'zod'
import { fail, type Outcome, succeed } from '#core/errors.ts'

const made = new Map<string, Promise<Outcome<unknown>>>()

/**
 * A JSON file that the build derives, read once and checked; a failure is forgotten, so that the
 * next question tries again.
 * @param path within `generated/`
 */
export function readGenerated<T>(path: string, schema: z.ZodType<T>): Promise<Outcome<T>> {
  const known = made.get(path) as Promise<Outcome<T>> | undefined
  if (known !== undefined) return known
  const reading = read(path, schema)
  made.set(path, reading)
  void reading.then((outcome) => {
    if (!outcome.ok) made.delete(path)
  })
  return reading
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
