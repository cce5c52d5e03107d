import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { clearAdjustments } from '#core/design/edits/adjust.ts'
import { editAtom } from '#src/state/editor.ts'
import { meantPhotoAtom } from '#src/state/meant-photo.ts'
import { Button } from '#src/ui/Button.tsx'
import { ArrowCounterClockwiseIcon, SunIcon } from '#src/ui/icons.ts'
import panel from '../panel.module.css'
import { NoPhoto } from '../tools/NoPhoto.tsx'
import { AdjustmentSliders } from './AdjustmentSliders.tsx'
import { CompareButton } from './CompareButton.tsx'
import { LookStrip } from './LookStrip.tsx'

/** Looks and sliders for the light and colours of one photo, seen on the stage as they move. */
export function AdjustPanel() {
  const { t } = useTranslation('panels')
  const { photos, layer } = useAtomValue(meantPhotoAtom)
  if (layer === undefined) {
    const words = { title: t('adjust.choose'), text: t('adjust.openHint') }
    return <NoPhoto photos={photos} illustration={<SunIcon />} {...words} />
  }
  return <AdjustOne key={layer.id} layer={layer} />
}

function AdjustOne({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('panels')
  const edit = useSetAtom(editAtom)
  return (
    <div className={panel.stack}>
      <LookStrip layer={layer} />
      <div className={panel.row}>
        <CompareButton layer={layer} />
        <Button
          icon={<ArrowCounterClockwiseIcon />}
          disabled={layer.adjustments === null}
          onClick={() => edit({ edit: (design) => clearAdjustments(design, layer.id) })}
        >
          {t('adjust.reset')}
        </Button>
      </div>
      <AdjustmentSliders layer={layer} />
    </div>
  )
}
