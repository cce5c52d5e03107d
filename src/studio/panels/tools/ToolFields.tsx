import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { layerDpi } from '#core/design/crop.ts'
import type { PhotoLayer } from '#core/design/document.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { setToolAtom } from '#src/state/tool-jobs.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { Slider } from '#src/ui/Slider.tsx'
import type { ToolRequest } from '#workers/imaging/api.ts'
import panel from '../panel.module.css'
import { EdgeSlider } from './EdgeSlider.tsx'

/** What the open tool can be set to. */
export function ToolFields({ layer, request }: { layer: PhotoLayer; request: ToolRequest }) {
  switch (request.tool) {
    case 'cut-out':
      return <CutOutFields request={request} />
    case 'sketch':
      return <SketchFields request={request} />
    case 'anime':
      return <AnimeFields request={request} />
    case 'super-resolution':
      return <EnlargeFields layer={layer} request={request} />
    default:
      return <Strength request={request} />
  }
}

type RequestOf<Tool extends ToolRequest['tool']> = Extract<ToolRequest, { tool: Tool }>

function Strength({ request }: { request: RequestOf<'enhance' | 'anime' | 'sketch'> }) {
  const { t } = useTranslation('tools')
  const { percent } = useFormats()
  const set = useSetAtom(setToolAtom)
  const change = (strength: number) => {
    switch (request.tool) {
      case 'sketch':
        return void set({ ...request, settings: { ...request.settings, strength } })
      case 'anime':
        return void set({ ...request, settings: { ...request.settings, strength } })
      case 'enhance':
        return void set({ ...request, settings: { ...request.settings, strength } })
    }
  }
  return (
    <Slider
      label={t('strength')}
      min={0}
      max={1}
      step={0.05}
      value={request.settings.strength}
      format={percent}
      onChange={change}
    />
  )
}

function SketchFields({ request }: { request: RequestOf<'sketch'> }) {
  const { t } = useTranslation('tools')
  const set = useSetAtom(setToolAtom)
  return (
    <>
      <SegmentedControl
        label={t('style')}
        value={request.settings.style}
        onChange={(style) => void set({ ...request, settings: { ...request.settings, style } })}
        options={[
          { value: 'pencil', label: t('styles.pencil') },
          { value: 'ink', label: t('styles.ink') },
          { value: 'coloured-pencil', label: t('styles.coloured-pencil') },
        ]}
      />
      <Strength request={request} />
    </>
  )
}

function AnimeFields({ request }: { request: RequestOf<'anime'> }) {
  const { t } = useTranslation('tools')
  const set = useSetAtom(setToolAtom)
  return (
    <>
      <SegmentedControl
        label={t('look')}
        value={request.settings.look}
        onChange={(look) => void set({ ...request, settings: { ...request.settings, look } })}
        options={[
          { value: 'soft', label: t('looks.soft') },
          { value: 'bold', label: t('looks.bold') },
        ]}
      />
      <Strength request={request} />
    </>
  )
}

function CutOutFields({ request }: { request: RequestOf<'cut-out'> }) {
  const { t } = useTranslation('tools')
  const { mm, number } = useFormats()
  const set = useSetAtom(setToolAtom)
  const { settings } = request
  const change = (fields: Partial<typeof settings>) =>
    void set({ ...request, settings: { ...settings, ...fields } })
  return (
    <div className={panel.section}>
      <Slider
        label={t('feather')}
        min={0}
        max={8}
        step={0.5}
        value={settings.featherPx}
        format={(value) => number(value, 1)}
        onChange={(featherPx) => change({ featherPx })}
      />
      <EdgeSlider
        label={t('edge')}
        chokePx={settings.chokePx}
        onChange={(chokePx) => change({ chokePx })}
      />
      <Slider
        label={t('outline')}
        min={0}
        max={5}
        step={0.5}
        value={settings.outlineMm}
        format={(value) => (value === 0 ? t('outlineNone') : mm(value))}
        onChange={(outlineMm) => change({ outlineMm })}
      />
    </div>
  )
}

interface EnlargeFieldsProps {
  readonly layer: PhotoLayer
  readonly request: RequestOf<'super-resolution'>
}

function EnlargeFields({ layer, request }: EnlargeFieldsProps) {
  const { t } = useTranslation('tools')
  const { number } = useFormats()
  const set = useSetAtom(setToolAtom)
  const from = layerDpi(layer)
  const { factor, tier } = request.settings
  return (
    <>
      <SegmentedControl
        label={t('factor')}
        showLabel
        value={String(factor)}
        onChange={(value) =>
          void set({ ...request, settings: { ...request.settings, factor: value === '4' ? 4 : 2 } })
        }
        options={[
          { value: '2', label: t('factor2') },
          { value: '4', label: t('factor4') },
        ]}
      />
      <p className={panel.hint}>
        {t('gain', { from: number(from, 0), to: number(from * factor, 0) })}
      </p>
      <SegmentedControl
        label={t('tier')}
        showLabel
        value={tier}
        onChange={(tier) => void set({ ...request, settings: { ...request.settings, tier } })}
        options={[
          { value: 'instant', label: t('tiers.instant') },
          { value: 'fine', label: t('tiers.fine') },
        ]}
      />
    </>
  )
}
