import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { changedElsewhereAtom, flushDraftAtom, saveFaultAtom } from '#src/state/drafts.ts'
import { Button } from '#src/ui/Button.tsx'
import { WarningIcon } from '#src/ui/icons.ts'
import styles from './SaveTrouble.module.css'
import { useExportDesign } from './use-export-design.ts'

/** Says that the design is not saved, or was changed in another window, and what can be done. */
export function SaveTrouble() {
  const { t } = useTranslation('stage')
  const words = useTranslation('errors').t
  const fault = useAtomValue(saveFaultAtom)
  const elsewhere = useAtomValue(changedElsewhereAtom)
  const retry = useSetAtom(flushDraftAtom)
  const { exportDesign, exporting } = useExportDesign()
  if (fault === null && elsewhere === null) return null
  return (
    <div className={styles.bar} role="alert">
      <WarningIcon aria-hidden="true" />
      <p className={styles.text}>
        {fault === null
          ? t(`elsewhere.${elsewhere ?? 'changed'}`)
          : words(fault.code, { ...fault.params })}
      </p>
      {fault === null && elsewhere === 'changed' && (
        <Button size="small" onClick={() => location.reload()}>
          {t('elsewhere.reload')}
        </Button>
      )}
      {fault !== null && (
        <>
          <Button size="small" loading={exporting} onClick={exportDesign}>
            {t('menu.export')}
          </Button>
          <Button size="small" onClick={() => void retry()}>
            {t('save.retry')}
          </Button>
        </>
      )}
    </div>
  )
}
