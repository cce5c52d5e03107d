import type { ToolSettings } from '#core/imaging/tool-definition.ts'

/** One change of the open tool's settings: the values it changed, as they were and as it made them. */
interface ToolStep {
  readonly before: ToolSettings
  readonly after: ToolSettings
}

/** What was done to the settings of the open tool, and what of it was taken back. */
export interface ToolSteps {
  readonly past: readonly ToolStep[]
  readonly future: readonly ToolStep[]
}

export const noToolSteps: ToolSteps = { past: [], future: [] }

/** The steps after one of them, and the values that the settings take with it. */
interface Stepped {
  readonly steps: ToolSteps
  readonly changed: ToolSettings
}

/**
 * Records a change. While one number moves, as a slider does, all of it is one step; a stroke, a
 * corner or a choice is a step of its own.
 */
export function recordedStep(
  { past }: ToolSteps,
  settings: ToolSettings,
  changed: ToolSettings,
): ToolSteps {
  const step = stepOf(settings, changed)
  if (step === null) return { past, future: [] }
  const last = past.at(-1)
  if (last === undefined || !isOneMove(last, step)) return { past: [...past, step], future: [] }
  const whole = stepOf(last.before, step.after)
  return { past: [...past.slice(0, -1), ...(whole === null ? [] : [whole])], future: [] }
}

/**
 * Takes the last step back.
 * @param key only steps that changed this setting count
 * @returns null where there is none
 */
export function stepBack(steps: ToolSteps, settings: ToolSettings, key?: string): Stepped | null {
  const at = steps.past.findLastIndex((step) => isOf(step, key))
  const step = steps.past[at]
  if (step === undefined) return null
  return {
    steps: { past: steps.past.toSpliced(at, 1), future: [...steps.future, step] },
    changed: valuesOf(step.before, step.after, settings),
  }
}

/** Does the step again that was taken back last; as {@link stepBack}. */
export function stepForward(
  steps: ToolSteps,
  settings: ToolSettings,
  key?: string,
): Stepped | null {
  const at = steps.future.findLastIndex((step) => isOf(step, key))
  const step = steps.future[at]
  if (step === undefined) return null
  return {
    steps: { past: [...steps.past, step], future: steps.future.toSpliced(at, 1) },
    changed: valuesOf(step.after, step.before, settings),
  }
}

/** A change as a step that was taken back: what was there before the tool was opened can go, too. */
export function takenBack(steps: ToolSteps, settings: ToolSettings, changed: ToolSettings) {
  const step = stepOf(settings, changed)
  if (step === null) return steps
  const undone = { before: step.after, after: step.before }
  return { past: steps.past, future: [...steps.future, undone] }
}

/** Whether there is a step to take back, or to do again, of one setting or of any. */
export const hasStep = (steps: readonly ToolStep[], key?: string): boolean =>
  steps.some((step) => isOf(step, key))

const isOf = ({ after }: ToolStep, key: string | undefined): boolean =>
  key === undefined || key in after

/** What differs; null where nothing does. */
function stepOf(settings: ToolSettings, changed: ToolSettings): ToolStep | null {
  const keys = Object.keys(changed).filter((key) => changed[key] !== settings[key])
  if (keys.length === 0) return null
  return { before: picked(settings, keys), after: picked(changed, keys) }
}

function picked(settings: ToolSettings, keys: readonly string[]): ToolSettings {
  const entries = keys.flatMap((key) => {
    const value = settings[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}

function isOneMove(last: ToolStep, next: ToolStep): boolean {
  const [key, ...others] = Object.keys(next.after)
  if (key === undefined || others.length > 0 || Object.keys(last.after).length !== 1) return false
  return typeof next.after[key] === 'number' && typeof last.after[key] === 'number'
}

/** The values to go to, but for settings that were changed again since. */
const valuesOf = (to: ToolSettings, from: ToolSettings, settings: ToolSettings): ToolSettings =>
  Object.fromEntries(Object.entries(to).filter(([key]) => settings[key] === from[key]))
