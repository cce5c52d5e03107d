import { atom } from 'jotai'
import { startTransition } from 'react'
import type { Design } from '#core/design/document.ts'
import { layerById } from '#core/design/edits/layers.ts'
import { type ErrorCode, type Outcome, outcomeOf, unwrap } from '#core/errors.ts'
import type { ToolSettings } from '#core/imaging/tool-definition.ts'
import { type ToolId, toolById, tools } from '#core/imaging/tools/table.ts'
import type { Progress } from '#core/jobs.ts'
import { compositor, imaging } from '#src/worker-clients/workers.ts'
import type { ToolPreview, ToolReadiness } from '#workers/imaging/api.ts'
import { designAtom, editAtom, isOpenAtom } from './editor.ts'
import { stopFacesAtom } from './faces.ts'
import { answered, atRest, endedAs, type JobRun, runningAt } from './long-job.ts'
import { endStandInAtom, showStandInAtom, showsBeforeAtom } from './stand-in.ts'
import { countCrash, markToolRunning, unmarkTool } from './tool-crashes.ts'
import {
  agreeToServerAtom,
  backToDeviceAtom,
  closePlaceAtom,
  loadServerTool,
  openPlaceAtom,
  toolPlaceAtom,
} from './tool-place.ts'
import { editOf, type ToolSession, toolSession } from './tool-settings.ts'
import { noToolSteps, type ToolSteps } from './tool-steps.ts'
import { forgetUnfinishedAtom, keepUnfinishedAtom, resumedToolAtom } from './unfinished-tools.ts'

/** Longest side of a preview: sharp on a phone, quick on its processor. */
export const PREVIEW_PX = 720
/** Of one that is looked at closely: what the rescue of a picture is decided on. */
const CLOSE_UP_PX = 1440
const previewPx = (id: ToolId): number => (toolById(id)?.closeUp ? CLOSE_UP_PX : PREVIEW_PX)
/** A setting that still moves is not previewed. */
const SETTLE_MS = 160
/** A quick preview may follow it more closely. */
const QUICK_SETTLE_MS = 60

const sessionAtom = atom<ToolSession | null>(null)
const previewRunAtom = atom<JobRun>(atRest)
const applyRunAtom = atom<JobRun>(atRest)
const shownAtom = atom<ToolPreview | null>(null)
const waitAtom = atom<number | null>(null)

/** The tool that is open on a layer, with what it is set to; null: the cards are shown. */
export const toolSessionAtom = atom((get) => get(sessionAtom))
/** What was done to the settings of the open tool. */
export const toolStepsAtom = atom<ToolSteps>(noToolSteps)
/** Whether a preview is being made. */
export const toolPreviewingAtom = atom((get) => get(previewRunAtom).running)
/** How far the preview is. */
export const toolPreviewProgressAtom = atom((get) => get(previewRunAtom).progress)
/** Why there is no preview. */
export const toolPreviewFaultAtom = atom((get) => get(previewRunAtom).fault)
/** The last preview; it stays in sight while the next one is made. */
export const toolPictureAtom = atom((get) => get(shownAtom)?.picture ?? null)
/** Whether the last preview shows a photo that was good, and that the tool leaves nearly as it is. */
export const toolHardlyChangesAtom = atom((get) => get(shownAtom)?.hardlyChanges ?? false)
/** Whether the tool is being applied. */
export const toolApplyingAtom = atom((get) => get(applyRunAtom).running)
/** How far applying is. */
export const toolApplyProgressAtom = atom((get) => get(applyRunAtom).progress)
/** Why the tool could not be applied. */
export const toolApplyFaultAtom = atom((get) => get(applyRunAtom).fault)

/** Seconds until the server begins; null where nothing waits for it. */
export const toolWaitAtom = atom((get) => get(waitAtom))

const readinessAtom = atom<Readonly<Partial<Record<ToolId, Outcome<ToolReadiness>>>>>({})

/** What each tool still has to fetch, or why that is not known; absent until asked. */
export const toolReadinessAtom = atom((get) => get(readinessAtom))

/** Asks what the tools still have to fetch. */
export const checkReadinessAtom = atom(null, async (_get, set): Promise<void> => {
  const ask = async (tool: ToolId) => {
    const readiness = await answered(imaging.readiness(tool))
    set(readinessAtom, (all) => ({ ...all, [tool]: readiness }))
  }
  await Promise.all(tools.map(({ id }) => ask(id)))
})

/** Puts the last preview away; the stage shows the photo as it is. */
const dropPictureAtom = atom(null, (get, set) => {
  set(endStandInAtom)
  get(shownAtom)?.picture.close()
  set(shownAtom, null)
})

/** Shows a preview in place of the last one. */
const showPictureAtom = atom(null, (get, set, shown: ToolPreview) => {
  const before = get(shownAtom)
  const session = get(sessionAtom)
  set(shownAtom, shown)
  if (session !== null) void set(showStandInAtom, { session, picture: shown.picture })
  before?.picture.close()
})

let opening: AbortController | null = null
let previewing: AbortController | null = null
let applying: AbortController | null = null

/** Opens a tool on a photo layer and shows what it would do. */
export const openToolAtom = atom(
  null,
  async (get, set, given: { readonly layerId: string; readonly tool: ToolId }): Promise<void> => {
    const layer = layerById(get(designAtom), given.layerId)
    if (layer?.kind !== 'photo') return
    set(closeToolAtom)
    // The worker does one thing after the other: what the customer asks for goes first.
    set(stopFacesAtom)
    const session = set(resumedToolAtom, toolSession(layer, given.tool))
    set(sessionAtom, session)
    const own = new AbortController()
    opening = own
    // What the device can bear is known before the tool begins.
    const report = (progress: Progress) => {
      if (!own.signal.aborted) set(previewRunAtom, runningAt(progress))
    }
    await set(openPlaceAtom, session.request, own.signal, report)
    if (!own.signal.aborted) set(previewRunAtom, atRest)
    if (!own.signal.aborted) await set(previewToolAtom, { settled: true })
  },
)

/** Closes the tool; what it was doing is stopped, the photo is as it was. */
export const closeToolAtom = atom(null, (get, set) => {
  const session = get(sessionAtom)
  if (session !== null) set(keepUnfinishedAtom, { session, steps: get(toolStepsAtom) })
  opening?.abort()
  previewing?.abort()
  applying?.abort()
  opening = null
  previewing = null
  applying = null
  set(dropPictureAtom)
  set(closePlaceAtom)
  set(sessionAtom, null)
  set(toolStepsAtom, noToolSteps)
  set(waitAtom, null)
  set(previewRunAtom, atRest)
  set(applyRunAtom, atRest)
})

/** Sets the open tool; its preview follows when the setting rests. */
export const setToolAtom = atom(null, async (get, set, changed: ToolSettings): Promise<void> => {
  const session = get(sessionAtom)
  if (session === null) return
  const settings = { ...session.request.settings, ...changed }
  set(sessionAtom, { ...session, request: { ...session.request, settings } })
  set(showsBeforeAtom, false)
  await set(previewToolAtom, { settled: false })
})

/**
 * Shows what a preview came to, unless another has begun meanwhile.
 * @returns whether it does
 */
const endPreviewAtom = atom(
  null,
  (_get, set, own: AbortController, outcome: Outcome<ToolPreview>): boolean => {
    if (previewing !== own) {
      if (outcome.ok) outcome.value.picture.close()
      return false
    }
    previewing = null
    if (outcome.ok) set(showPictureAtom, outcome.value)
    set(previewRunAtom, endedAs(outcome))
    return true
  },
)

/** Makes the preview (again); the one before it is stopped. */
export const previewToolAtom = atom(
  null,
  async (get, set, { settled }: { readonly settled: boolean }): Promise<void> => {
    previewing?.abort()
    const own = new AbortController()
    previewing = own
    const tool = toolById(get(sessionAtom)?.request.tool ?? '')
    const isSlow = tool?.isSlow ?? false
    if (!settled) await rested(isSlow ? QUICK_SETTLE_MS : SETTLE_MS, own.signal)
    const session = get(sessionAtom)
    if (session === null || own.signal.aborted) return
    // The server is sent what its customer asks for, and nothing before that: a preview of other
    // settings, or of none, is put away.
    if (get(toolPlaceAtom) === 'server') {
      set(dropPictureAtom)
      set(previewRunAtom, atRest)
      return
    }
    set(previewRunAtom, runningAt(null))
    const options = {
      signal: own.signal,
      report: (progress: Progress) => {
        if (previewing === own) set(previewRunAtom, runningAt(progress))
      },
    }
    const { request } = session
    // Beside a preview that is shown already a glance would be a step back.
    if (isSlow || (tool?.isSlowAtFirst && get(shownAtom) === null)) {
      const quick = await onDevice(
        request.tool,
        imaging.preview(request, PREVIEW_PX, 'quick', options),
      )
      // What is wrong with it is wrong with the fine one, which says so.
      if (quick.ok && previewing === own) set(showPictureAtom, quick.value)
      else if (quick.ok) quick.value.picture.close()
      if (previewing !== own) return
    }
    const outcome = await onDevice(
      request.tool,
      imaging.preview(request, previewPx(request.tool), 'fine', options),
    )
    if (!set(endPreviewAtom, own, outcome)) return
    if (hasCrashed(outcome)) void set(openPlaceAtom, request, own.signal)
  },
)

/** Makes a preview on the server, once its customer asks for one. */
export const previewThereAtom = atom(null, async (get, set): Promise<void> => {
  const session = get(sessionAtom)
  if (session === null || get(toolPlaceAtom) !== 'server') return
  previewing?.abort()
  const own = new AbortController()
  previewing = own
  set(previewRunAtom, runningAt(null))
  const running = {
    signal: own.signal,
    report: (progress: Progress) => {
      if (previewing === own) set(previewRunAtom, runningAt(progress))
    },
    waits: (seconds: number | null) => {
      if (previewing === own) set(waitAtom, seconds)
    },
  }
  const outcome = await answered(
    outcomeOf(async () => {
      const { previewOnServer } = unwrap(await loadServerTool())
      const { request } = session
      return unwrap(await previewOnServer(request, previewPx(request.tool), running))
    }),
  )
  if (set(endPreviewAtom, own, outcome)) set(waitAtom, null)
})

/** Stops the preview; the last one stays. */
export const stopPreviewAtom = atom(null, (_get, set) => {
  previewing?.abort()
  previewing = null
  set(waitAtom, null)
  set(previewRunAtom, atRest)
})

/**
 * Runs the open tool at full size; the result becomes a version of the photo in one undo step.
 * @returns whether it did
 */
export const applyToolAtom = atom(null, async (get, set): Promise<boolean> => {
  const session = get(sessionAtom)
  if (session === null || applying !== null) return false
  set(stopPreviewAtom)
  const own = new AbortController()
  applying = own
  const designId = get(designAtom).id
  set(applyRunAtom, runningAt(null))
  const { signal } = own
  const report = (progress: Progress) => {
    if (applying !== own) return
    startTransition(() => set(applyRunAtom, runningAt(progress)))
  }
  const waits = (seconds: number | null) => {
    if (applying === own) set(waitAtom, seconds)
  }
  const { request } = session
  const outcome =
    get(toolPlaceAtom) === 'server'
      ? await answered(
          outcomeOf(async () => {
            const { runOnServer } = unwrap(await loadServerTool())
            return unwrap(await runOnServer(request, { signal, report, waits }))
          }),
        )
      : await onDevice(request.tool, imaging.run(request, { signal, report }))
  if (applying !== own) return false
  const isSame = () => get(isOpenAtom) && get(designAtom).id === designId
  const edit = outcome.ok ? editOf(session, outcome.value) : null
  // The stage changes from the preview to the result, with nothing between.
  if (edit !== null && isSame()) await readyOnStage(edit(get(designAtom)), session.layerId)
  if (applying !== own) return false
  applying = null
  set(waitAtom, null)
  if (hasCrashed(outcome)) void set(openPlaceAtom, request, signal)
  if (edit === null || !isSame()) {
    set(applyRunAtom, endedAs(outcome))
    return false
  }
  // All of the studio follows: in one piece that would be a long task of the page's thread.
  startTransition(() => {
    set(editAtom, { edit })
    set(closeToolAtom)
    set(forgetUnfinishedAtom, session)
  })
  return true
})

async function readyOnStage(design: Design, layerId: string): Promise<void> {
  const layer = layerById(design, layerId)
  if (layer?.kind === 'photo') await answered(compositor.readyPhoto(layer))
}

/** Stops applying; the photo stays as it is. */
export const cancelApplyAtom = atom(null, (_get, set) => {
  applying?.abort()
  applying = null
  set(waitAtom, null)
  set(applyRunAtom, atRest)
})

/** The customer has chosen this device again: the tool shows what it would do. */
export const chooseDeviceAtom = atom(null, async (_get, set): Promise<void> => {
  set(backToDeviceAtom)
  await set(previewToolAtom, { settled: true })
})

/** The customer has agreed to the server: nothing is worked on here any more. */
export const chooseServerAtom = atom(null, (_get, set) => {
  set(stopPreviewAtom)
  set(cancelApplyAtom)
  set(dropPictureAtom)
  set(agreeToServerAtom)
})

/** Ends that a device does not survive twice. */
const crashes: readonly ErrorCode[] = ['worker-died', 'device-too-weak']
const hasCrashed = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && crashes.includes(outcome.fault.code)

/** Work of a tool here, marked so that the next visit knows of it if the page is killed meanwhile. */
async function onDevice<T>(tool: ToolId, work: Promise<Outcome<T>>): Promise<Outcome<T>> {
  markToolRunning(tool)
  const outcome = await answered(work)
  unmarkTool()
  if (hasCrashed(outcome)) countCrash(tool)
  return outcome
}

const rested = (afterMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, afterMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
