import { useEffect, useState } from 'react'
import type { Fault, Outcome } from '#core/errors.ts'

/** Loads what a panel shows when it opens; a fault stays in sight until a retry. */
export function useLoad(load: () => Promise<Outcome<void>>) {
  const [fault, setFault] = useState<Fault | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    void load().then((outcome) => setFault(outcome.ok ? null : outcome.fault))
  }, [load, attempt])
  return { fault, retry: () => setAttempt(attempt + 1) }
}
