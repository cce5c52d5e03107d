import { useSetAtom } from 'jotai'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { layerDpi } from '#core/design/crop.ts'
import type { PhotoLayer } from '#core/design/document.ts'
import { isDpiTold } from '#core/design/preflight.ts'
import { fieldsOf, settingsOf, type Tool, type ToolField } from '#core/imaging/tool-definition.ts'
import { tools } from '#core/imaging/tools/table.ts'
import { limits } from '#core/limits.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { useStudioLayout } from '#src/state/layout.ts'
import { changeToolAtom } from '#src/state/tool-history.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { Slider } from '#src/ui/Slider.tsx'
import type { ToolRequest } from '#workers/imaging/api.ts'
import panel from '../panel.module.css'
import { DpiBadge } from '../photo/DpiBadge.tsx'
import { TilePicture } from '../TilePicture.tsx'
import { EdgeSlider } from './EdgeSlider.tsx'
import { useSettingWords } from './setting-words.ts'
import { useOptionPictures } from './use-option-pictures.ts'

interface ToolFieldsProps {
  readonly layer: PhotoLayer
  readonly request: ToolRequest
  readonly table?: readonly Tool[]
  /** Belongs to the first field, and stands below it. */
  readonly children?: ReactNode
}

/** What the open tool can be set to: its fields, as its row in the table says them. */
export function ToolFields({ layer, request, table = tools, children }: ToolFieldsProps) {
  const set = useSetAtom(changeToolAtom)
  const tool = table.find(({ id }) => id === request.tool)
  if (tool === undefined) return null
  const scale = tool.scale?.(settingsOf(tool, request.settings))
  return (
    <div className={panel.section}>
      {fieldsOf(tool).map((field, at) => (
        <Fragment key={field.key}>
          <Field
            field={field}
            request={request}
            isFirst={at === 0}
            onChange={(value) => void set({ [field.key]: value })}
          />
          {at === 0 && children}
        </Fragment>
      ))}
      {scale !== undefined && <Gain layer={layer} scale={scale} />}
    </div>
  )
}

interface FieldProps {
  readonly field: ToolField & { readonly key: string }
  readonly request: ToolRequest
  readonly isFirst: boolean
  readonly onChange: (value: string | number) => void
}

function Field({ field, request, isFirst, onChange }: FieldProps) {
  // Set on the photo itself.
  if (field.kind === 'corners' || field.kind === 'strokes') return null
  if (field.kind === 'slider') {
    return <NumberField {...{ field, onChange }} value={request.settings[field.key]} />
  }
  return <ChoiceField {...{ field, request, isFirst, onChange }} />
}

interface ChoiceFieldProps extends FieldProps {
  readonly field: ToolField & { readonly kind: 'choice'; readonly key: string }
}

function ChoiceField({ field, request, isFirst, onChange }: ChoiceFieldProps) {
  const words = useSettingWords()
  // In a low sheet the slider below needs the room; what is chosen first the tool's own name says.
  const isLow = useStudioLayout() === 'stacked'
  const pictures = useOptionPictures(request, field)
  const { key, options } = field
  return (
    <SegmentedControl
      label={words.field(key)}
      showLabel={!(isFirst && isLow)}
      value={String(request.settings[key])}
      onChange={(chosen) => {
        const option = options.find((each) => String(each) === chosen)
        if (option !== undefined) onChange(option)
      }}
      options={options.map((option) => ({
        value: String(option),
        label: words.option(key, option),
        ...(pictures && { picture: <TilePicture picture={pictures[String(option)]} /> }),
      }))}
    />
  )
}

interface NumberFieldProps {
  readonly field: ToolField & { readonly kind: 'slider'; readonly key: string }
  readonly value: unknown
  readonly onChange: (value: number) => void
}

function NumberField({ field, value, onChange }: NumberFieldProps) {
  const { t } = useTranslation('tools')
  const { mm, number, percent } = useFormats()
  const words = useSettingWords()
  const { key, min, max, step, format } = field
  const set = typeof value === 'number' ? value : min
  if (format === 'edge-px') {
    return <EdgeSlider label={words.field(key)} chokePx={set} onChange={onChange} />
  }
  const formats = {
    number: (shown: number) => number(shown, 1),
    percent,
    'border-mm': (shown: number) => (shown === 0 ? t('outlineNone') : mm(shown)),
  }
  return (
    <Slider
      label={words.field(key)}
      {...{ min, max, step, onChange }}
      value={set}
      format={formats[format]}
    />
  )
}

/** What a larger photo is worth at the size it is printed at. */
function Gain({ layer, scale }: { layer: PhotoLayer; scale: number }) {
  const { t } = useTranslation('tools')
  const { number } = useFormats()
  const from = layerDpi(layer)
  if (!isDpiTold(from)) return null
  return (
    <>
      <p className={panel.hint}>
        {t('gain', { from: number(from, 0), to: number(from * scale, 0) })}
      </p>
      {/* Nobody waits minutes for pixels that a print does not show. */}
      {from >= limits.printDpi && <DpiBadge layer={layer} />}
    </>
  )
}
