import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useId } from 'react'

/** What lies over the studio besides a panel; one at a time. `for-` is one control's own. */
export type StudioOver =
  | 'shortcuts'
  | 'rename'
  | 'menu'
  | 'selection-menu'
  | 'context-menu'
  | `for-${string}`

/** Which of them is open, or null. */
export const studioOverAtom = atom<StudioOver | null>(null)

/** Opens or closes one of them; what has taken its place meanwhile stays. */
export const setStudioOverAtom = atom(null, (get, set, of: StudioOver, open: boolean) => {
  if (open) set(studioOverAtom, of)
  else if (get(studioOverAtom) === of) set(studioOverAtom, null)
})

/** Whether what a control opens over the studio is open; it closes with the control. */
export function useOwnOver(): readonly [open: boolean, setOpen: (open: boolean) => void] {
  const own = `for-${useId()}` as const
  const set = useSetAtom(setStudioOverAtom)
  const setOpen = useCallback((open: boolean) => set(own, open), [set, own])
  useEffect(() => () => set(own, false), [set, own])
  return [useAtomValue(studioOverAtom) === own, setOpen]
}
