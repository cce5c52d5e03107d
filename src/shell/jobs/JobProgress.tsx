import { useTranslation } from 'react-i18next'
import type { Progress } from '#core/jobs.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { ProgressBar } from '#src/ui/Progress.tsx'
import { shareDone } from './share-done.ts'

interface JobProgressProps {
  readonly label: string
  readonly progress: Progress | null
  readonly onCancel: () => void
}

/** How far a long job is, what it does now, and its cancel. */
export function JobProgress({ label, progress, onCancel }: JobProgressProps) {
  const { t } = useTranslation('panels')
  const formats = useFormats()
  const share = shareDone(progress)
  const bytes =
    progress?.unit === 'bytes'
      ? ` · ${formats.megabytes(progress.done)} / ${formats.megabytes(progress.total)}`
      : ''
  return (
    <ProgressBar
      label={label}
      value={share}
      detail={progress === null ? '' : `${t(`jobs.${progress.stage}`)}${bytes}`}
      {...(share !== null && { formatted: formats.percent(share) })}
      onCancel={onCancel}
      cancelLabel={t('cancel')}
    />
  )
}
