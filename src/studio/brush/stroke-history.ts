/** Strokes as they were before the steps that can be taken back, and those that were. */
export interface StrokeHistory<Stroke> {
  readonly past: readonly (readonly Stroke[])[]
  readonly future: readonly (readonly Stroke[])[]
}

export const noHistory: StrokeHistory<never> = { past: [], future: [] }

/** Strokes after a step, and the history with it. */
export interface HistoryStep<Stroke> {
  readonly strokes: readonly Stroke[]
  readonly history: StrokeHistory<Stroke>
}

/** Something new was done; what was taken back before is gone. */
export const stepped = <Stroke>(
  { past }: StrokeHistory<Stroke>,
  before: readonly Stroke[],
  strokes: readonly Stroke[],
): HistoryStep<Stroke> => ({ strokes, history: { past: [...past, before], future: [] } })

/** Strokes that were there from the start go one by one. */
export function undone<Stroke>(
  { past, future }: StrokeHistory<Stroke>,
  strokes: readonly Stroke[],
): HistoryStep<Stroke> {
  if (!canUndo({ past, future }, strokes)) return { strokes, history: { past, future } }
  const before = past.at(-1) ?? strokes.slice(0, -1)
  return {
    strokes: before,
    history: { past: past.slice(0, -1), future: [...future, strokes] },
  }
}

/** Does the last step again that was taken back. */
export function redone<Stroke>(
  { past, future }: StrokeHistory<Stroke>,
  strokes: readonly Stroke[],
): HistoryStep<Stroke> {
  const after = future.at(-1)
  if (after === undefined) return { strokes, history: { past, future } }
  return {
    strokes: after,
    history: { past: [...past, strokes], future: future.slice(0, -1) },
  }
}

export const canUndo = ({ past }: StrokeHistory<unknown>, strokes: readonly unknown[]): boolean =>
  past.length > 0 || strokes.length > 0
