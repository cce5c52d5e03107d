import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { layerDpi } from '#core/design/crop.ts'
import type { PhotoLayer } from '#core/design/document.ts'
import { layerById } from '#core/design/edits/layers.ts'
import { dpiGrade, isDpiTold } from '#core/design/preflight.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { shownDesignAtom } from '#src/state/editor.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { CheckCircleIcon, WarningCircleIcon, WarningIcon } from '#src/ui/icons.ts'

const looks = {
  good: { tone: 'good', Icon: CheckCircleIcon, words: 'photo.dpiGood' },
  low: { tone: 'warning', Icon: WarningIcon, words: 'photo.dpiLow' },
  poor: { tone: 'danger', Icon: WarningCircleIcon, words: 'photo.dpiPoor' },
} as const

/** How sharp a photo prints at its present size; follows while it is scaled. */
export function DpiBadge({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('panels')
  const formats = useFormats()
  const now = layerById(useAtomValue(shownDesignAtom), layer.id)
  const shown = now?.kind === 'photo' ? now : layer
  const dpi = layerDpi(shown)
  const { tone, Icon, words } = looks[dpiGrade(dpi)]
  return (
    <span data-dpi={Math.floor(dpi)}>
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {isDpiTold(dpi) && `${t('photo.dpi', { dpi: formats.number(Math.floor(dpi), 0) })} · `}
        {t(words)}
      </Badge>
    </span>
  )
}
