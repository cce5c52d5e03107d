import { atom } from 'jotai'
import { startTransition } from 'react'
import type { Design } from '#core/design/document.ts'
import { layerById } from '#core/design/edits/layers.ts'
import { straightens } from '#core/design/shown-photo.ts'
import { type Outcome, outcomeOf, unwrap } from '#core/errors.ts'
import type { ToolSettings } from '#core/imaging/tool-definition.ts'
import type { ToolId } from '#core/imaging/tools/table.ts'
import type { Progress } from '#core/jobs.ts'
import { compositor, imaging } from '#src/worker-clients/workers.ts'
import type { ToolPreview, ToolResult } from '#workers/imaging/api.ts'
import { designAtom, editAtom, isOpenAtom } from './editor.ts'
import { stopFacesAtom } from './faces.ts'
import { notePlacedAtom } from './first-places.ts'
import { loadPlacing } from './load-placing.ts'
import { answered, atRest, endedAs, type JobRun, LatestJob, runningAt } from './long-job.ts'
import { toolSessionAtom, toolStepsAtom, toolWaitAtom } from './open-tool.ts'
import { leavePreparing } from './prepare-photo.ts'
import { showsBeforeAtom } from './stand-in.ts'
import { hasCrashed, onDevice } from './tool-on-device.ts'
import {
  agreeToServerAtom,
  backToDeviceAtom,
  closePlaceAtom,
  loadServerTool,
  openPlaceAtom,
  toolPlaceAtom,
} from './tool-place.ts'
import {
  dropPictureAtom,
  isPreviewDueAtom,
  placingOf,
  previewRunAtom,
  previewToolAtom,
  stopPreviewAtom,
  toolPlacingAtom,
} from './tool-preview.ts'
import { editOf, isPlaced, type Placing, type ToolSession, toolSession } from './tool-settings.ts'
import { noToolSteps } from './tool-steps.ts'
import { forgetUnfinishedAtom, keepUnfinishedAtom, resumedToolAtom } from './unfinished-tools.ts'

const applyRunAtom = atom<JobRun>(atRest)

/** Whether the tool is being applied. */
export const toolApplyingAtom = atom((get) => get(applyRunAtom).running)
/** How far applying is. */
export const toolApplyProgressAtom = atom((get) => get(applyRunAtom).progress)
/** Why the tool could not be applied. */
export const toolApplyFaultAtom = atom((get) => get(applyRunAtom).fault)

const opening = new LatestJob()
const applying = new LatestJob()
/** Whether applying has cut a preview short, which is still to be seen where applying is cancelled. */
const cutShortAtom = atom(false)

/** Opens a tool on a photo layer and shows what it would do. */
export const openToolAtom = atom(
  null,
  async (get, set, given: { readonly layerId: string; readonly tool: ToolId }): Promise<void> => {
    const layer = layerById(get(designAtom), given.layerId)
    if (layer?.kind !== 'photo') return
    set(closeToolAtom)
    // The worker does one thing after the other: what the customer asks for goes first.
    set(stopFacesAtom)
    leavePreparing(given.tool)
    const session = set(resumedToolAtom, toolSession(layer, given.tool))
    set(toolSessionAtom, session)
    const signal = opening.begin()
    // What the device can bear is known before the tool begins.
    const report = (progress: Progress) => {
      if (!signal.aborted) set(previewRunAtom, runningAt(progress))
    }
    await set(openPlaceAtom, session.request, signal, report)
    if (signal.aborted) return
    set(previewRunAtom, atRest)
    // Whoever has pressed Apply meanwhile waits for nothing beside it.
    if (applying.isRunning) set(cutShortAtom, true)
    else await set(previewToolAtom, { settled: true })
  },
)

/** Closes the tool; what it was doing is stopped, the photo is as it was. */
export const closeToolAtom = atom(null, (get, set) => {
  const session = get(toolSessionAtom)
  if (session !== null) set(keepUnfinishedAtom, { session, steps: get(toolStepsAtom) })
  opening.stop()
  set(stopPreviewAtom)
  set(stopApplyAtom)
  set(dropPictureAtom)
  set(closePlaceAtom)
  set(toolSessionAtom, null)
  set(toolStepsAtom, noToolSteps)
})

/** Sets the open tool; its preview follows when the setting rests. */
export const setToolAtom = atom(null, async (get, set, changed: ToolSettings): Promise<void> => {
  const session = get(toolSessionAtom)
  if (session === null) return
  const settings = { ...session.request.settings, ...changed }
  set(toolSessionAtom, { ...session, request: { ...session.request, settings } })
  set(showsBeforeAtom, false)
  await set(previewToolAtom, { settled: false })
})

/**
 * Runs the open tool at full size; the result becomes a version of the photo in one undo step.
 * @returns whether it did
 */
export const applyToolAtom = atom(null, async (get, set): Promise<boolean> => {
  const session = get(toolSessionAtom)
  if (session === null || applying.isRunning) return false
  set(cutShortAtom, get(isPreviewDueAtom))
  set(stopPreviewAtom)
  const signal = applying.begin()
  const designId = get(designAtom).id
  set(applyRunAtom, runningAt(null))
  const report = (progress: Progress) => {
    if (signal.aborted) return
    startTransition(() => set(applyRunAtom, runningAt(progress)))
  }
  const waits = (seconds: number | null) => {
    if (!signal.aborted) set(toolWaitAtom, seconds)
  }
  const { request } = session
  const outcome: Outcome<Applied> =
    get(toolPlaceAtom) === 'server'
      ? await answered(
          outcomeOf(async () => {
            const { runOnServer } = unwrap(await loadServerTool())
            return unwrap(await runOnServer(request, { signal, report, waits }))
          }),
        )
      : await onDevice(request.tool, imaging.run(request, { signal, report }))
  if (signal.aborted) return false
  const isSame = () => get(isOpenAtom) && get(designAtom).id === designId
  // As it was previewed; it may be asked for without that.
  const placing =
    get(toolPlacingAtom) ?? (outcome.ok ? await placingFor(session, outcome.value) : null)
  const edit = outcome.ok ? editOf(session, { ...outcome.value, placing }) : null
  // The stage changes from the preview to the result, with nothing between.
  if (edit !== null && isSame()) await readyOnStage(edit(get(designAtom)), session.layerId)
  if (signal.aborted) return false
  applying.end()
  set(toolWaitAtom, null)
  if (hasCrashed(outcome)) void set(openPlaceAtom, request, signal)
  if (edit === null || !isSame()) {
    set(applyRunAtom, endedAs(outcome))
    return false
  }
  // All of the studio follows: in one piece that would be a long task of the page's thread.
  startTransition(() => {
    set(editAtom, { edit })
    // What is straightened is another picture to its frame: placed for its faces as when it was new.
    if (straightens(request.tool) && !session.replaces) set(notePlacedAtom, session.layerId)
    set(closeToolAtom)
    set(forgetUnfinishedAtom, session)
  })
  return true
})

type Applied = ToolResult & Partial<Pick<ToolPreview, 'kept'>>

/** Where a result comes to lie that was not previewed. */
async function placingFor(session: ToolSession, made: Applied): Promise<Placing | null> {
  if (made.kept !== undefined || !isPlaced(session.request))
    return await placingOf(session, made.kept ?? null)
  const placing = await outcomeOf(loadPlacing)
  return placing.ok ? await placing.value.placingUnseen(session, made) : null
}

async function readyOnStage(design: Design, layerId: string): Promise<void> {
  const layer = layerById(design, layerId)
  if (layer?.kind === 'photo') await answered(compositor.readyPhoto(layer))
}

/** Stops applying; the photo stays as it is. */
const stopApplyAtom = atom(null, (_get, set) => {
  applying.stop()
  set(toolWaitAtom, null)
  set(applyRunAtom, atRest)
})

/** The customer stops applying: the tool shows what it would do, as before they pressed it. */
export const cancelApplyAtom = atom(null, (get, set) => {
  set(stopApplyAtom)
  if (get(cutShortAtom)) void set(previewToolAtom, { settled: true })
})

/** The customer has chosen this device again: the tool shows what it would do. */
export const chooseDeviceAtom = atom(null, async (_get, set): Promise<void> => {
  set(backToDeviceAtom)
  await set(previewToolAtom, { settled: true })
})

/** The customer has agreed to the server: nothing is worked on here any more. */
export const chooseServerAtom = atom(null, (_get, set) => {
  set(stopPreviewAtom)
  set(stopApplyAtom)
  set(dropPictureAtom)
  set(agreeToServerAtom)
})
