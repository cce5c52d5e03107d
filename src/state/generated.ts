import { loadOnceEach } from '#core/cache/load-once.ts'
import { fail, type Outcome, succeed } from '#core/errors.ts'

/** A schema, or what else checks a value. */
interface Check<T> {
  parse(value: unknown): T
}

interface GeneratedFile {
  readonly path: string
  readonly schema: Check<unknown>
}

const file = loadOnceEach(({ path, schema }: GeneratedFile) => read(path, schema), {
  keyOf: ({ path }) => path,
  isKept: ({ ok }) => ok,
})

/**
 * A JSON file that the build derives, read once and checked; a failure is forgotten, so that the
 * next question tries again.
 * @param path within `generated/`; each has one schema
 */
export function readGenerated<T>(path: string, schema: Check<T>): Promise<Outcome<T>> {
  return file({ path, schema }) as Promise<Outcome<T>>
}

/** Address of a derived file; it changes with what such files hold. */
export const generatedUrl = (path: string): string =>
  `${import.meta.env.BASE_URL}generated/${path}?v=${import.meta.env.STAMPA_GENERATED}`

async function read<T>(path: string, schema: Check<T>): Promise<Outcome<T>> {
  try {
    const response = await fetch(generatedUrl(path))
    if (!response.ok) return fail('network-failed', { cause: `${path}: ${response.status}` })
    return succeed(schema.parse(await response.json()))
  } catch (cause) {
    return fail('network-failed', { cause })
  }
}
