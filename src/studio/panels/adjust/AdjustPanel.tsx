import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { clearAdjustments } from '#core/design/edits/adjust.ts'
import { designAtom, editAtom, selectedLayersAtom, selectionAtom } from '#src/state/editor.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ArrowCounterClockwiseIcon, SunIcon } from '#src/ui/icons.ts'
import panel from '../panel.module.css'
import { AddPhotos } from '../photos/AddPhotos.tsx'
import { ChoosePhoto } from '../tools/ChoosePhoto.tsx'
import { AdjustmentSliders } from './AdjustmentSliders.tsx'
import { CompareButton } from './CompareButton.tsx'
import { LookStrip } from './LookStrip.tsx'

/** Looks and sliders for the light and colours of one photo, seen on the stage as they move. */
export function AdjustPanel() {
  const selected = useAtomValue(selectedLayersAtom)
  const photos = useAtomValue(designAtom).layers.flatMap((layer) =>
    layer.kind === 'photo' && !layer.locked ? [layer] : [],
  )
  // One photo is the one that is meant, whatever is selected.
  const layer =
    photos.length === 1
      ? photos[0]
      : photos.find(({ id }) => selected.length === 1 && selected[0]?.id === id)
  if (layer === undefined) return <NoPhoto photos={photos} />
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

function NoPhoto({ photos }: { photos: readonly PhotoLayer[] }) {
  const { t } = useTranslation('panels')
  const select = useSetAtom(selectionAtom)
  return (
    <EmptyState
      illustration={<SunIcon />}
      title={t('adjust.choose')}
      text={t('adjust.openHint')}
      action={
        photos.length === 0 ? (
          <AddPhotos more={false} />
        ) : (
          <ChoosePhoto photos={photos} choose={(id) => select([id])} />
        )
      }
    />
  )
}
