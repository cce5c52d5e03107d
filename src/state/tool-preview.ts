import { atom } from 'jotai'
import { type Outcome, outcomeOf, succeed, unwrap } from '#core/errors.ts'
import { PREVIEW_PX } from '#core/imaging/preview-sizes.ts'
import { type ToolId, toolById } from '#core/imaging/tools/table.ts'
import type { Progress } from '#core/jobs.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import type { PreviewCare, ToolPreview } from '#workers/imaging/api.ts'
import { findFacesAtom } from './faces.ts'
import { awaitsFacesAtom } from './first-places.ts'
import { loadPlacing } from './load-placing.ts'
import { answered, atRest, endedAs, type JobRun, LatestJob, runningAt } from './long-job.ts'
import { toolSessionAtom, toolWaitAtom } from './open-tool.ts'
import { stopOptionPicture } from './option-picture.ts'
import { endStandInAtom, showStandInAtom } from './stand-in.ts'
import { dropBeforeAtom, makeBeforeAtom, stopBefore } from './tool-before.ts'
import { hasCrashed, onDevice } from './tool-on-device.ts'
import { loadServerTool, openPlaceAtom, toolPlaceAtom } from './tool-place.ts'
import type { Placing, ToolSession } from './tool-settings.ts'

/** Of one that is looked at closely: what the rescue of a picture is decided on. */
const CLOSE_UP_PX = 1440
const isCloseUp = (id: ToolId): boolean => toolById(id)?.closeUp === true
const previewPx = (id: ToolId): number => (isCloseUp(id) ? CLOSE_UP_PX : PREVIEW_PX)
/** The stage looks closely at faces: what a tool has drawn larger is not made smaller for it. */
const careOf = (id: ToolId): PreviewCare => (isCloseUp(id) ? 'fine' : 'close')
/** A setting that still moves is not previewed. */
const SETTLE_MS = 160
/** A quick preview may follow it more closely. */
const QUICK_SETTLE_MS = 60

interface PlacedPreview extends ToolPreview {
  readonly placing: Placing | null
}

/** How the preview is doing; also what the device can bear, which is learnt before it. */
export const previewRunAtom = atom<JobRun>(atRest)
const shownAtom = atom<PlacedPreview | null>(null)
const previewing = new LatestJob()
/** Whether what was asked for last is still to be shown whole: what is cut short is made again. */
export const isPreviewDueAtom = atom(false)

/** Whether a preview is being made. */
export const toolPreviewingAtom = atom((get) => get(previewRunAtom).running)
/** How far the preview is. */
export const toolPreviewProgressAtom = atom((get) => get(previewRunAtom).progress)
/** Why there is no preview. */
export const toolPreviewFaultAtom = atom((get) => get(previewRunAtom).fault)
/** The last preview; it stays in sight while the next one is made. */
export const toolPictureAtom = atom((get) => get(shownAtom)?.picture ?? null)
/** What the last preview took, and whether people or things were looked for. */
const thingsState = atom<Pick<ToolPreview, 'things'> & { readonly sought: unknown }>({
  things: null,
  sought: null,
})
const soughtAtom = atom((get) => get(toolSessionAtom)?.request.settings['sought'])
/** The things that the last preview of a cut-out took, also what was left out of them; null where it took people. */
export const toolThingsAtom = atom((get) => {
  const { things, sought } = get(thingsState)
  return sought === get(soughtAtom) ? things : null
})
/** Where the last preview comes to lie, if not where the photo does. */
export const toolPlacingAtom = atom((get) => get(shownAtom)?.placing ?? null)
/** Whether the last preview shows a photo that was good, and that the tool leaves nearly as it is. */
export const toolHardlyChangesAtom = atom((get) => get(shownAtom)?.hardlyChanges ?? false)

/** Whether the last preview was made without a network that could not be fetched. */
export const toolLacksNetworksAtom = atom((get) => (get(shownAtom)?.lacks ?? []).length > 0)

/** Puts the last preview away; the stage shows the photo as it is. */
export const dropPictureAtom = atom(null, (get, set) => {
  set(endStandInAtom)
  set(dropBeforeAtom)
  get(shownAtom)?.picture.close()
  set(shownAtom, null)
  set(thingsState, { things: null, sought: null })
})

/** Shows a preview in place of the last one. */
const showPictureAtom = atom(null, (get, set, shown: PlacedPreview) => {
  const before = get(shownAtom)
  const session = get(toolSessionAtom)
  set(shownAtom, shown)
  set(thingsState, { things: shown.things, sought: get(soughtAtom) })
  const { picture, placing } = shown
  if (session !== null) void set(showStandInAtom, { session, picture, placing })
  before?.picture.close()
})

/**
 * Shows what a preview came to, unless another has begun meanwhile.
 * @returns whether it does
 */
const endPreviewAtom = atom(
  null,
  (_get, set, signal: AbortSignal, outcome: Outcome<PlacedPreview>): boolean => {
    if (signal.aborted) {
      if (outcome.ok) outcome.value.picture.close()
      return false
    }
    previewing.end()
    if (outcome.ok) set(showPictureAtom, outcome.value)
    const run = endedAs(outcome)
    // A glance at what cannot be made, or at other settings, would stand there as the preview.
    if (run.fault !== null) set(dropPictureAtom)
    set(previewRunAtom, run)
    return true
  },
)

/** Makes the preview (again); the one before it is stopped. */
export const previewToolAtom = atom(
  null,
  async (get, set, { settled }: { readonly settled: boolean }): Promise<void> => {
    const signal = previewing.begin()
    stopBefore()
    stopOptionPicture()
    // From now on, not from when the setting rests: until then nothing else begins.
    const asked = get(toolSessionAtom)
    if (asked !== null && get(toolPlaceAtom) === 'device') {
      set(previewRunAtom, runningAt(null))
      set(isPreviewDueAtom, true)
    }
    const tool = toolById(asked?.request.tool ?? '')
    const isSlow = tool?.isSlow ?? false
    if (!settled) await rested(isSlow ? QUICK_SETTLE_MS : SETTLE_MS, signal)
    const session = get(toolSessionAtom)
    if (session === null || signal.aborted) return
    // The server is sent what its customer asks for, and nothing before that: a preview of other
    // settings, or of none, is put away.
    if (get(toolPlaceAtom) === 'server') {
      const known = get(thingsState)
      set(dropPictureAtom)
      // What was found there can be taken and left out still.
      set(thingsState, known)
      set(previewRunAtom, atRest)
      return
    }
    set(previewRunAtom, runningAt(null))
    const options = {
      signal,
      report: (progress: Progress) => {
        if (!signal.aborted) set(previewRunAtom, runningAt(progress))
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
      if (quick.ok && !signal.aborted) set(showPictureAtom, { ...quick.value, placing: null })
      else if (quick.ok) quick.value.picture.close()
      if (signal.aborted) return
      // A photo that was just placed moves for its faces at the first look, not once it is applied.
      if (get(awaitsFacesAtom)) await set(findFacesAtom, { fetches: false })
      if (signal.aborted) return
    }
    const outcome = await placed(
      session,
      await onDevice(
        request.tool,
        imaging.preview(request, previewPx(request.tool), careOf(request.tool), options),
      ),
    )
    if (!set(endPreviewAtom, signal, outcome)) return
    if (outcome.ok) await set(makeBeforeAtom, session, previewPx(request.tool))
    if (!signal.aborted) set(isPreviewDueAtom, false)
    if (hasCrashed(outcome)) void set(openPlaceAtom, request, signal)
  },
)

/** Makes a preview on the server, once its customer asks for one. */
export const previewThereAtom = atom(null, async (get, set): Promise<void> => {
  const session = get(toolSessionAtom)
  if (session === null || get(toolPlaceAtom) !== 'server') return
  const signal = previewing.begin()
  set(previewRunAtom, runningAt(null))
  const running = {
    signal,
    report: (progress: Progress) => {
      if (!signal.aborted) set(previewRunAtom, runningAt(progress))
    },
    waits: (seconds: number | null) => {
      if (!signal.aborted) set(toolWaitAtom, seconds)
    },
  }
  const outcome = await answered(
    outcomeOf(async () => {
      const { previewOnServer } = unwrap(await loadServerTool())
      const { request } = session
      return unwrap(await previewOnServer(request, previewPx(request.tool), running))
    }),
  )
  if (set(endPreviewAtom, signal, await placed(session, outcome))) set(toolWaitAtom, null)
})

/** Stops the preview; the last one stays. */
export const stopPreviewAtom = atom(null, (_get, set) => {
  previewing.stop()
  stopBefore()
  stopOptionPicture()
  set(isPreviewDueAtom, false)
  set(toolWaitAtom, null)
  set(previewRunAtom, atRest)
})

const placed = async (
  session: ToolSession,
  outcome: Outcome<ToolPreview>,
): Promise<Outcome<PlacedPreview>> =>
  outcome.ok
    ? succeed({ ...outcome.value, placing: await placingOf(session, outcome.value.kept) })
    : outcome

/** Where what stays is seen whole, and a print without its rim; fetched with the first of them. */
export async function placingOf(
  session: ToolSession,
  kept: ToolPreview['kept'],
): Promise<Placing | null> {
  if (kept === null) return null
  const placing = await outcomeOf(loadPlacing)
  return placing.ok ? placing.value.placingIn(session, kept) : null
}

const rested = (afterMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, afterMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
