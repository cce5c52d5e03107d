import { useState } from 'react'
import {
  canUndo,
  type HistoryStep,
  noHistory,
  redone,
  type StrokeHistory,
  stepped,
  undone,
} from './stroke-history.ts'

/** What can be done to a list of strokes. */
export interface StrokeHistoryOf<Stroke> {
  readonly add: (stroke: Stroke) => void
  /** Takes all of them away, in one step. */
  readonly clear: () => void
  readonly undo: () => void
  readonly redo: () => void
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/**
 * Undo and redo of strokes that are kept elsewhere, for as long as their screen is open.
 * @param strokes as they are
 * @param onChange takes them as they are to be
 */
export function useStrokeHistory<Stroke>(
  strokes: readonly Stroke[],
  onChange: (strokes: readonly Stroke[]) => void,
): StrokeHistoryOf<Stroke> {
  const [history, setHistory] = useState<StrokeHistory<Stroke>>(noHistory)
  const take = (step: HistoryStep<Stroke>) => {
    setHistory(step.history)
    onChange(step.strokes)
  }
  return {
    add: (stroke: Stroke) => take(stepped(history, strokes, [...strokes, stroke])),
    clear: () => take(stepped(history, strokes, [])),
    undo: () => take(undone(history, strokes)),
    redo: () => take(redone(history, strokes)),
    canUndo: canUndo(history, strokes),
    canRedo: history.future.length > 0,
  }
}
