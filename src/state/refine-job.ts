import { atom } from 'jotai'
import type { Design, PhotoRef } from '#core/design/document.ts'
import { layerById } from '#core/design/edits/layers.ts'
import { replaceDerived } from '#core/design/edits/photo.ts'
import { settingsOf } from '#core/imaging/tool-definition.ts'
import type { CutOutSettings } from '#core/imaging/tools/cut-out/foreground/apply-matte.ts'
import { cutOut } from '#core/imaging/tools/cut-out/tool.ts'
import { imaging, openCv } from '#src/worker-clients/workers.ts'
import type { MatteStroke, ToolRequest, ToolResult } from '#workers/imaging/api.ts'
import { designAtom, editAtom, isOpenAtom } from './editor.ts'
import { answered, atRest, endedAs, type JobRun, LatestJob, runningAt } from './long-job.ts'
import { derivedOf, toolSession } from './tool-settings.ts'

/** Time without a new stroke before the edge is worked out again. */
const PAUSE_MS = 500

/** A cut-out whose edge is being refined by brush. */
export interface Refinement {
  readonly layerId: string
  readonly request: ToolRequest & { readonly settings: CutOutSettings }
  /** The matte that the strokes are painted on. */
  readonly matte: PhotoRef
  /** All strokes so far; the result is always made from the first matte and all of them. */
  readonly strokes: readonly MatteStroke[]
  /** Whether specks and pinholes were taken out of it. */
  readonly cleaned: boolean
  /** What was worked out last. */
  readonly result: ToolResult | null
  /** Whether strokes or edge were changed since. */
  readonly stale: boolean
}

const refinementAtom = atom<Refinement | null>(null)
const runAtom = atom<JobRun>(atRest)

/** The refinement that is open, or null. */
export const refineAtom = atom((get) => get(refinementAtom))
export const refineRunAtom = atom((get) => get(runAtom))

const working = new LatestJob()
let pause: ReturnType<typeof setTimeout> | undefined

/** Opens the brush on a layer whose shown version is a cut-out. */
export const openRefineAtom = atom(null, (get, set, layerId: string) => {
  const layer = layerById(get(designAtom), layerId)
  const last = layer?.kind === 'photo' ? layer.derived.at(-1) : undefined
  if (layer?.kind !== 'photo' || !last?.matte || last.tool !== 'cut-out') return
  const session = toolSession(layer, 'cut-out')
  const request = { ...session.request, settings: settingsOf(cutOut, session.request.settings) }
  const base = {
    layerId,
    request,
    matte: last.matte,
    strokes: [],
    cleaned: false,
    result: null,
    stale: false,
  }
  // Another layer's strokes may still be waiting, or be worked out.
  set(closeRefineAtom)
  set(refinementAtom, base)
})

/** Closes the brush without keeping anything. */
export const closeRefineAtom = atom(null, (_get, set) => {
  clearTimeout(pause)
  set(stopRefineAtom)
  set(refinementAtom, null)
})

/** Takes a change in; the edge is worked out from it when the hand rests. */
const changeAtom = atom(null, (get, set, changed: Partial<Refinement>) => {
  const refinement = get(refinementAtom)
  if (refinement === null) return
  set(refinementAtom, { ...refinement, ...changed, stale: true })
  set(stopRefineAtom)
  clearTimeout(pause)
  pause = setTimeout(() => void set(workOutAtom), PAUSE_MS)
})

/** Takes the strokes as they are to be: one more, or without the last. */
export const setStrokesAtom = atom(null, (_get, set, strokes: readonly MatteStroke[]) => {
  set(changeAtom, { strokes })
})

/** Moves the whole edge: the brush's way for those who do not paint. */
export const setEdgeAtom = atom(null, (get, set, chokePx: number) => {
  const refinement = get(refinementAtom)
  if (refinement === null) return
  const { request } = refinement
  set(changeAtom, { request: { ...request, settings: { ...request.settings, chokePx } } })
})

/** Specks this much smaller than the person go, gaps this much smaller are filled. */
const CLEAN = { islandShare: 0.02, holeShare: 0.002 } as const

/** Takes specks out of the cut-out and fills pinholes; the strokes are painted on what is left. */
export const cleanAtom = atom(null, async (get, set): Promise<void> => {
  const refinement = get(refinementAtom)
  if (refinement === null) return
  clearTimeout(pause)
  const signal = working.begin()
  set(runAtom, runningAt(null))
  const outcome = await answered(
    openCv.cleanStoredMatte(refinement.matte, CLEAN, {
      signal,
      report: (progress) => {
        if (!signal.aborted) set(runAtom, runningAt(progress))
      },
    }),
  )
  if (signal.aborted) return
  working.end()
  const current = get(refinementAtom)
  set(runAtom, endedAs(outcome))
  if (!outcome.ok || current === null) return
  set(refinementAtom, { ...current, matte: outcome.value, cleaned: true, stale: true })
  await set(workOutAtom)
})

/** Stops what is being worked out; strokes and matte stay. */
export const stopRefineAtom = atom(null, (_get, set) => {
  working.stop()
  set(runAtom, atRest)
})

/** Works the edge out from all strokes. @returns whether it is up to date then */
export const workOutAtom = atom(null, async (get, set): Promise<boolean> => {
  clearTimeout(pause)
  const refinement = get(refinementAtom)
  if (refinement === null) return false
  if (!refinement.stale) return true
  const signal = working.begin()
  const { request, matte, strokes } = refinement
  set(runAtom, runningAt(null))
  const outcome = await answered(
    imaging.refineMatte(request.photo, matte, strokes, request.settings, {
      signal,
      report: (progress) => {
        if (!signal.aborted) set(runAtom, runningAt(progress))
      },
    }),
  )
  if (signal.aborted) return false
  working.end()
  set(runAtom, endedAs(outcome))
  const current = get(refinementAtom)
  if (!outcome.ok || current === null) return false
  set(refinementAtom, { ...current, result: outcome.value, stale: false })
  return true
})

/** Writes the refined cut-out to the layer in one undo step. @returns whether it did */
export const keepRefineAtom = atom(null, async (get, set): Promise<boolean> => {
  const designId = get(designAtom).id
  if (!(await set(workOutAtom))) return false
  const refinement = get(refinementAtom)
  if (refinement === null || !get(isOpenAtom) || get(designAtom).id !== designId) return false
  const { result, request, layerId } = refinement
  if (result !== null) {
    const derived = derivedOf(request, result)
    set(editAtom, { edit: (design: Design) => replaceDerived(design, layerId, derived) })
  }
  set(closeRefineAtom)
  return true
})
