import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { Edit } from '#core/design/edits/layers.ts'
import { editAtom, previewAtom } from '#src/state/editor.ts'

export interface LiveEdit {
  /** Shows what an edit would do; the document stays. */
  readonly show: (edit: Edit) => void
  /** Shows the document again. */
  readonly end: () => void
  /** Does it: one step of undo; with the mark of the one before, one step with it. */
  readonly apply: (edit: Edit, mark?: string) => void
}

/** An edit that is seen on the stage before it is done; nothing stays shown when its control goes. */
export function useLiveEdit(): LiveEdit {
  const setPreview = useSetAtom(previewAtom)
  const change = useSetAtom(editAtom)
  useEffect(() => () => setPreview(null), [setPreview])
  return {
    show: (edit) => setPreview({ edit }),
    end: () => setPreview(null),
    apply: (edit, mark) => {
      setPreview(null)
      change(mark === undefined ? { edit } : { edit, mark })
    },
  }
}
