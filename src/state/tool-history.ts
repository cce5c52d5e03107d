import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type BrushStroke, strokesText } from '#core/imaging/brush-strokes.ts'
import type { ToolSettings } from '#core/imaging/tool-definition.ts'
import { toolSessionAtom, toolStepsAtom } from './open-tool.ts'
import { closeRefineAtom, refineAtom } from './refine-job.ts'
import { cancelApplyAtom, closeToolAtom, setToolAtom, toolApplyingAtom } from './tool-jobs.ts'
import { fieldOnPhoto } from './tool-settings.ts'
import { hasStep, recordedStep, stepBack, stepForward, takenBack } from './tool-steps.ts'

/** Sets the open tool, as a step that can be taken back. */
export const changeToolAtom = atom(null, async (get, set, changed: ToolSettings): Promise<void> => {
  const session = get(toolSessionAtom)
  if (session === null) return
  set(toolStepsAtom, recordedStep(get(toolStepsAtom), session.request.settings, changed))
  await set(setToolAtom, changed)
})

interface StepOf {
  /** Steps of this setting alone. */
  readonly key: string
  /** What is done where there is no such step: to what was there when the tool was opened. */
  readonly otherwise?: ToolSettings
}

/** Takes the last step of the open tool back; false where there is none. */
const backInToolAtom = atom(null, (get, set, of?: StepOf): boolean => {
  const session = get(toolSessionAtom)
  if (session === null) return false
  const { settings } = session.request
  const steps = get(toolStepsAtom)
  const back = stepBack(steps, settings, of?.key)
  const changed = back?.changed ?? of?.otherwise
  if (changed === undefined) return false
  set(toolStepsAtom, back?.steps ?? takenBack(steps, settings, changed))
  void set(setToolAtom, changed)
  return true
})

/** Does the last step of the open tool again; false where none was taken back. */
const forwardInToolAtom = atom(null, (get, set, of?: StepOf): boolean => {
  const session = get(toolSessionAtom)
  const forward = session && stepForward(get(toolStepsAtom), session.request.settings, of?.key)
  if (forward === null) return false
  set(toolStepsAtom, forward.steps)
  void set(setToolAtom, forward.changed)
  return true
})

/** The brush that refines an edge keeps its own steps; it lends them here while it is open. */
export interface BrushSteps {
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly undo: () => void
  readonly redo: () => void
}
const brushAtom = atom<{ readonly steps: BrushSteps } | null>(null)
export const brushStepsAtom = atom(null, (_get, set, steps: BrushSteps | null) =>
  set(brushAtom, steps === null ? null : { steps }),
)

/**
 * Undo while something is open on a photo: what is not applied yet is taken back first, a step at
 * a time, and the tool is closed where there is no step left. The document is not touched.
 * @returns whether anything was open
 */
export const undoInToolAtom = atom(null, (get, set): boolean => {
  if (get(refineAtom) !== null) {
    const steps = get(brushAtom)?.steps
    if (steps?.canUndo) steps.undo()
    else set(closeRefineAtom)
    return true
  }
  if (get(toolSessionAtom) === null) return false
  if (get(toolApplyingAtom)) set(cancelApplyAtom)
  else if (!set(backInToolAtom)) set(closeToolAtom)
  return true
})

/**
 * Redo while something is open on a photo.
 * @returns `none`: nothing is open; `last`: there is nothing to do again
 */
export const redoInToolAtom = atom(null, (get, set): 'done' | 'last' | 'none' => {
  if (get(refineAtom) !== null) {
    const steps = get(brushAtom)?.steps
    if (!steps?.canRedo) return 'last'
    steps.redo()
    return 'done'
  }
  if (get(toolSessionAtom) === null) return 'none'
  // What is applied now would be without it.
  if (get(toolApplyingAtom)) return 'last'
  return set(forwardInToolAtom) ? 'done' : 'last'
})

/** Whether something is set on the photo itself, which wants room for a finger. */
export const worksOnPhotoAtom = atom((get): boolean => {
  const session = get(toolSessionAtom)
  return (
    get(refineAtom) !== null || (session !== null && fieldOnPhoto(session.request) !== undefined)
  )
})

/** Whether steps of one setting of the open tool can be taken back, and done again. */
const toolStepsOfAtom = atom((get) => {
  const { past, future } = get(toolStepsAtom)
  return {
    canUndo: (key: string) => hasStep(past, key),
    canRedo: (key: string) => hasStep(future, key),
  }
})

/** What can be done to the strokes of the open tool. */
interface ToolStrokes {
  readonly add: (stroke: BrushStroke) => void
  /** Takes all of them away, in one step. */
  readonly clear: () => void
  readonly undo: () => void
  readonly redo: () => void
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/**
 * Strokes in a setting of the open tool. Their steps are the tool's: what undo of the studio takes
 * back and what the buttons beside the picture take back are the same.
 * @param along what is set with every stroke
 */
export function useToolStrokes(
  setting: string,
  strokes: readonly BrushStroke[],
  along: ToolSettings = {},
): ToolStrokes {
  const change = useSetAtom(changeToolAtom)
  const back = useSetAtom(backInToolAtom)
  const forward = useSetAtom(forwardInToolAtom)
  const steps = useAtomValue(toolStepsOfAtom)
  const take = (next: readonly BrushStroke[]) => {
    void change({ ...along, [setting]: strokesText(next) })
  }
  return {
    add: (stroke) => take([...strokes, stroke]),
    clear: () => take([]),
    undo: () => {
      // Strokes that were there from the start go one by one.
      const otherwise = { [setting]: strokesText(strokes.slice(0, -1)) }
      back({ key: setting, ...(strokes.length > 0 && { otherwise }) })
    },
    redo: () => {
      forward({ key: setting })
    },
    canUndo: strokes.length > 0 || steps.canUndo(setting),
    canRedo: steps.canRedo(setting),
  }
}
