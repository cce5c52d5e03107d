import { useTranslation } from 'react-i18next'
import type { Progress } from '#core/jobs.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { ProgressBar } from '#src/ui/Progress.tsx'
import { useJobWords } from './job-words.ts'
import { shareDone } from './share-done.ts'

interface JobProgressProps {
  readonly label: string
  readonly progress: Progress | null
  readonly onCancel: () => void
  /** What is done now in place of the label, where that is said elsewhere. */
  readonly brief?: boolean
}

/** How far a long job is, what it does now, and its cancel. */
export function JobProgress({ label, progress, onCancel, brief = false }: JobProgressProps) {
  const { t } = useTranslation('panels')
  const formats = useFormats()
  const share = shareDone(progress)
  const now = useJobWords(progress)
  return (
    <ProgressBar
      label={brief && now !== '' ? now : label}
      value={share}
      {...(!brief && { detail: now })}
      {...(share !== null && { formatted: formats.percent(share) })}
      onCancel={onCancel}
      cancelLabel={t('cancel')}
    />
  )
}
