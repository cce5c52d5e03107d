import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AdjustmentName,
  adjustmentRanges,
  neutralAdjustments,
} from '#core/design/adjustments.ts'
import type { PhotoLayer } from '#core/design/document.ts'
import { setAdjustment } from '#core/design/edits/adjust.ts'
import { Section } from '../Section.tsx'
import { AdjustmentSlider } from './AdjustmentSlider.tsx'

const groups = [
  { title: 'light', names: ['light', 'contrast', 'highlights', 'shadows'] },
  { title: 'colour', names: ['warmth', 'tint', 'saturation', 'monochrome'] },
  { title: 'detail', names: ['clarity', 'vignette', 'grain'] },
] as const satisfies readonly { title: string; names: readonly AdjustmentName[] }[]

/** Every slider; a double click, a long press or Delete on its thumb takes it back to nothing. */
export function AdjustmentSliders({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('panels')
  const set = layer.adjustments ?? neutralAdjustments
  return groups.map(({ title, names }) => (
    <Section key={title} title={t(`adjust.groups.${title}`)}>
      {names.map((name) => (
        <NamedSlider key={name} layerId={layer.id} name={name} value={set[name]} />
      ))}
    </Section>
  ))
}

interface NamedSliderProps {
  readonly layerId: string
  readonly name: AdjustmentName
  readonly value: number
}

/** Eleven sliders are much of what a look's tap costs; a look moves none of them. */
const NamedSlider = memo(function NamedSlider({ layerId, name, value }: NamedSliderProps) {
  const { t } = useTranslation('panels')
  return (
    <AdjustmentSlider
      label={t(`adjust.names.${name}`)}
      value={value}
      min={adjustmentRanges.find((range) => range.name === name)?.min ?? 0}
      resetValue={0}
      editFor={(to) => (design) => setAdjustment(design, layerId, name, to)}
    />
  )
})
