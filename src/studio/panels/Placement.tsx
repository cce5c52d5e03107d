import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Layer } from '#core/design/document.ts'
import { layerById } from '#core/design/edits/layers.ts'
import { placeLayer, setPrintedSize, setRotation } from '#core/design/edits/place.ts'
import { frameOf } from '#core/design/frame.ts'
import { layerBounds } from '#core/design/geometry.ts'
import { editAtom, shownDesignAtom } from '#src/state/editor.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import panel from './panel.module.css'
import { Section } from './Section.tsx'

/** Size, place and rotation of a layer in numbers; they follow while it is dragged. */
export function Placement({ layer: stored }: { layer: Layer }) {
  const { t } = useTranslation('panels')
  const edit = useSetAtom(editAtom)
  const layer = layerById(useAtomValue(shownDesignAtom), stored.id) ?? stored
  const frame = frameOf(layer)
  const { id } = layer
  const edge = layerBounds(frame)
  const mm = { unit: t('place.mm'), decimals: 1 }
  const place = (centre: { xMm?: number; yMm?: number }) =>
    edit({ edit: (design) => placeLayer(design, id, centre) })
  const fields = [
    {
      label: t('place.width'),
      value: frame.widthMm * frame.scale,
      min: 1,
      set: (widthMm: number) => edit({ edit: (design) => setPrintedSize(design, id, { widthMm }) }),
    },
    {
      label: t('place.height'),
      value: frame.heightMm * frame.scale,
      min: 1,
      set: (heightMm: number) =>
        edit({ edit: (design) => setPrintedSize(design, id, { heightMm }) }),
    },
    {
      label: t('place.x'),
      value: edge.xMm,
      set: (left: number) => place({ xMm: left + layer.xMm - edge.xMm }),
    },
    {
      label: t('place.y'),
      value: edge.yMm,
      set: (top: number) => place({ yMm: top + layer.yMm - edge.yMm }),
    },
  ]
  return (
    <Section title={t('place.title')}>
      <div className={panel.pair}>
        {fields.map(({ label, value, min, set }) => (
          <NumberField
            key={label}
            label={label}
            value={value}
            {...mm}
            {...(min !== undefined && { min })}
            onChange={(next) => next !== null && set(next)}
          />
        ))}
        <NumberField
          label={t('place.rotation')}
          value={layer.rotationDeg}
          unit={t('place.deg')}
          min={-360}
          max={360}
          onChange={(next) =>
            next !== null && edit({ edit: (design) => setRotation(design, [id], next) })
          }
        />
      </div>
    </Section>
  )
}
