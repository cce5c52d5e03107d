import type { Edit } from '#core/design/edits/layers.ts'
import { previewAtom } from '#src/state/editor.ts'
import type { Gesture, Pointer, Store } from './context.ts'

/** A gesture that amounts to one edit: shown while it runs, made once at its end. */
export function editGesture(
  store: Store,
  editOf: (pointers: readonly Pointer[]) => Edit | null,
): Gesture {
  let latest: Edit | null = null
  return {
    move(pointers) {
      const edit = editOf(pointers)
      if (edit === null) return
      latest = edit
      store.set(previewAtom, { edit })
    },
    end: () => latest && { edit: latest },
  }
}
