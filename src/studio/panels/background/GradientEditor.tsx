import { useTranslation } from 'react-i18next'
import { useFormats } from '#src/i18n/formats.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { PlusIcon, TrashIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { Slider } from '#src/ui/Slider.tsx'
import { ColourField } from '../colour/ColourField.tsx'
import panel from '../panel.module.css'
import { Section } from '../Section.tsx'
import styles from './BackgroundPanel.module.css'
import { backgroundCss, type Gradient } from './gradient-presets.ts'

const STOPS_MAX = 3

interface GradientEditorProps {
  readonly value: Gradient
  readonly onChange: (gradient: Gradient) => void
  readonly onCommit: () => void
}

/** Direction, angle and the two or three colours of a gradient. */
export default function GradientEditor({ value, onChange, onCommit }: GradientEditorProps) {
  const { t } = useTranslation('panels')
  const formats = useFormats()
  const change = (fields: Partial<Gradient>) => onChange({ ...value, ...fields })
  return (
    <>
      <SegmentedControl
        label={t('background.shape')}
        showLabel
        value={value.gradient}
        onChange={(gradient) => {
          change({ gradient })
          onCommit()
        }}
        options={[
          { value: 'linear', label: t('background.linear') },
          { value: 'radial', label: t('background.radial') },
        ]}
      />
      {value.gradient === 'linear' && (
        <Slider
          label={t('background.angle')}
          min={-180}
          max={180}
          step={5}
          origin={0}
          resetValue={0}
          value={value.angleDeg}
          format={(angle) => `${formats.number(angle)}°`}
          onChange={(angleDeg) => change({ angleDeg })}
          onCommit={onCommit}
        />
      )}
      <Stops {...{ value, onChange, onCommit }} />
    </>
  )
}

function Stops({ value, onChange, onCommit }: GradientEditorProps) {
  const { t } = useTranslation('panels')
  const formats = useFormats()
  const { stops } = value
  const setStop = (index: number, fields: Partial<(typeof stops)[number]>) =>
    onChange({
      ...value,
      stops: stops.map((stop, at) => (at === index ? { ...stop, ...fields } : stop)),
    })
  const bounds = (index: number) => ({
    min: stops[index - 1]?.at ?? 0,
    max: stops[index + 1]?.at ?? 1,
  })
  const addStop = () => {
    const [first, last] = [stops[0], stops.at(-1)]
    if (!first || !last) return
    onChange({ ...value, stops: [first, { at: 0.5, colour: '#ffffff' }, last] })
    onCommit()
  }
  return (
    <Section title={t('background.stops')}>
      <div
        className={styles.bar}
        style={{ background: backgroundCss({ ...value, gradient: 'linear', angleDeg: -90 }) }}
        aria-hidden="true"
      />
      {stops.map((stop, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stops have no name but their number
        <div key={index} className={styles.stop}>
          <div className={styles.stopLine}>
            <ColourField
              label={t('background.stop', { number: index + 1 })}
              value={stop.colour}
              onChange={(colour) => setStop(index, { colour })}
              onCommit={onCommit}
            />
            {stops.length > 2 && (
              <IconButton
                label={t('background.removeStop')}
                icon={<TrashIcon />}
                onClick={() => {
                  onChange({ ...value, stops: stops.filter((_, at) => at !== index) })
                  onCommit()
                }}
              />
            )}
          </div>
          <Slider
            label={`${t('background.position')} ${index + 1}`}
            min={0}
            max={1}
            step={0.01}
            value={stop.at}
            format={(at) => formats.percent(at)}
            onChange={(at) => {
              const { min, max } = bounds(index)
              setStop(index, { at: Math.min(max, Math.max(min, at)) })
            }}
            onCommit={onCommit}
          />
        </div>
      ))}
      {stops.length < STOPS_MAX && (
        <div className={panel.row}>
          <Button size="small" icon={<PlusIcon />} onClick={addStop}>
            {t('background.addStop')}
          </Button>
        </div>
      )}
    </Section>
  )
}
