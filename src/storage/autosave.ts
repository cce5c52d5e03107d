import type { Fault, Outcome } from '#core/errors.ts'

export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly fault: Fault }

export interface AutosaveOptions<T> {
  readonly save: (latest: T) => Promise<Outcome<unknown>>
  readonly onState: (state: SaveState) => void
  /** Saved when so long nothing changed. */
  readonly quietMs?: number
  /** Saved at the latest so long after the first unsaved change. */
  readonly latestMs?: number
  /** After a failure the same state is tried again so much later. */
  readonly retryMs?: number
}

export interface Autosave<T> {
  changed(latest: T): void
  /** Saves at once what is not saved yet; settles when nothing is left, or a save failed. */
  flush(): Promise<void>
  /** Flushes and stops; later changes are ignored. */
  close(): Promise<void>
}

/**
 * Saves the latest state soon after each change and when the page is hidden or left. One save
 * runs at a time; a state that failed to be saved is kept and tried again.
 */
export function createAutosave<T extends object>(options: AutosaveOptions<T>): Autosave<T> {
  const { save, onState, quietMs = 500, latestMs = 3000, retryMs = 10_000 } = options
  let unsaved: T | null = null
  let unsavedSinceMs = 0
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), delayMs)
  }

  async function drain(): Promise<void> {
    while (unsaved !== null) {
      const latest = unsaved
      onState({ kind: 'saving' })
      const outcome = await save(latest)
      if (!outcome.ok) {
        onState({ kind: 'failed', fault: outcome.fault })
        if (!closed) schedule(retryMs)
        return
      }
      if (unsaved === latest) unsaved = null
    }
    onState({ kind: 'saved' })
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    if (unsaved === null && running === null) return Promise.resolve()
    running ??= drain().finally(() => {
      running = null
    })
    return running
  }

  const onLeave = () => {
    if (document.visibilityState === 'hidden') void flush()
  }
  const onPageHide = () => void flush()
  document.addEventListener('visibilitychange', onLeave)
  window.addEventListener('pagehide', onPageHide)

  return {
    changed: (latest) => {
      if (closed) return
      if (unsaved === null) unsavedSinceMs = performance.now()
      unsaved = latest
      onState({ kind: 'waiting' })
      const dueMs = unsavedSinceMs + latestMs - performance.now()
      schedule(Math.max(0, Math.min(quietMs, dueMs)))
    },
    flush,
    close: async () => {
      closed = true
      document.removeEventListener('visibilitychange', onLeave)
      window.removeEventListener('pagehide', onPageHide)
      await flush()
      clearTimeout(timer)
    },
  }
}
