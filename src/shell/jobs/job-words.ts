import { useTranslation } from 'react-i18next'
import type { Progress } from '#core/jobs.ts'
import { useFormats } from '#src/i18n/formats.ts'

/** What a job does now, as `Downloading · 2.1 MB / 5 MB`; empty before it has said so. */
export function useJobWords(progress: Progress | null): string {
  const { t } = useTranslation('panels')
  const { megabytes } = useFormats()
  if (progress === null) return ''
  const { stage, unit, done, total } = progress
  // What has come is unpacked and set up; that it has come says nothing any more.
  if (stage === 'download' && done >= total) return t('jobs.prepare')
  const words = t(`jobs.${stage}`)
  return unit === 'bytes' ? `${words} · ${megabytes(done)} / ${megabytes(total)}` : words
}
