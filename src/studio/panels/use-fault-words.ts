import { useTranslation } from 'react-i18next'
import type { Fault } from '#core/errors.ts'

/** The customer's words for a fault. */
export function useFaultWords(): (fault: Fault) => string {
  const { t } = useTranslation('errors')
  return (fault) => t(fault.code, { ...fault.params })
}
