import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { clearAdjustments } from '#core/design/edits/adjust.ts'
import { HoldButton } from '#src/ui/HoldButton.tsx'
import { EyeIcon } from '#src/ui/icons.ts'
import { useLiveEdit } from './use-live-edit.ts'

/** The photo as it was, on the stage, for as long as the button is held. */
export function CompareButton({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('panels')
  const live = useLiveEdit()
  const [before, setBefore] = useState(false)
  const show = (wanted: boolean) => {
    setBefore(wanted)
    if (wanted) live.show((design) => clearAdjustments(design, layer.id))
    else live.end()
  }
  return (
    <HoldButton
      icon={<EyeIcon />}
      disabled={layer.adjustments === null}
      stays={false}
      on={before}
      onChange={show}
    >
      {t('adjust.compare')}
    </HoldButton>
  )
}
