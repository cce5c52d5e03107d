import { useTranslation } from 'react-i18next'
import { useFormats } from '#src/i18n/formats.ts'
import { Slider } from '#src/ui/Slider.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { ColourField } from '../colour/ColourField.tsx'
import panel from '../panel.module.css'
import type { TextStyling } from './text-styling.ts'

/** Outline and shadow of a text. */
export const TextEffects = (styling: TextStyling) => (
  <div className={panel.section}>
    <Outline {...styling} />
    <Shadow {...styling} />
  </div>
)

/** The widest outline, and the furthest and softest shadow, of letters of a size. */
const mostMm = (sizeMm: number): number => Math.max(0.2, Math.round(sizeMm * 2.5) / 10)

function Outline({ layer: { outline, sizeMm }, style, end }: TextStyling) {
  const { t } = useTranslation('panels')
  const { mm } = useFormats()
  const most = mostMm(sizeMm)
  const first = { colour: '#ffffff', widthMm: sizeMm * 0.08 }
  return (
    <>
      <Switch
        label={t('text.outline')}
        description={t('text.outlineText')}
        checked={outline !== null}
        onChange={(on) => style({ outline: on ? first : null }, false)}
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
    </>
  )
}

function Shadow({ layer: { shadow, sizeMm }, style, end }: TextStyling) {
  const { t } = useTranslation('panels')
  const { mm } = useFormats()
  const most = mostMm(sizeMm)
  const off = sizeMm * 0.06
  const first = { colour: '#2b2320', blurMm: off, dxMm: off, dyMm: off }
  return (
    <>
      <Switch
        label={t('text.shadow')}
        description={t('text.shadowText')}
        checked={shadow !== null}
        onChange={(on) => style({ shadow: on ? first : null }, false)}
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
    </>
  )
}
