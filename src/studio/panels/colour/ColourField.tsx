import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnOver } from '#src/state/studio-over.ts'
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
  const [open, setOpen] = useOwnOver()
  useClosed(open, onCommit)
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
    <Popover trigger={trigger} label={t('colour.choose')} open={open} onOpenChange={setOpen}>
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

/** Calls when it was open and is not any more, whatever closed it. */
function useClosed(open: boolean, then: (() => void) | undefined): void {
  const before = useRef(open)
  useEffect(() => {
    const closed = before.current && !open
    before.current = open
    if (closed) then?.()
  }, [open, then])
}
