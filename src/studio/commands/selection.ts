import type { Getter } from 'jotai'
import { isOpenAtom, selectedLayersAtom } from '#src/state/editor.ts'

/** Whether there is a design to act on. */
export const isOpen = (get: Getter): boolean => get(isOpenAtom)

export const anySelected = (get: Getter): boolean =>
  get(isOpenAtom) && get(selectedLayersAtom).length > 0

/** Whether an edit of the selection would change anything. */
export const anyUnlocked = (get: Getter): boolean =>
  get(isOpenAtom) && get(selectedLayersAtom).some((layer) => !layer.locked)
