import { useTranslation } from 'react-i18next'
import { ColourPicker } from '#src/ui/ColourPicker.tsx'
import { CaretDownIcon } from '#src/ui/icons.ts'
import { Popover } from '#src/ui/Popover.tsx'
import styles from './ColourField.module.css'
import { useColourLabels, useSwatches } from './use-swatches.ts'

interface ColourFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (colour: string) => void
  readonly onCommit?: () => void
}

/** A colour as one line: name, dot, and the picker behind it. */
export function ColourField({ label, value, onChange, onCommit }: ColourFieldProps) {
  const { t } = useTranslation('panels')
  const labels = useColourLabels()
  const swatches = useSwatches()
  const known = swatches.find(({ colour }) => colour === value)?.label ?? value
  const trigger = (
    <button type="button" className={styles.field} aria-label={`${label}: ${known}`}>
      <span className={styles.label}>{label}</span>
      <span className={styles.name}>{known}</span>
      <span className={styles.dot} style={{ backgroundColor: value }} />
      <CaretDownIcon aria-hidden="true" />
    </button>
  )
  return (
    <Popover
      trigger={trigger}
      label={t('colour.choose')}
      onOpenChange={(open) => !open && onCommit?.()}
    >
      <ColourPicker
        label={label}
        labels={labels}
        swatches={swatches}
        value={value.slice(0, 7)}
        onChange={onChange}
        {...(onCommit && { onCommit })}
      />
    </Popover>
  )
}
