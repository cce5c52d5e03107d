import { atom } from 'jotai'

/** Which end of the history a step would have passed, and how often so far: each time is said. */
export interface StepMissed {
  readonly end: 'first' | 'last'
  readonly times: number
}

const missedAtom = atom<StepMissed | null>(null)

/** Set where undo or redo found no step; the studio says it. */
export const stepMissedAtom = atom(
  (get) => get(missedAtom),
  (get, set, end: StepMissed['end']) =>
    set(missedAtom, { end, times: (get(missedAtom)?.times ?? 0) + 1 }),
)
