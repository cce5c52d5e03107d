import { useAtomValue, useSetAtom } from 'jotai'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import type { Fault } from '#core/errors.ts'
import { fieldsOf } from '#core/imaging/tool-definition.ts'
import { toolById } from '#core/imaging/tools/table.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { JobProgress } from '#src/shell/jobs/JobProgress.tsx'
import {
  applyToolAtom,
  cancelApplyAtom,
  closeToolAtom,
  previewThereAtom,
  previewToolAtom,
  stopPreviewAtom,
  toolApplyFaultAtom,
  toolApplyingAtom,
  toolApplyProgressAtom,
  toolPictureAtom,
  toolPreviewFaultAtom,
  toolPreviewingAtom,
  toolPreviewProgressAtom,
  toolWaitAtom,
} from '#src/state/tool-jobs.ts'
import { toolPlaceAtom } from '#src/state/tool-place.ts'
import type { ToolSession } from '#src/state/tool-settings.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ArrowLeftIcon, CheckIcon } from '#src/ui/icons.ts'
import { showToast } from '#src/ui/toasts.ts'
import { FaultNote } from '../FaultNote.tsx'
import { FileButton } from '../photos/AddPhotos.tsx'
import type { CornersView } from './CornersView.tsx'
import { PeopleField } from './PeopleField.tsx'
import { ToolCompare } from './ToolCompare.tsx'
import { ToolFields } from './ToolFields.tsx'
import { ServerButton, ToolPlaces } from './ToolPlaces.tsx'
import styles from './Tools.module.css'

interface OpenToolProps {
  readonly layer: PhotoLayer
  readonly session: ToolSession
}

/** One tool: what it would do, what it is set to, and applying it. */
export function OpenTool({ layer, session }: OpenToolProps) {
  const { t } = useTranslation('tools')
  const previewFault = useAtomValue(toolPreviewFaultAtom)
  const applyFault = useAtomValue(toolApplyFaultAtom)
  const fault = applyFault ?? previewFault
  const place = useAtomValue(toolPlaceAtom)
  const previewHere = useSetAtom(previewToolAtom)
  const previewThere = useSetAtom(previewThereAtom)
  const apply = useApply(session)
  const preview = () => (place === 'server' ? previewThere() : previewHere({ settled: true }))
  const retry = () => void (applyFault === null ? preview() : apply())
  const applying = useAtomValue(toolApplyingAtom)
  const close = useSetAtom(closeToolAtom)
  const { tool } = session.request
  const heading = useFocusOnOpen()
  // The head and the photo come first: with the settings in one piece it would be a long task.
  const settingsDue = useDeferredValue(true, false)
  return (
    <>
      <div className={styles.head}>
        <IconButton
          label={t('back')}
          icon={<ArrowLeftIcon className={styles.arrow} />}
          tooltip={false}
          onClick={close}
        />
        <h3 className={styles.title} ref={heading} tabIndex={-1}>
          {t(`names.${tool}`)}
        </h3>
      </div>
      <ToolView layer={layer} session={session} />
      {tool === 'cut-out' && settingsDue && !applying && (
        <PeopleField layer={layer} request={session.request} />
      )}
      {fault !== null && <ToolFault fault={fault} layer={layer} onRetry={retry} />}
      {applying ? <Applying /> : <Previewing />}
      {!applying && settingsDue && (
        <>
          <ToolFields layer={layer} request={session.request} />
          <ToolPlaces />
          <Apply session={session} blocked={previewFault !== null} onApply={apply} />
        </>
      )}
    </>
  )
}

/** What the tool works on and would make: with corners to move where it has any. */
function ToolView({ layer, session }: OpenToolProps) {
  const { request } = session
  const tool = toolById(request.tool)
  const corners = tool && fieldsOf(tool).find(({ kind }) => kind === 'corners')
  const CornersView = useCornersView(corners !== undefined)
  if (corners === undefined || CornersView === null)
    return <ToolCompare layer={layer} session={session} />
  return <CornersView request={request} setting={corners.key} />
}

/**
 * What moves corners, fetched with the first tool that has any; null until then. Where it cannot be
 * fetched the tool goes by the corners that it finds.
 */
function useCornersView(isWanted: boolean): typeof CornersView | null {
  const [View, setView] = useState<typeof CornersView | null>(null)
  useEffect(() => {
    if (!isWanted) return
    import('./CornersView.tsx').then(
      (loaded) => setView(() => loaded.CornersView),
      () => setView(null),
    )
  }, [isWanted])
  return View
}

function Applying() {
  const { t } = useTranslation('tools')
  const progress = useAtomValue(toolApplyProgressAtom)
  const cancel = useSetAtom(cancelApplyAtom)
  const wait = useAtomValue(toolWaitAtom)
  const { duration } = useFormats()
  const label = wait ? t('place.waits', { time: duration(wait) }) : t('applying')
  return <JobProgress label={label} progress={progress} onCancel={() => cancel()} />
}

function Previewing() {
  const { t } = useTranslation('tools')
  const wait = useAtomValue(toolWaitAtom)
  const { duration } = useFormats()
  const running = useAtomValue(toolPreviewingAtom)
  const progress = useAtomValue(toolPreviewProgressAtom)
  const stop = useSetAtom(stopPreviewAtom)
  if (!running) return <ServerPreview />
  const label = wait ? t('place.waits', { time: duration(wait) }) : t('previewing')
  return <JobProgress label={label} progress={progress} onCancel={() => stop()} />
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

/** The keyboard follows into the tool that was opened. */
function useFocusOnOpen() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // With the frame: focus asks for the layout, and the frame needs the same one.
    const frame = requestAnimationFrame(() => heading.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return heading
}

/** Applies the open tool, and says so. */
function useApply(session: ToolSession): () => Promise<void> {
  const { t } = useTranslation('tools')
  const apply = useSetAtom(applyToolAtom)
  return async () => {
    if (!(await apply())) return
    showToast({ text: t('applied', { tool: t(`names.${session.request.tool}`) }), tone: 'good' })
  }
}

interface ApplyProps {
  readonly session: ToolSession
  readonly blocked: boolean
  readonly onApply: () => Promise<void>
}

function Apply({ session, blocked, onApply }: ApplyProps) {
  const { t } = useTranslation('tools')
  const place = useAtomValue(toolPlaceAtom)
  return (
    <div className={styles.apply}>
      <Button
        variant="primary"
        icon={<CheckIcon />}
        disabled={blocked && place === 'device'}
        data-command="apply-tool"
        onClick={() => void onApply()}
      >
        {place === 'server' ? t('place.apply') : t(session.replaces ? 'update' : 'apply')}
      </Button>
    </div>
  )
}

const photoAtFault = new Set<Fault['code']>([
  'no-face',
  'face-too-small',
  'face-too-blurred',
  'person-not-found',
  'photo-missing',
])

interface ToolFaultProps {
  readonly fault: Fault
  readonly layer: PhotoLayer
  readonly onRetry: () => void
}

function ToolFault({ fault, layer, onRetry }: ToolFaultProps) {
  const { t } = useTranslation('tools')
  return (
    <FaultNote fault={fault}>
      {photoAtFault.has(fault.code) ? (
        <FileButton target={{ replaceLayerId: layer.id }}>{t('otherPhoto')}</FileButton>
      ) : (
        <Button onClick={onRetry}>{t('retry')}</Button>
      )}
      <ServerButton />
    </FaultNote>
  )
}
