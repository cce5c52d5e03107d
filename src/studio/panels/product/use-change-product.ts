import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { Product } from '#core/design/document.ts'
import { changeProduct } from '#core/design/edits/product.ts'
import { patient } from '#src/shell/patient.ts'
import { editAtom } from '#src/state/editor.ts'
import { loadPlacing } from '#src/state/load-placing.ts'

const load = patient(loadPlacing)

/** Moves the design to another product. */
export function useChangeProduct(): (product: Product | null) => void {
  const edit = useSetAtom(editAtom)
  // Fetched when the panel opens, so that no tap waits for it.
  useEffect(() => {
    void load()
  }, [])
  return (product) =>
    product !== null &&
    void load().then(({ withWholeCutOutMoved }) =>
      edit({ edit: (design) => changeProduct(design, product, withWholeCutOutMoved) }),
    )
}
