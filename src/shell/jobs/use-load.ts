import { useEffect, useState } from 'react'
import type { Outcome } from '#core/errors.ts'
import { answered, shownFault } from '#src/state/long-job.ts'

/**
 * Loads what is shown: when it comes on screen, when `load` changes (so it is a `useCallback`), and
 * when a retry is asked for. What comes after its screen has moved on counts no more.
 * @param load null loads nothing yet; its signal is aborted when its answer is no longer wanted
 */
export function useLoad<T>(load: ((signal: AbortSignal) => Promise<Outcome<T>>) | null) {
  const [outcome, setOutcome] = useState<Outcome<T> | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    if (load === null) return
    const leaving = new AbortController()
    setOutcome(null)
    void answered(load(leaving.signal)).then((came) => {
      if (!leaving.signal.aborted) setOutcome(came)
    })
    return () => leaving.abort()
  }, [load, attempt])
  const fault = outcome === null ? null : shownFault(outcome)
  return { outcome, fault, retry: () => setAttempt(attempt + 1) }
}
