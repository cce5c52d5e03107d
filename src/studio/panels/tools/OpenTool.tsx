import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import type { Fault } from '#core/errors.ts'
import type { ToolField } from '#core/imaging/tool-definition.ts'
import { toolById } from '#core/imaging/tools/table.ts'
import { sayAppliedAtom } from '#src/state/applied-tool.ts'
import { changeToolAtom } from '#src/state/tool-history.ts'
import {
  applyToolAtom,
  closeToolAtom,
  toolApplyFaultAtom,
  toolApplyingAtom,
} from '#src/state/tool-jobs.ts'
import { toolPlaceAtom } from '#src/state/tool-place.ts'
import {
  previewThereAtom,
  previewToolAtom,
  toolPreviewFaultAtom,
  toolThingsAtom,
} from '#src/state/tool-preview.ts'
import { fieldOnPhoto, type ToolSession } from '#src/state/tool-settings.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ArrowLeftIcon, PaintBrushIcon } from '#src/ui/icons.ts'
import { isByKeyboard } from '#src/ui/input-kind.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { FaultNote } from '../FaultNote.tsx'
import { FileButton } from '../photos/AddPhotos.tsx'
import { BeforeButton } from './BeforeButton.tsx'
import { HardlyChanged } from './HardlyChanged.tsx'
import { LacksNetworks } from './LacksNetworks.tsx'
import { PeopleField } from './PeopleField.tsx'
import { ThingsField } from './ThingsField.tsx'
import { ToolFields } from './ToolFields.tsx'
import { ToolFoot } from './ToolFoot.tsx'
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
      {/* What is changed now would not be in what is applied. It stands where it was, and waits. */}
      <div className={styles.held} inert={applying}>
        <ToolView session={session} />
      </div>
      {fault !== null && <ToolFault {...{ fault, layer, tool }} onRetry={retry} />}
      {settingsDue && (
        <>
          <div className={styles.held} inert={applying} data-settings="">
            <Settings layer={layer} session={session} />
          </div>
          <ToolFoot session={session} blocked={previewFault !== null} onApply={apply} />
        </>
      )}
    </>
  )
}

function Settings({ layer, session }: OpenToolProps) {
  const { request } = session
  return (
    <>
      <LacksNetworks />
      <ToolFields layer={layer} request={request}>
        {request.tool === 'cut-out' && asksNetworks(session) && (
          <Found layer={layer} request={request} />
        )}
      </ToolFields>
      {toolById(request.tool)?.mends && <HardlyChanged session={session} />}
      <ToolPlaces />
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
