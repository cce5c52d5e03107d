import { placeOrder } from '#core/contract/services/orders.ts'
import { isPlainJson } from './json-bodies.ts'
import { type Validated, validate } from './validate.ts'

/** A large body that was read: which service it names, and what it asks of placing an order. */
export interface LargeBody {
  readonly s: unknown
  readonly placing: Validated<ReturnType<(typeof placeOrder)['request']['parse']>>
}

/** Reads and validates a body that only placing an order may have; null where it is no plain JSON object. */
export function readLargeBody(bytes: Uint8Array): LargeBody | null {
  if (!isPlainJson(bytes)) return null
  const body = parsed(bytes)
  if (!isObject(body) || reachesForPrototypes(body)) return null
  const { s, ...fields } = body
  return {
    s: typeof s === 'string' ? s : null,
    placing: validate(placeOrder.request, fields, bytes.length),
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the parser of small bodies refuses too. */
function reachesForPrototypes(body: object): boolean {
  const pending: object[] = [body]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Object.hasOwn(next, '__proto__')) return true
    for (const [key, value] of Object.entries(next)) {
      if (typeof value !== 'object' || value === null) continue
      if (key === 'constructor' && Object.hasOwn(value, 'prototype')) return true
      pending.push(value)
    }
  }
  return false
}
