import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Background } from '#core/design/document.ts'
import { setBackground } from '#core/design/edits/product.ts'
import { patient } from '#src/shell/patient.ts'
import { designAtom, editAtom } from '#src/state/editor.ts'
import { ColourPicker } from '#src/ui/ColourPicker.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { useColourLabels, useSwatches } from '../colour/use-swatches.ts'
import panel from '../panel.module.css'
import { Section } from '../Section.tsx'
import { useMark } from '../use-mark.ts'
import styles from './BackgroundPanel.module.css'
import { backgroundCss, gradientPresets } from './gradient-presets.ts'

const GradientEditor = lazy(patient(() => import('./GradientEditor.tsx')))

/** What the print stands on: a colour or a gradient. */
export function BackgroundPanel() {
  const { t } = useTranslation(['panels', 'shop'])
  const { background } = useAtomValue(designAtom)
  const edit = useSetAtom(editAtom)
  const { mark, end } = useMark('background')
  const set = (next: Background, joined = true) =>
    edit({
      edit: (design) => setBackground(design, next),
      ...(joined && { mark: mark() }),
    })
  const choose = (kind: Background['kind']) => {
    if (kind === background.kind) return
    end()
    if (background.kind === 'gradient') {
      set({ kind: 'colour', colour: background.stops[0]?.colour ?? '#ffffff' }, false)
    } else if (gradientPresets[0]) set(gradientPresets[0], false)
  }
  return (
    <div className={panel.stack}>
      <SegmentedControl
        label={t('background.kind')}
        value={background.kind}
        onChange={choose}
        options={[
          { value: 'colour', label: t('background.colour') },
          { value: 'gradient', label: t('background.gradient') },
        ]}
      />
      {background.kind === 'colour' ? (
        <PlainColour colour={background.colour} set={set} end={end} />
      ) : (
        <>
          <Presets current={background} choose={(preset) => set(preset, false)} />
          <Suspense fallback={<p className={panel.hint}>{t('shop:app.loading')}</p>}>
            <GradientEditor value={background} onChange={set} onCommit={end} />
          </Suspense>
        </>
      )}
    </div>
  )
}

function PlainColour(props: {
  readonly colour: string
  readonly set: (background: Background) => void
  readonly end: () => void
}) {
  const { t } = useTranslation('panels')
  const labels = useColourLabels()
  const swatches = useSwatches()
  return (
    <ColourPicker
      label={t('background.swatches')}
      labels={labels}
      swatches={swatches}
      value={props.colour.slice(0, 7)}
      onChange={(colour) => props.set({ kind: 'colour', colour })}
      onCommit={props.end}
    />
  )
}

function Presets(props: {
  readonly current: Background
  readonly choose: (preset: Background) => void
}) {
  const { t } = useTranslation('panels')
  const shown = JSON.stringify(props.current)
  return (
    <Section title={t('background.presets')}>
      <div className={styles.presets}>
        {gradientPresets.map((preset, index) => (
          <button
            key={backgroundCss(preset)}
            type="button"
            className={styles.preset}
            style={{ background: backgroundCss(preset) }}
            aria-label={t('background.preset', { number: index + 1 })}
            aria-pressed={JSON.stringify(preset) === shown}
            onClick={() => props.choose(preset)}
          />
        ))}
      </div>
    </Section>
  )
}
