import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Layer } from '#core/design/document.ts'
import { groupLayers, lockLayers, ungroupLayers } from '#core/design/edits/layers.ts'
import { editAtom, selectedLayersAtom } from '#src/state/editor.ts'
import { useStudioLayout } from '#src/state/layout.ts'
import { Button } from '#src/ui/Button.tsx'
import { LockOpenIcon, SelectionAllIcon, SelectionIcon } from '#src/ui/icons.ts'
import { Appearance } from './Appearance.tsx'
import { DoodleProperties } from './doodle/DoodleProperties.tsx'
import { LayersPanel } from './layers/LayersPanel.tsx'
import { Placement } from './Placement.tsx'
import panel from './panel.module.css'
import { PhotoProperties } from './photo/PhotoProperties.tsx'
import { TextProperties } from './text/TextProperties.tsx'

/** The settings of what is selected; of nothing: the list of layers. */
export function SelectionProperties() {
  const layers = useAtomValue(selectedLayersAtom)
  const [first] = layers
  if (first === undefined) return <LayersPanel />
  if (layers.some((layer) => layer.locked)) return <Locked layers={layers} />
  return (
    <div className={panel.stack}>
      {layers.length === 1 ? <OneLayer layer={first} /> : <Several layers={layers} />}
    </div>
  )
}

function OneLayer({ layer }: { layer: Layer }) {
  const numbers = useStudioLayout() !== 'stacked'
  return (
    <>
      {layer.kind === 'photo' && <PhotoProperties key={layer.id} layer={layer} />}
      {layer.kind === 'text' && <TextProperties key={layer.id} layer={layer} />}
      {layer.kind === 'doodle' && <DoodleProperties key={layer.id} layer={layer} />}
      {layer.kind === 'sticker' && <Appearance layers={[layer]} />}
      {(numbers || layer.kind === 'sticker') && <Placement layer={layer} />}
    </>
  )
}

function Several({ layers }: { layers: readonly Layer[] }) {
  const { t } = useTranslation('panels')
  const edit = useSetAtom(editAtom)
  const ids = layers.map(({ id }) => id)
  const [first] = layers
  const together =
    first !== undefined &&
    first.groupId !== null &&
    layers.every((layer) => layer.groupId === first.groupId)
  return (
    <>
      <p className={panel.hint}>{t('layers.selected', { count: layers.length })}</p>
      <div className={panel.row}>
        {together ? (
          <Button
            icon={<SelectionIcon />}
            onClick={() => edit({ edit: (design) => ungroupLayers(design, ids) })}
          >
            {t('layers.ungroup')}
          </Button>
        ) : (
          <Button
            icon={<SelectionAllIcon />}
            onClick={() =>
              edit({ edit: (design) => groupLayers(design, ids, crypto.randomUUID()) })
            }
          >
            {t('layers.group')}
          </Button>
        )}
      </div>
      <Appearance layers={layers} />
    </>
  )
}

function Locked({ layers }: { layers: readonly Layer[] }) {
  const { t } = useTranslation('panels')
  const edit = useSetAtom(editAtom)
  const ids = layers.map(({ id }) => id)
  return (
    <div className={panel.section}>
      <p className={panel.hint}>{t('photo.locked')}</p>
      <Button
        icon={<LockOpenIcon />}
        onClick={() => edit({ edit: (design) => lockLayers(design, ids, false) })}
      >
        {t('photo.unlock')}
      </Button>
    </div>
  )
}
