import { atom } from 'jotai'

/** What lies over the studio besides a panel; one at a time. */
export type StudioOver = 'shortcuts' | 'rename' | 'menu' | 'selection-menu'

/** Which of them is open, or null. */
export const studioOverAtom = atom<StudioOver | null>(null)

/** Opens or closes one of them; what has taken its place meanwhile stays. */
export const setStudioOverAtom = atom(null, (get, set, of: StudioOver, open: boolean) => {
  if (open) set(studioOverAtom, of)
  else if (get(studioOverAtom) === of) set(studioOverAtom, null)
})
