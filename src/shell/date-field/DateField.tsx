import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DatePickerConfig,
  daysOf,
  initialDate,
  type PickedDate,
  YEARS_AROUND,
  yearsOf,
} from '#core/commerce/validation/date-picker.ts'
import { digitsOf } from '#src/i18n/formats.ts'
import { useLanguage } from '#src/i18n/use-language.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { CalendarBlankIcon } from '#src/ui/icons.ts'
import { Select } from '#src/ui/Select.tsx'
import { showToast } from '#src/ui/toasts.ts'
import styles from './DateField.module.css'

interface DateFieldProps {
  readonly label: string
  readonly config: Pick<DatePickerConfig, 'initType' | 'initDate'> & Partial<DatePickerConfig>
  /** Null shows the label alone. */
  readonly value: PickedDate | null
  readonly onPick: (date: PickedDate) => void
}

/** The specification's date picker: years around the present one, months, days of that month. */
export function DateField({ label, config, value, onPick }: DateFieldProps) {
  const { t } = useTranslation('store')
  const { bcp47 } = useLanguage()
  const [draft, setDraft] = useState<PickedDate | null>(null)
  const whole: DatePickerConfig = { yearsBefore: YEARS_AROUND, yearsAfter: YEARS_AROUND, ...config }
  const open = () => {
    const first = value ?? initialDate(whole)
    if (first === null) showToast({ text: t('date.formatError'), tone: 'danger' })
    else setDraft(first)
  }
  const format: Intl.DateTimeFormatOptions =
    whole.initType === 'ymd' ? { dateStyle: 'medium' } : { year: 'numeric', month: 'long' }
  const shown =
    value &&
    new Intl.DateTimeFormat(digitsOf(bcp47), format).format(
      new Date(value.year, value.month - 1, value.day),
    )
  return (
    <>
      <Button icon={<CalendarBlankIcon />} onClick={open}>
        {shown ? `${label}: ${shown}` : label}
      </Button>
      <Dialog
        open={draft !== null}
        onOpenChange={() => setDraft(null)}
        title={label}
        closeLabel={t('page.close')}
        size="small"
        footer={
          <Button
            variant="primary"
            onClick={() => {
              if (draft !== null) onPick(draft)
              setDraft(null)
            }}
          >
            {t('date.choose')}
          </Button>
        }
      >
        {draft !== null && <Parts config={whole} date={draft} onChange={setDraft} />}
      </Dialog>
    </>
  )
}

interface PartsProps {
  readonly config: DatePickerConfig
  readonly date: PickedDate
  readonly onChange: (date: PickedDate) => void
}

function Parts({ config, date, onChange }: PartsProps) {
  const { t } = useTranslation('store')
  const { bcp47 } = useLanguage()
  const monthName = new Intl.DateTimeFormat(digitsOf(bcp47), { month: 'long' })
  const numbers = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
  // The 31st of a month that has 30 becomes the 30th.
  const change = (part: Partial<PickedDate>) => {
    const next = { ...date, ...part }
    onChange({ ...next, day: Math.min(next.day, daysOf(next.year, next.month)) })
  }
  const option = (value: number, words = String(value)) => ({ value: String(value), label: words })
  return (
    <div className={styles.parts}>
      <Select
        label={t('date.year')}
        value={String(date.year)}
        options={yearsOf(config, new Date().getFullYear()).map((year) => option(year))}
        onChange={(year) => change({ year: Number(year) })}
      />
      <Select
        label={t('date.month')}
        value={String(date.month)}
        options={numbers(12).map((month) =>
          option(month, monthName.format(new Date(2026, month - 1, 1))),
        )}
        onChange={(month) => change({ month: Number(month) })}
      />
      {config.initType === 'ymd' && (
        <Select
          label={t('date.day')}
          value={String(date.day)}
          options={numbers(daysOf(date.year, date.month)).map((day) => option(day))}
          onChange={(day) => change({ day: Number(day) })}
        />
      )}
    </div>
  )
}
