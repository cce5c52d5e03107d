import { useTranslation } from 'react-i18next'
import type { Fault } from '#core/errors.ts'
import { useFormats } from '#src/i18n/formats.ts'

/** The customer's words for a fault, with numbers as the language writes them. */
export function useFaultWords(): (fault: Fault) => string {
  const { t } = useTranslation('errors')
  const { number } = useFormats()
  const written = (value: string | number) => (typeof value === 'number' ? number(value, 1) : value)
  return ({ code, params }) => {
    const shown = Object.entries(params).map(([name, value]) => [name, written(value)])
    return t(code, Object.fromEntries(shown))
  }
}
