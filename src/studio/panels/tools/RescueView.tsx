import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toolStepsAtom } from '#src/state/open-tool.ts'
import { CornersOutIcon, PaintBrushIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { BrushAwayView } from './BrushAwayView.tsx'
import { CornersView } from './CornersView.tsx'
import { useFoundPaper } from './use-found-paper.ts'

const STEPS = ['straighten', 'brush'] as const
type Step = (typeof STEPS)[number]

const icons = { straighten: <CornersOutIcon />, brush: <PaintBrushIcon /> }

/** The two things that rescue a picture: its corners, and what is brushed away. */
export function RescueView({ request }: { request: ToolRequest }) {
  const { t } = useTranslation('tools')
  const lastStep = useAtomValue(toolStepsAtom).past.at(-1)
  // Whoever turns the phone while brushing goes on brushing.
  const [step, setStep] = useState<Step>(
    lastStep !== undefined && 'brushed' in lastStep.after ? 'brush' : 'straighten',
  )
  const found = useFoundPaper(request)
  return (
    <>
      <SegmentedControl
        label={t('rescue.steps')}
        value={step}
        onChange={setStep}
        options={STEPS.map((value) => ({
          value,
          label: t(`rescue.${value}`),
          icon: icons[value],
        }))}
      />
      {step === 'straighten' ? (
        <CornersView request={request} found={found} />
      ) : (
        <BrushAwayView request={request} found={found ?? null} />
      )}
    </>
  )
}
