import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextLayer } from '#core/design/document.ts'
import { setText, setTextStyle, TEXT_MAX, type TextStyle } from '#core/design/edits/text.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { editTextAtom, missingGlyphsAtom, textFaultAtom } from '#src/state/text-edit.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextAlignCenterIcon, TextAlignLeftIcon, TextAlignRightIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { Slider } from '#src/ui/Slider.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { Appearance } from '../Appearance.tsx'
import { ColourField } from '../colour/ColourField.tsx'
import { FaultNote } from '../FaultNote.tsx'
import panel from '../panel.module.css'
import { Section } from '../Section.tsx'
import { useMark } from '../use-mark.ts'
import { FontPicker } from './FontPicker.tsx'
import { TextEffects } from './TextEffects.tsx'
import styles from './TextPanel.module.css'
import { TextShape } from './TextShape.tsx'

/** Everything that can be set of a text. */
export function TextProperties({ layer }: { layer: TextLayer }) {
  const { t } = useTranslation('panels')
  const formats = useFormats()
  const editText = useSetAtom(editTextAtom)
  const { mark, end } = useMark('text-style')
  const fault = useAtomValue(textFaultAtom)
  const { id } = layer
  const style = (fields: Partial<TextStyle>, joined = true) =>
    void editText({
      id,
      edit: (design) => setTextStyle(design, [id], fields),
      ...(joined && { mark: mark() }),
    })
  return (
    <>
      <Words layer={layer} />
      {fault && <FaultNote fault={fault} />}
      <Section title={t('text.font')}>
        <FontPicker
          value={layer.fontId}
          sample={layer.text}
          onChange={(fontId) => style({ fontId }, false)}
        />
      </Section>
      <Section title={t('text.style')}>
        <ColourField
          label={t('text.colour')}
          value={layer.colour}
          onChange={(colour) => style({ colour })}
          onCommit={end}
        />
        <Slider
          label={t('text.size')}
          min={2}
          max={80}
          step={0.5}
          value={Math.min(80, layer.sizeMm * layer.scale)}
          format={(value) => formats.mm(value)}
          onChange={(value) => style({ sizeMm: value / layer.scale })}
          onCommit={end}
        />
        <Alignment layer={layer} onChange={(align) => style({ align }, false)} />
      </Section>
      <TextShape {...{ layer, style, end }} />
      <TextEffects {...{ layer, style, end }} />
      <Appearance layers={[layer]} />
    </>
  )
}

/** The words themselves; typed ones are shown at once, the design follows as they are measured. */
function Words({ layer }: { layer: TextLayer }) {
  const { t } = useTranslation('panels')
  const editText = useSetAtom(editTextAtom)
  const missing = useAtomValue(missingGlyphsAtom)[layer.id] ?? []
  const { mark, end } = useMark('words')
  const [typed, setTyped] = useState<string | null>(null)
  const focused = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: words changed from elsewhere are shown
  useEffect(() => {
    if (!focused.current) setTyped(null)
  }, [layer.text])
  const write = (text: string) => {
    setTyped(text)
    if (text === '') return
    void editText({
      id: layer.id,
      edit: (design) => setText(design, layer.id, text),
      mark: mark(),
    })
  }
  const removeMissing = () => {
    const kept = Array.from(layer.text, (sign) => (missing.includes(sign) ? '' : sign)).join('')
    setTyped(null)
    if (kept.trim() === '') return
    void editText({ id: layer.id, edit: (design) => setText(design, layer.id, kept) })
  }
  return (
    <div className={panel.section}>
      <TextArea
        label={t('text.field')}
        value={typed ?? layer.text}
        maxLength={TEXT_MAX}
        rows={2}
        dir="auto"
        error={typed === '' ? t('text.enterFirst') : undefined}
        onFocus={() => {
          focused.current = true
        }}
        onBlur={() => {
          focused.current = false
          setTyped(null)
          end()
        }}
        onChange={write}
      />
      {missing.length > 0 && (
        <div className={styles.missing} role="alert">
          <span>{t('text.missing', { count: missing.length, characters: missing.join(' ') })}</span>
          <Button size="small" onClick={removeMissing}>
            {t('text.removeMissing')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Alignment(props: {
  readonly layer: TextLayer
  readonly onChange: (align: TextLayer['align']) => void
}) {
  const { t } = useTranslation('panels')
  return (
    <SegmentedControl
      label={t('text.align')}
      showLabel
      iconsOnly
      value={props.layer.align}
      onChange={props.onChange}
      options={[
        {
          value: 'start',
          label: t('text.alignStart'),
          icon: (
            <Mirrored>
              <TextAlignLeftIcon />
            </Mirrored>
          ),
        },
        { value: 'centre', label: t('text.alignCentre'), icon: <TextAlignCenterIcon /> },
        {
          value: 'end',
          label: t('text.alignEnd'),
          icon: (
            <Mirrored>
              <TextAlignRightIcon />
            </Mirrored>
          ),
        },
      ]}
    />
  )
}

/** "Start" and "end" are the other way round where one reads from right to left. */
const Mirrored = ({ children }: { children: ReactNode }) => (
  <span className={styles.mirrored}>{children}</span>
)
