import { StampaError } from '#core/errors.ts'

export type Load<Value> = (signal: AbortSignal) => Promise<Value>

interface Entry<Value> {
  readonly value: Promise<Value>
  readonly controller: AbortController
  waiting: number
  settled: boolean
}

/**
 * Loads each key once and keeps it. A load that fails is forgotten, so that the next call tries
 * again. A caller that aborts is answered at once; the load itself is stopped when nobody waits
 * for it any more.
 */
export class LoadOnce<Value> {
  readonly #entries = new Map<string, Entry<Value>>()

  /** @throws StampaError `cancelled` as soon as `signal` is aborted; else what `load` throws */
  async get(key: string, load: Load<Value>, signal: AbortSignal): Promise<Value> {
    if (signal.aborted) throw new StampaError('cancelled')
    const entry = this.#entries.get(key) ?? this.#begin(key, load)
    entry.waiting++
    try {
      return await orAborted(entry.value, signal)
    } finally {
      entry.waiting--
      if (entry.waiting === 0 && !entry.settled) this.#abandon(key, entry)
    }
  }

  has(key: string): boolean {
    return this.#entries.get(key)?.settled === true
  }

  #begin(key: string, load: Load<Value>): Entry<Value> {
    const controller = new AbortController()
    const value = load(controller.signal)
    const entry: Entry<Value> = { value, controller, waiting: 0, settled: false }
    this.#entries.set(key, entry)
    value.then(
      () => {
        entry.settled = true
      },
      () => {
        entry.settled = true
        this.#forget(key, entry)
      },
    )
    return entry
  }

  #abandon(key: string, entry: Entry<Value>): void {
    this.#forget(key, entry)
    entry.controller.abort()
  }

  #forget(key: string, entry: Entry<Value>): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
  }
}

/** Settles as `work` does, or rejects with `cancelled` as soon as `signal` is aborted. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new StampaError('cancelled'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
