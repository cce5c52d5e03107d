import type { Design } from './document.ts'
import { applyPatch, diff, invert, isEmptyPatch, type Patch } from './patch.ts'

/** One step that undo takes back, as the patch that made it. */
export interface Step {
  readonly patch: Patch
  /** Steps recorded in a row with the same mark are one. */
  readonly mark: string | null
}

/**
 * What was done to a design, without limit, as patches: the designs themselves are not kept. What
 * is selected is no part of it.
 */
export interface History {
  /** Oldest first. */
  readonly past: readonly Step[]
  /** The next one to redo is last. */
  readonly future: readonly Step[]
}

export const emptyHistory: History = { past: [], future: [] }

/** False: already at the last step. */
export const canRedo = (history: History): boolean => history.future.length > 0

/**
 * The history with the step from `before` to `after`; what could be redone is gone. A change of
 * nothing is no step. With the `mark` of the step before, both become one (a drag, a slider,
 * typing), and none where they cancel out; a mark should be new for each gesture.
 */
export function record(
  history: History,
  before: Design,
  after: Design,
  options: { readonly mark?: string } = {},
): History {
  if (before === after) return history
  const mark = options.mark ?? null
  const last = history.past.at(-1)
  const joins = last !== undefined && mark !== null && last.mark === mark && !canRedo(history)
  const start = joins ? applyPatch(before, invert(last.patch)) : before
  const patch = diff(start, after)
  const past = joins ? history.past.slice(0, -1) : history.past
  if (isEmptyPatch(patch)) return joins ? { past, future: [] } : history
  return { past: [...past, { patch, mark }], future: [] }
}

/** A history moved by a step, and the design there; null where there is no such step. */
export type Stepped = { readonly history: History; readonly design: Design } | null

/** One step back from `design`; null says: already the first step. */
export function undo(history: History, design: Design): Stepped {
  const last = history.past.at(-1)
  if (!last) return null
  return {
    design: applyPatch(design, invert(last.patch)),
    history: {
      past: history.past.slice(0, -1),
      future: [...history.future, { ...last, mark: null }],
    },
  }
}

/** One step forward again; null says: already the last step. */
export function redo(history: History, design: Design): Stepped {
  const next = history.future.at(-1)
  if (!next) return null
  return {
    design: applyPatch(design, next.patch),
    history: { past: [...history.past, next], future: history.future.slice(0, -1) },
  }
}
