import { useTranslation } from 'react-i18next'
import type { Progress } from '#core/jobs.ts'
import { ProgressRing } from '#src/ui/Progress.tsx'
import { useJobWords } from './job-words.ts'
import { shareDone } from './share-done.ts'

interface JobRingProps {
  /** Until the job says what it does. */
  readonly label: string
  readonly progress: Progress | null
  readonly onCancel: () => void
}

/** How far a long job is, with its cancel in the middle: no higher than a button, beside one. */
export function JobRing({ label, progress, onCancel }: JobRingProps) {
  const { t } = useTranslation('panels')
  const words = useJobWords(progress)
  return (
    <ProgressRing
      label={words || label}
      value={shareDone(progress)}
      size={44}
      onCancel={onCancel}
      cancelLabel={t('cancel')}
    />
  )
}
