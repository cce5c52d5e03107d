import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { MM_PER_INCH } from '#core/units.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { viewAtom } from '#src/state/view.ts'
import { useRovingFocus } from '#src/ui/roving-focus.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import styles from './ZoomBar.module.css'

/** CSS px of a millimetre: at this scale the print is shown about as large as it is. */
const PX_PER_MM = 96 / MM_PER_INCH

/** Closer, further away, all of it. */
export function ZoomBar() {
  const { t } = useTranslation('stage')
  const { percent } = useFormats()
  const roving = useRovingFocus<HTMLDivElement>()
  const share = useAtomValue(viewAtom).scalePxPerMm / PX_PER_MM
  return (
    <div className={styles.bar} role="toolbar" {...roving} aria-label={t('zoomBar')}>
      <CommandButton id="zoomIn" tooltipSide="left" />
      <output className={styles.share}>{percent(Math.round(share * 100) / 100)}</output>
      <CommandButton id="zoomOut" tooltipSide="left" />
      <CommandButton id="fit" tooltipSide="left" />
    </div>
  )
}
