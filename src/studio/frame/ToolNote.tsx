import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#src/i18n/formats.ts'
import { useJobWords } from '#src/shell/jobs/job-words.ts'
import { appliedToolAtom } from '#src/state/applied-tool.ts'
import { useStudioLayout } from '#src/state/layout.ts'
import { toolSessionAtom, toolWaitAtom } from '#src/state/open-tool.ts'
import { hasStandInAtom, showsBeforeAtom } from '#src/state/stand-in.ts'
import { toolPreviewingAtom, toolPreviewProgressAtom } from '#src/state/tool-preview.ts'
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
  const shown = before ? t('beforeShown') : has ? t('previewShown') : null
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
      {isOpen && (shown !== null || running) && (
        <>
          {running && <Spinner size={16} />}
          {shown ?? <UnderWay />}
        </>
      )}
    </p>
  )
}

/** What is done for a preview, unless the panel says so. That it is made is read out once, not every step of it. */
function UnderWay() {
  const { t } = useTranslation('tools')
  const { duration } = useFormats()
  const isSheet = useStudioLayout() === 'stacked'
  const wait = useAtomValue(toolWaitAtom)
  const now = useJobWords(useAtomValue(toolPreviewProgressAtom))
  const words = wait ? t('place.waits', { time: duration(wait) }) : now
  if (!isSheet || words === '') return t('previewing')
  return (
    <>
      <span aria-hidden="true">{words}</span>
      <VisuallyHidden>{t('previewing')}</VisuallyHidden>
    </>
  )
}
