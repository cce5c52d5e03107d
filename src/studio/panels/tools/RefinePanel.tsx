import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#src/i18n/formats.ts'
import { JobProgress } from '#src/shell/jobs/JobProgress.tsx'
import {
  cleanAtom,
  closeRefineAtom,
  keepRefineAtom,
  type Refinement,
  refineRunAtom,
  setEdgeAtom,
  stopRefineAtom,
  strokeAtom,
  workOutAtom,
} from '#src/state/refine-job.ts'
import { Button } from '#src/ui/Button.tsx'
import { ArrowUUpLeftIcon, BroomIcon, MinusIcon, PlusIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { Slider } from '#src/ui/Slider.tsx'
import { FaultNote } from '../FaultNote.tsx'
import panel from '../panel.module.css'
import { EdgeSlider } from './EdgeSlider.tsx'
import styles from './Refine.module.css'
import { type Brush, RefineCanvas } from './RefineCanvas.tsx'

const GROUNDS = ['checks', 'light', 'dark'] as const
type Ground = (typeof GROUNDS)[number]

/** Paints what belongs to the person and what does not; the edge is worked out after each pause. */
export function RefinePanel({ refinement }: { refinement: Refinement }) {
  const { t } = useTranslation('tools')
  const run = useAtomValue(refineRunAtom)
  const setEdge = useSetAtom(setEdgeAtom)
  const [brush, setBrush] = useState<Brush>({ mode: 'remove', share: 0.05 })
  const [zoom, setZoom] = useState(1)
  const [ground, setGround] = useState<Ground>('checks')
  return (
    <div className={panel.stack}>
      <p className={panel.hint}>{t('refine.text')}</p>
      <SegmentedControl
        label={t('refine.mode')}
        value={brush.mode}
        onChange={(mode) => setBrush({ ...brush, mode })}
        options={[
          { value: 'add', label: t('refine.add'), icon: <PlusIcon /> },
          { value: 'remove', label: t('refine.remove'), icon: <MinusIcon /> },
        ]}
      />
      <RefineCanvas refinement={refinement} brush={brush} zoom={zoom} ground={ground} />
      <Working refinement={refinement} />
      {run.fault !== null && <FaultNote fault={run.fault} />}
      <BrushFields brush={brush} setBrush={setBrush} zoom={zoom} setZoom={setZoom} />
      <EdgeSlider
        label={t('refine.edge')}
        chokePx={refinement.request.settings.chokePx}
        onChange={(chokePx) => setEdge(chokePx)}
      />
      <Clean refinement={refinement} />
      <SegmentedControl
        label={t('refine.ground')}
        showLabel
        value={ground}
        onChange={setGround}
        options={GROUNDS.map((value) => ({ value, label: t(`refine.grounds.${value}`) }))}
      />
      <Finish refinement={refinement} />
    </div>
  )
}

function Working({ refinement }: { refinement: Refinement }) {
  const { t } = useTranslation('tools')
  const run = useAtomValue(refineRunAtom)
  const stroke = useSetAtom(strokeAtom)
  const stop = useSetAtom(stopRefineAtom)
  const count = refinement.strokes.length
  if (run.running) {
    return (
      <JobProgress label={t('refine.working')} progress={run.progress} onCancel={() => stop()} />
    )
  }
  return (
    <div className={styles.strokes}>
      <span role="status">{t('refine.strokes', { count })}</span>
      <Button
        size="small"
        variant="ghost"
        icon={<ArrowUUpLeftIcon />}
        disabled={count === 0}
        onClick={() => stroke(null)}
      >
        {t('refine.undo')}
      </Button>
    </div>
  )
}

interface BrushFieldsProps {
  readonly brush: Brush
  readonly setBrush: (brush: Brush) => void
  readonly zoom: number
  readonly setZoom: (zoom: number) => void
}

function BrushFields({ brush, setBrush, zoom, setZoom }: BrushFieldsProps) {
  const { t } = useTranslation('tools')
  const { percent } = useFormats()
  return (
    <div className={panel.pair}>
      <Slider
        label={t('refine.size')}
        min={0.01}
        max={0.2}
        step={0.005}
        value={brush.share}
        format={percent}
        onChange={(share) => setBrush({ ...brush, share })}
      />
      <Slider
        label={t('refine.zoom')}
        min={1}
        max={6}
        step={0.25}
        value={zoom}
        format={percent}
        onChange={setZoom}
      />
    </div>
  )
}

function Clean({ refinement }: { refinement: Refinement }) {
  const { t } = useTranslation('tools')
  const clean = useSetAtom(cleanAtom)
  const { running } = useAtomValue(refineRunAtom)
  return (
    <Button
      icon={<BroomIcon />}
      disabled={running || refinement.cleaned}
      data-command="clean-matte"
      onClick={() => void clean()}
    >
      {t(refinement.cleaned ? 'refine.cleaned' : 'refine.clean')}
    </Button>
  )
}

function Finish({ refinement }: { refinement: Refinement }) {
  const { t } = useTranslation('tools')
  const close = useSetAtom(closeRefineAtom)
  const keep = useSetAtom(keepRefineAtom)
  const workOut = useSetAtom(workOutAtom)
  const run = useAtomValue(refineRunAtom)
  return (
    <div className={panel.row}>
      <Button variant="ghost" onClick={() => close()}>
        {t('refine.cancel')}
      </Button>
      {run.fault !== null && <Button onClick={() => void workOut()}>{t('retry')}</Button>}
      <Button
        variant="primary"
        loading={run.running}
        disabled={refinement.result === null && !refinement.stale}
        data-command="keep-refine"
        onClick={() => void keep()}
      >
        {t('refine.keep')}
      </Button>
    </div>
  )
}
