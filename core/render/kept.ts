import { ByteLru } from '../cache/byte-lru.ts'
import type { Kept, RenderAssets } from './assets.ts'

/** What prepared texts, outlines and shadows of one stage or one print may take. */
const KEPT_BYTES = 48 << 20

/** A {@link RenderAssets.kept} bounded by bytes. */
export function createKept(budgetBytes = KEPT_BYTES): RenderAssets['kept'] {
  const values = new ByteLru<string, Kept<object>>({
    budgetBytes,
    release: ({ release }) => release?.(),
  })
  const numbers = new WeakMap<object, number>()
  let count = 0
  const nameOf = (owner: object | string): string => {
    if (typeof owner === 'string') return `s${owner}`
    const known = numbers.get(owner)
    if (known !== undefined) return `o${known}`
    count += 1
    numbers.set(owner, count)
    return `o${count}`
  }
  return <T extends object>(owner: object | string, kind: string, make: () => Kept<T>): T => {
    const name = `${kind} ${nameOf(owner)}`
    const before = values.get(name)
    // Only `make` of the same kind wrote it, and a kind names one type of value.
    if (before !== undefined) return before.value as T
    const made = make()
    values.set(name, made, made.bytes)
    return made.value
  }
}
