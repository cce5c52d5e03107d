/** The fields of an object as it lies in storage; null for one that is missing or of another type. */
export interface StoredFields {
  readonly text: (name: string) => string | null
  readonly number: (name: string) => number | null
}

/**
 * What storage holds under a key, or an object without fields where that is damaged: read by hand,
 * because the first screen needs it before any schema has arrived.
 */
export function storedFields(text: string | null): StoredFields {
  const fields = new Map<string, unknown>(Object.entries(parsed(text) ?? {}))
  return {
    text: (name) => {
      const value = fields.get(name)
      return typeof value === 'string' ? value : null
    },
    number: (name) => {
      const value = fields.get(name)
      return typeof value === 'number' ? value : null
    },
  }
}

function parsed(text: string | null): object | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return typeof kept === 'object' ? kept : null
  } catch {
    return null
  }
}
