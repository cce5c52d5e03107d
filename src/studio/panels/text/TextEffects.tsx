import { useTranslation } from 'react-i18next'
import type { TextLayer } from '#core/design/document.ts'
import type { TextStyle } from '#core/design/edits/text.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Slider } from '#src/ui/Slider.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { ColourField } from '../colour/ColourField.tsx'
import panel from '../panel.module.css'

interface TextEffectsProps {
  readonly layer: TextLayer
  readonly style: (fields: Partial<TextStyle>, joined?: boolean) => void
  readonly end: () => void
}

/** Outline and shadow of a text. */
export function TextEffects({ layer, style, end }: TextEffectsProps) {
  const { t } = useTranslation('panels')
  const { mm } = useFormats()
  const { outline, shadow, sizeMm } = layer
  const most = Math.max(0.2, Math.round(sizeMm * 2.5) / 10)
  const firstOutline = { colour: '#ffffff', widthMm: sizeMm * 0.08 }
  const firstShadow = {
    colour: '#2b2320',
    blurMm: sizeMm * 0.06,
    dxMm: sizeMm * 0.06,
    dyMm: sizeMm * 0.06,
  }
  return (
    <div className={panel.section}>
      <Switch
        label={t('text.outline')}
        description={t('text.outlineText')}
        checked={outline !== null}
        onChange={(on) => style({ outline: on ? firstOutline : null }, false)}
      />
      {outline && (
        <>
          <ColourField
            label={t('text.outlineColour')}
            value={outline.colour}
            onChange={(colour) => style({ outline: { ...outline, colour } })}
            onCommit={end}
          />
          <Slider
            label={t('text.outlineWidth')}
            min={0.1}
            max={most}
            step={0.1}
            value={Math.min(most, outline.widthMm)}
            format={(value) => mm(value)}
            onChange={(widthMm) => style({ outline: { ...outline, widthMm } })}
            onCommit={end}
          />
        </>
      )}
      <Switch
        label={t('text.shadow')}
        description={t('text.shadowText')}
        checked={shadow !== null}
        onChange={(on) => style({ shadow: on ? firstShadow : null }, false)}
      />
      {shadow && (
        <>
          <ColourField
            label={t('text.shadowColour')}
            value={shadow.colour}
            onChange={(colour) => style({ shadow: { ...shadow, colour } })}
            onCommit={end}
          />
          <Slider
            label={t('text.shadowDistance')}
            min={0}
            max={most}
            step={0.1}
            value={Math.min(most, Math.hypot(shadow.dxMm, shadow.dyMm) / Math.SQRT2)}
            format={(value) => mm(value)}
            onChange={(far) => style({ shadow: { ...shadow, dxMm: far, dyMm: far } })}
            onCommit={end}
          />
          <Slider
            label={t('text.shadowBlur')}
            min={0}
            max={most}
            step={0.1}
            value={Math.min(most, shadow.blurMm)}
            format={(value) => mm(value)}
            onChange={(blurMm) => style({ shadow: { ...shadow, blurMm } })}
            onCommit={end}
          />
        </>
      )}
    </div>
  )
}
