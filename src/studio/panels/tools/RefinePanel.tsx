import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JobProgress } from '#src/shell/jobs/JobProgress.tsx'
import {
  cleanAtom,
  closeRefineAtom,
  keepRefineAtom,
  type Refinement,
  refineRunAtom,
  setEdgeAtom,
  setStrokesAtom,
  stopRefineAtom,
  workOutAtom,
} from '#src/state/refine-job.ts'
import { brushStepsAtom } from '#src/state/tool-history.ts'
import { BrushFields } from '#src/studio/brush/BrushFields.tsx'
import type { Brush } from '#src/studio/brush/brush.ts'
import { StrokeButtons } from '#src/studio/brush/StrokeButtons.tsx'
import { type StrokeHistoryOf, useStrokeHistory } from '#src/studio/brush/use-stroke-history.ts'
import { Button } from '#src/ui/Button.tsx'
import { SparkleIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import type { MatteStroke } from '#workers/imaging/api.ts'
import { FaultNote } from '../FaultNote.tsx'
import panel from '../panel.module.css'
import { BrushModes } from './BrushModes.tsx'
import { EdgeSlider } from './EdgeSlider.tsx'
import { RefineCanvas } from './RefineCanvas.tsx'

const GROUNDS = ['checks', 'light', 'dark'] as const
type Ground = (typeof GROUNDS)[number]

/** Paints what belongs to the person and what does not; the edge is worked out after each pause. */
export function RefinePanel({ refinement }: { refinement: Refinement }) {
  const { t } = useTranslation('tools')
  const run = useAtomValue(refineRunAtom)
  const setEdge = useSetAtom(setEdgeAtom)
  const setStrokes = useSetAtom(setStrokesAtom)
  const history = useStrokeHistory(refinement.strokes, (strokes) => setStrokes(strokes))
  useLentSteps(history)
  const [brush, setBrush] = useState<Brush>({ mode: 'remove', radius: 0.02 })
  const [zoom, setZoom] = useState(1)
  const [ground, setGround] = useState<Ground>('checks')
  return (
    <div className={panel.stack}>
      <p className={panel.hint}>{t('refine.text')}</p>
      <BrushModes brush={brush} onChange={setBrush} />
      <RefineCanvas {...{ refinement, history, brush, zoom, ground }} onZoom={setZoom} />
      <Working {...{ refinement, history }} />
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

/** Undo and redo of the studio are the brush's while it is open. */
function useLentSteps(history: StrokeHistoryOf<MatteStroke>): void {
  const lend = useSetAtom(brushStepsAtom)
  useEffect(() => {
    lend(history)
    return () => lend(null)
  })
}

interface WorkingProps {
  readonly refinement: Refinement
  readonly history: StrokeHistoryOf<MatteStroke>
}

function Working({ refinement, history }: WorkingProps) {
  const { t } = useTranslation('tools')
  const run = useAtomValue(refineRunAtom)
  const stop = useSetAtom(stopRefineAtom)
  if (run.running) {
    return (
      <JobProgress label={t('refine.working')} progress={run.progress} onCancel={() => stop()} />
    )
  }
  return <StrokeButtons count={refinement.strokes.length} history={history} />
}

function Clean({ refinement }: { refinement: Refinement }) {
  const { t } = useTranslation('tools')
  const clean = useSetAtom(cleanAtom)
  const { running } = useAtomValue(refineRunAtom)
  return (
    <Button
      icon={<SparkleIcon />}
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
