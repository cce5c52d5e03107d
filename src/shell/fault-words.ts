import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fault } from '#core/errors.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { fieldLabels } from './field-labels.ts'

/** A fault in the customer's words; what is wrong in a form is named by its fields' own labels. */
export function useFaultWords(): (fault: Fault) => string {
  const { t } = useTranslation(['errors', 'store'])
  const { separator } = useFormats()
  return useCallback(
    (fault) => {
      const labels = fault.code === 'fields-wrong' ? fieldLabels(fault.params) : []
      if (labels.length === 0) return t(`errors:${fault.code}`, { ...fault.params })
      const fields = labels.map((label) => t(`store:${label}`)).join(separator)
      return t('store:form.check', { fields })
    },
    [t, separator],
  )
}
