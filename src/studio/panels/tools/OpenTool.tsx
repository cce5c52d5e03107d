import { useAtomValue, useSetAtom } from 'jotai'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { toolById } from '#core/imaging/tools/table.ts'
import { sayAppliedAtom } from '#src/state/applied-tool.ts'
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
import type { ToolSession } from '#src/state/tool-settings.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ArrowLeftIcon } from '#src/ui/icons.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { BeforeButton } from './BeforeButton.tsx'
import { FieldOnPhoto } from './FieldOnPhoto.tsx'
import { HardlyChanged } from './HardlyChanged.tsx'
import { LacksNetworks } from './LacksNetworks.tsx'
import { PeopleField } from './PeopleField.tsx'
import { ThingsField } from './ThingsField.tsx'
import { ToolFault } from './ToolFault.tsx'
import { ToolFields } from './ToolFields.tsx'
import { ToolFoot } from './ToolFoot.tsx'
import { ToolPlaces } from './ToolPlaces.tsx'
import styles from './Tools.module.css'
import { useFocusOnOpen, useFocusWhileApplying } from './use-tool-focus.ts'

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
        <FieldOnPhoto request={session.request} />
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

/** Applies the open tool, and says so. */
function useApply(session: ToolSession): () => Promise<void> {
  const apply = useSetAtom(applyToolAtom)
  const say = useSetAtom(sayAppliedAtom)
  return async () => {
    if (await apply()) say(session.request.tool)
  }
}
