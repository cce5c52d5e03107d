import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/i18n/use-language.ts'
import { Select } from '#src/ui/Select.tsx'

const MONTHS = 24

/** The months of two years, this one first, as `2026-11`. */
export const recentMonths = (now = new Date()): readonly string[] =>
  Array.from({ length: MONTHS }, (_, back) => {
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1))
    return month.toISOString().slice(0, 7)
  })

/** A month as the language on screen writes it. */
export function useMonthWords(): (month: string) => string {
  const { bcp47 } = useLanguage()
  const format = new Intl.DateTimeFormat(bcp47, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`))
}

interface MonthFieldProps {
  readonly month: string
  readonly onChange: (month: string) => void
}

/** One of the last months. */
export function MonthField({ month, onChange }: MonthFieldProps) {
  const { t } = useTranslation('staff')
  const monthWords = useMonthWords()
  return (
    <Select
      label={t('month')}
      value={month}
      onChange={onChange}
      options={recentMonths().map((value) => ({
        value,
        label: monthWords(value),
      }))}
    />
  )
}
