import { useTranslation } from 'react-i18next'
import type { Progress } from '#core/jobs.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { ProgressBar } from '#src/ui/Progress.tsx'
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
  const doneNow = ({ stage, unit, done, total }: Progress) => {
    // What has come is unpacked and set up; that it has come says nothing any more.
    if (stage === 'download' && done >= total) return t('jobs.prepare')
    const words = t(`jobs.${stage}`)
    if (unit !== 'bytes') return words
    return `${words} · ${formats.megabytes(done)} / ${formats.megabytes(total)}`
  }
  const now = progress === null ? '' : doneNow(progress)
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
