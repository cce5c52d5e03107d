import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import type { Fault } from '#core/errors.ts'
import { fieldsOf, type ToolField } from '#core/imaging/tool-definition.ts'
import { type ToolId, toolById } from '#core/imaging/tools/table.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { JobProgress } from '#src/shell/jobs/JobProgress.tsx'
import { sayAppliedAtom } from '#src/state/applied-tool.ts'
import { toolWaitAtom } from '#src/state/open-tool.ts'
import { hasStandInAtom } from '#src/state/stand-in.ts'
import { changeToolAtom } from '#src/state/tool-history.ts'
import {
  applyToolAtom,
  cancelApplyAtom,
  closeToolAtom,
  toolApplyFaultAtom,
  toolApplyingAtom,
  toolApplyProgressAtom,
} from '#src/state/tool-jobs.ts'
import { toolPlaceAtom } from '#src/state/tool-place.ts'
import {
  previewThereAtom,
  previewToolAtom,
  stopPreviewAtom,
  toolPictureAtom,
  toolPreviewFaultAtom,
  toolPreviewingAtom,
  toolPreviewProgressAtom,
  toolThingsAtom,
} from '#src/state/tool-preview.ts'
import { fieldOnPhoto, type ToolSession } from '#src/state/tool-settings.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ArrowLeftIcon, CheckIcon, PaintBrushIcon } from '#src/ui/icons.ts'
import { isByKeyboard } from '#src/ui/input-kind.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { FaultNote } from '../FaultNote.tsx'
import panel from '../panel.module.css'
import { FileButton } from '../photos/AddPhotos.tsx'
import { BeforeButton } from './BeforeButton.tsx'
import { HardlyChanged } from './HardlyChanged.tsx'
import { PeopleField } from './PeopleField.tsx'
import { ThingsField } from './ThingsField.tsx'
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
  // What nobody has painted yet is no fault of anybody's; the brush says what to do.
  const seenFault = previewFault?.code === 'nothing-painted' ? null : previewFault
  const fault = applyFault ?? seenFault
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
  useFocusWhileApplying(applying)
  // The head and the photo come first: with the settings in one piece it would be a long task.
  const settingsDue = useDeferredValue(true, false)
  return (
    <>
      <div className={styles.head} data-own-head="">
        <IconButton
          label={t('back')}
          icon={<ArrowLeftIcon className={styles.arrow} />}
          tooltip={false}
          onClick={close}
        />
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          {t(`names.${tool}`)}
        </h2>
        <BeforeButton />
      </div>
      <ToolView session={session} />
      {fault !== null && <ToolFault {...{ fault, layer, tool }} onRetry={retry} />}
      {applying && <Applying />}
      {!applying && settingsDue && (
        <>
          <ToolFields layer={layer} request={session.request}>
            {tool === 'cut-out' && asksNetworks(session) && (
              <Found layer={layer} request={session.request} />
            )}
          </ToolFields>
          {toolById(tool)?.mends && <HardlyChanged session={session} />}
          <ToolPlaces />
          <Foot session={session} blocked={previewFault !== null} onApply={apply} />
        </>
      )}
    </>
  )
}

/** Whom or what networks found. */
function Found(props: { readonly layer: PhotoLayer; readonly request: ToolRequest }) {
  const areThings = useAtomValue(toolThingsAtom) !== null
  const isAsked = props.request.settings['sought'] === 'things'
  return (
    <>
      {!areThings && !isAsked && <PeopleField {...props} />}
      <ThingsField {...props} />
    </>
  )
}

const asksNetworks = ({ request }: ToolSession) => request.settings['subject'] !== 'painted'

/** What is set on the photo itself: corners or a brush, where the tool has any. All else is seen on the stage. */
function ToolView({ session }: Pick<OpenToolProps, 'session'>) {
  const { request } = session
  const field = fieldOnPhoto(request)
  const View = useFieldView(field?.kind)
  // What is painted on comes in above what was pressed: it is what one wants to see.
  useEffect(() => {
    if (View !== null) document.querySelector('[data-own-head]')?.parentElement?.scrollIntoView()
  }, [View])
  if (field === undefined || View === null) return null
  return <View request={request} setting={field.key} />
}

/** Whether a tool has handles on the photo itself. */
const isSetOnPhoto = (id: ToolId): boolean => {
  const tool = toolById(id)
  return tool !== undefined && fieldsOf(tool).some(({ kind }) => kind === 'corners')
}

type FieldView = ComponentType<{ readonly request: ToolRequest; readonly setting: string }>

const fieldViews: Readonly<Partial<Record<ToolField['kind'], () => Promise<FieldView>>>> = {
  corners: async () => (await import('./RescueView.tsx')).RescueView,
  strokes: async () => (await import('./BrushView.tsx')).BrushView,
}

/**
 * What sets a field on the photo itself, fetched with the first tool that asks for it; null until
 * then. Where it cannot be fetched the tool goes by what it finds.
 */
function useFieldView(kind: ToolField['kind'] | undefined): FieldView | null {
  const [shown, setShown] = useState<{ kind: ToolField['kind']; View: FieldView } | null>(null)
  useEffect(() => {
    const load = kind && fieldViews[kind]
    if (kind === undefined || load === undefined) return
    load().then(
      (View) => setShown({ kind, View }),
      () => setShown(null),
    )
  }, [kind])
  return shown !== null && shown.kind === kind ? shown.View : null
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
  // While the last one is on the stage nothing here moves; what is under way is said there.
  const isSeen = useAtomValue(hasStandInAtom)
  if (isSeen) return null
  if (!running) return <ServerPreview />
  const label = wait ? t('place.waits', { time: duration(wait) }) : t('previewing')
  // That a preview is made stands on the stage.
  const brief = !wait
  return <JobProgress {...{ label, progress, brief }} onCancel={() => stop()} />
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

/** The button that was pressed makes way for the other one: the keyboard goes along. */
function useFocusWhileApplying(applying: boolean): void {
  const before = useRef(applying)
  useEffect(() => {
    if (before.current === applying) return
    before.current = applying
    if (!isByKeyboard() || document.activeElement !== document.body) return
    const next = applying ? '[data-applying] button' : '[data-command="apply-tool"]'
    document.querySelector<HTMLElement>(next)?.focus()
  }, [applying])
}

/** Applies the open tool, and says so. */
function useApply(session: ToolSession): () => Promise<void> {
  const apply = useSetAtom(applyToolAtom)
  const say = useSetAtom(sayAppliedAtom)
  return async () => {
    if (await apply()) say(session.request.tool)
  }
}

interface FootProps {
  readonly session: ToolSession
  readonly blocked: boolean
  readonly onApply: () => Promise<void>
}

/** What is under way, and applying; in sight whatever is set above it. */
function Foot({ session, blocked, onApply }: FootProps) {
  const { t } = useTranslation('tools')
  const place = useAtomValue(toolPlaceAtom)
  // One that cannot be pressed covers nothing: a fault's own buttons stand above it.
  const isOff = blocked && place === 'device'
  return (
    <div className={panel.foot} data-still={isSetOnPhoto(session.request.tool) || isOff}>
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

const photoAtFault = new Set<Fault['code']>([
  'no-face',
  'face-too-small',
  'face-too-blurred',
  'person-not-found',
  'nothing-stands-out',
  'photo-missing',
])
/** Where networks find nobody, a brush still does. */
const nobodyFound = new Set<Fault['code']>([
  'no-face',
  'face-too-small',
  'face-too-blurred',
  'person-not-found',
  'nothing-stands-out',
])

interface ToolFaultProps {
  readonly fault: Fault
  readonly layer: PhotoLayer
  readonly tool: string
  readonly onRetry: () => void
}

function ToolFault({ fault, layer, tool, onRetry }: ToolFaultProps) {
  const { t } = useTranslation('tools')
  const set = useSetAtom(changeToolAtom)
  return (
    <FaultNote fault={fault}>
      {nobodyFound.has(fault.code) && tool === 'cut-out' && (
        <Button
          variant="primary"
          icon={<PaintBrushIcon />}
          data-command="paint-instead"
          onClick={() => void set({ subject: 'painted' })}
        >
          {t('brush.instead')}
        </Button>
      )}
      {photoAtFault.has(fault.code) ? (
        <FileButton target={{ replaceLayerId: layer.id }}>{t('otherPhoto')}</FileButton>
      ) : (
        <Button onClick={onRetry}>{t('retry')}</Button>
      )}
      <ServerButton />
    </FaultNote>
  )
}
