import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { appliedToolAtom } from '#src/state/applied-tool.ts'
import { toolSessionAtom } from '#src/state/open-tool.ts'
import { hasStandInAtom, showsBeforeAtom } from '#src/state/stand-in.ts'
import { toolPreviewingAtom } from '#src/state/tool-preview.ts'
import { CheckIcon } from '#src/ui/icons.ts'
import { Spinner } from '#src/ui/Spinner.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import styles from './ToolNote.module.css'

/**
 * What the stage shows while a tool is open: its preview, the photo as it was, or what is to come;
 * and that a tool was applied, which a toast would cover.
 */
export function ToolNote() {
  const { t } = useTranslation('tools')
  const isOpen = useAtomValue(toolSessionAtom) !== null
  const running = useAtomValue(toolPreviewingAtom)
  const has = useAtomValue(hasStandInAtom)
  const before = useAtomValue(showsBeforeAtom)
  const applied = useAtomValue(appliedToolAtom)
  const words = before ? t('beforeShown') : has ? t('previewShown') : running ? t('previewing') : ''
  // The region stands there before its words, or some screen readers miss them.
  return (
    <p className={styles.note} role="status">
      {!isOpen && applied !== null && (
        <>
          <CheckIcon aria-hidden="true" />
          <span aria-hidden="true">{t(`names.${applied}`)}</span>
          <VisuallyHidden>{t('applied', { tool: t(`names.${applied}`) })}</VisuallyHidden>
        </>
      )}
      {isOpen && words !== '' && (
        <>
          {running && <Spinner size={16} />}
          {words}
        </>
      )}
    </p>
  )
}
