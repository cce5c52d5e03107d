import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { toolSessionAtom } from '#src/state/open-tool.ts'
import { hasStandInAtom, showsBeforeAtom } from '#src/state/stand-in.ts'
import { toolPreviewingAtom } from '#src/state/tool-preview.ts'
import { Spinner } from '#src/ui/Spinner.tsx'
import styles from './ToolNote.module.css'

/** What the stage shows while a tool is open: its preview, the photo as it was, or what is to come. */
export function ToolNote() {
  const { t } = useTranslation('tools')
  const isOpen = useAtomValue(toolSessionAtom) !== null
  const running = useAtomValue(toolPreviewingAtom)
  const has = useAtomValue(hasStandInAtom)
  const before = useAtomValue(showsBeforeAtom)
  const words = before ? t('beforeShown') : has ? t('previewShown') : running ? t('previewing') : ''
  // The region stands there before its words, or some screen readers miss them.
  return (
    <p className={styles.note} role="status">
      {isOpen && words !== '' && (
        <>
          {running && <Spinner size={16} />}
          {words}
        </>
      )}
    </p>
  )
}
