/** What a cache holds, and how much memory it takes. */
interface Held<V> {
  readonly value: V
  readonly bytes: number
}

export interface ByteLruOptions<V> {
  readonly budgetBytes: number
  /** Gives back what a value holds that is not collected by itself. */
  readonly release?: (value: V) => void
}

/**
 * A cache bounded by bytes: when its budget is spent, what was used least recently is released. The
 * latest value always stays, however large it is.
 */
export class ByteLru<K, V> {
  readonly #held = new Map<K, Held<V>>()
  readonly #budgetBytes: number
  readonly #release: (value: V) => void
  #bytes = 0

  constructor({ budgetBytes, release = () => undefined }: ByteLruOptions<V>) {
    this.#budgetBytes = budgetBytes
    this.#release = release
  }

  get bytes(): number {
    return this.#bytes
  }

  has(key: K): boolean {
    return this.#held.has(key)
  }

  /** The value, now the most recently used, or undefined. */
  get(key: K): V | undefined {
    const held = this.#held.get(key)
    if (held === undefined) return undefined
    // Taken out and put in again: the map's order is that of last use.
    this.#held.delete(key)
    this.#held.set(key, held)
    return held.value
  }

  set(key: K, value: V, bytes: number): void {
    this.delete(key)
    this.#held.set(key, { value, bytes })
    this.#bytes += bytes
    for (const other of this.#held.keys()) {
      if (this.#bytes <= this.#budgetBytes) return
      if (other !== key) this.delete(other)
    }
  }

  delete(key: K): void {
    const held = this.#held.get(key)
    if (held === undefined) return
    this.#held.delete(key)
    this.#bytes -= held.bytes
    this.#release(held.value)
  }

  clear(): void {
    for (const key of this.#held.keys()) this.delete(key)
  }

  /** Keys and values, the least recently used first; none of them counts as used by this. */
  *entries(): IterableIterator<readonly [K, V]> {
    for (const [key, { value }] of this.#held) yield [key, value]
  }
}
