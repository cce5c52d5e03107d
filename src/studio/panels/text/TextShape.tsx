import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { LINE_HEIGHT } from '#core/design/create.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { designAtom } from '#src/state/editor.ts'
import { Slider } from '#src/ui/Slider.tsx'
import { Section } from '../Section.tsx'
import type { TextStyling } from './text-styling.ts'

/** How a text runs: curve, spacing, where its lines break and how far apart they are. */
export function TextShape({ layer, style, end }: TextStyling) {
  const { t } = useTranslation('panels')
  const formats = useFormats()
  const widest = Math.round(useAtomValue(designAtom).product.geometry.widthMm)
  return (
    <Section title={t('text.more')}>
      <Slider
        label={t('text.curve')}
        min={-180}
        max={180}
        step={1}
        origin={0}
        resetValue={0}
        value={layer.curveDeg}
        format={(value) => (value === 0 ? t('text.straight') : `${formats.number(value)}°`)}
        onChange={(curveDeg) => style({ curveDeg })}
        onCommit={end}
      />
      <Slider
        label={t('text.spacing')}
        min={-0.1}
        max={0.6}
        step={0.01}
        origin={0}
        resetValue={0}
        value={layer.letterSpacingEm}
        format={(value) => formats.percent(value)}
        onChange={(letterSpacingEm) => style({ letterSpacingEm })}
        onCommit={end}
      />
      <Slider
        label={t('text.wrap')}
        min={10}
        max={widest}
        step={1}
        value={Math.min(widest, (layer.wrapMm ?? widest) * layer.scale)}
        format={(value) => formats.mm(value)}
        onChange={(value) => style({ wrapMm: value / layer.scale })}
        onCommit={end}
      />
      <Slider
        label={t('text.lineHeight')}
        min={0.8}
        max={2}
        step={0.05}
        resetValue={LINE_HEIGHT}
        value={layer.lineHeight}
        format={(value) => formats.number(value, 2)}
        onChange={(lineHeight) => style({ lineHeight })}
        onCommit={end}
      />
    </Section>
  )
}
