import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fault } from '#core/errors.ts'
import { showToast } from '#src/ui/toasts.ts'

/** Says a fault in the customer's words; what they cancelled themselves needs no words. */
export function useFaultToast(): (fault: Fault) => void {
  const { t } = useTranslation('errors')
  return useCallback(
    (fault) => {
      if (fault.code === 'cancelled') return
      const text = t(fault.code, { ...fault.params })
      showToast({ id: fault.code, text, tone: 'danger', durationMs: 8000 })
    },
    [t],
  )
}
