import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { saveStateAtom } from '#src/state/drafts.ts'
import { CloudCheckIcon, FloppyDiskIcon, WarningCircleIcon } from '#src/ui/icons.ts'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import styles from './SaveMark.module.css'

/** Whether the design is safe on this device. */
export function SaveMark({ words }: { words: boolean }) {
  const { t } = useTranslation('stage')
  const { kind } = useAtomValue(saveStateAtom)
  const shown = kind === 'failed' ? 'failed' : kind === 'saved' ? 'saved' : 'saving'
  const Icon = { failed: WarningCircleIcon, saved: CloudCheckIcon, saving: FloppyDiskIcon }[shown]
  const text = t(`save.${shown}`)
  return (
    <span className={styles.mark} data-save={shown} title={text}>
      <Icon aria-hidden="true" />
      {words ? text : <VisuallyHidden>{text}</VisuallyHidden>}
    </span>
  )
}
