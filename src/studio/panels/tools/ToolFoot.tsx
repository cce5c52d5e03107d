import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '#core/imaging/tool-definition.ts'
import { type ToolId, toolById } from '#core/imaging/tools/table.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { JobProgress } from '#src/shell/jobs/JobProgress.tsx'
import { JobRing } from '#src/shell/jobs/JobRing.tsx'
import { useStudioLayout } from '#src/state/layout.ts'
import { toolWaitAtom } from '#src/state/open-tool.ts'
import { hasStandInAtom } from '#src/state/stand-in.ts'
import { cancelApplyAtom, toolApplyingAtom, toolApplyProgressAtom } from '#src/state/tool-jobs.ts'
import { toolPlaceAtom } from '#src/state/tool-place.ts'
import {
  previewThereAtom,
  stopPreviewAtom,
  toolPictureAtom,
  toolPreviewingAtom,
  toolPreviewProgressAtom,
} from '#src/state/tool-preview.ts'
import type { ToolSession } from '#src/state/tool-settings.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckIcon } from '#src/ui/icons.ts'
import panel from '../panel.module.css'

interface ToolFootProps {
  readonly session: ToolSession
  readonly blocked: boolean
  readonly onApply: () => Promise<void>
}

/** What is under way, and applying; in sight whatever is set above it. */
export function ToolFoot({ session, blocked, onApply }: ToolFootProps) {
  const { t } = useTranslation('tools')
  const place = useAtomValue(toolPlaceAtom)
  const applying = useAtomValue(toolApplyingAtom)
  // One that cannot be pressed covers nothing: a fault's own buttons stand above it.
  const isOff = blocked && place === 'device'
  const isStill = isSetOnPhoto(session.request.tool) || isOff
  if (applying) {
    return (
      <div className={panel.foot} data-still={isStill}>
        <Applying />
      </div>
    )
  }
  return (
    <div className={panel.foot} data-still={isStill}>
      <Previewing />
      <Button
        variant="primary"
        icon={<CheckIcon />}
        disabled={isOff}
        data-command="apply-tool"
        onClick={() => void onApply()}
      >
        {place === 'server' ? t('place.apply') : t(session.replaces ? 'update' : 'apply')}
      </Button>
    </div>
  )
}

/** Whether a tool has handles on the photo itself. */
const isSetOnPhoto = (id: ToolId): boolean => {
  const tool = toolById(id)
  return tool !== undefined && fieldsOf(tool).some(({ kind }) => kind === 'corners')
}

function Applying() {
  const { t } = useTranslation('tools')
  const progress = useAtomValue(toolApplyProgressAtom)
  const cancel = useSetAtom(cancelApplyAtom)
  const wait = useAtomValue(toolWaitAtom)
  const { duration } = useFormats()
  const label = wait ? t('place.waits', { time: duration(wait) }) : t('applying')
  return (
    <div data-applying="">
      <JobProgress label={label} progress={progress} onCancel={() => cancel()} />
    </div>
  )
}

function Previewing() {
  const { t } = useTranslation('tools')
  const wait = useAtomValue(toolWaitAtom)
  const { duration } = useFormats()
  const running = useAtomValue(toolPreviewingAtom)
  const progress = useAtomValue(toolPreviewProgressAtom)
  const stop = useSetAtom(stopPreviewAtom)
  const isSheet = useStudioLayout() === 'stacked'
  // While the last one is on the stage nothing here moves; what is under way is said there.
  const isSeen = useAtomValue(hasStandInAtom)
  if (isSeen) return null
  if (!running) return <ServerPreview />
  const label = wait ? t('place.waits', { time: duration(wait) }) : t('previewing')
  // With a row of its own it would push the button out of a sheet; in words it stands on the stage.
  if (isSheet)
    return (
      <div>
        <JobRing {...{ label, progress }} onCancel={() => stop()} />
      </div>
    )
  return <JobProgress {...{ label, progress, brief: !wait }} onCancel={() => stop()} />
}

/** Where the server works nothing is sent before it is asked for. */
function ServerPreview() {
  const { t } = useTranslation('tools')
  const place = useAtomValue(toolPlaceAtom)
  const picture = useAtomValue(toolPictureAtom)
  const preview = useSetAtom(previewThereAtom)
  if (place !== 'server' || picture !== null) return null
  return (
    <Button data-command="preview-on-server" onClick={() => void preview()}>
      {t('place.preview')}
    </Button>
  )
}
