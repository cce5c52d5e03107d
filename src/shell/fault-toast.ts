import { useCallback } from 'react'
import type { Fault } from '#core/errors.ts'
import { showToast } from '#src/ui/toasts.ts'
import { useFaultWords } from './fault-words.ts'

/** Says a fault in the customer's words; what they cancelled themselves needs no words. */
export function useFaultToast(): (fault: Fault) => void {
  const words = useFaultWords()
  return useCallback(
    (fault) => {
      if (fault.code === 'cancelled') return
      showToast({ id: fault.code, text: words(fault), tone: 'danger', durationMs: 8000 })
    },
    [words],
  )
}
