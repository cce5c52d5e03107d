import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Product } from '#core/design/document.ts'
import { studioPath } from '#src/shell/addresses.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { openProductAtom } from './open-product.ts'

/** Begins a design on a product: stores it as a draft and goes to the studio. */
export function useOpenStudio() {
  const [starting, setStarting] = useState(false)
  const navigate = useNavigate()
  const tell = useFaultToast()
  const begin = useSetAtom(openProductAtom)
  const open = async (product: Product, onDraft?: (draftId: string) => void) => {
    setStarting(true)
    const draft = await begin(product)
    setStarting(false)
    if (!draft.ok) return tell(draft.fault)
    onDraft?.(draft.value)
    await navigate(studioPath(draft.value))
  }
  return {
    open: (product: Product, onDraft?: (draftId: string) => void) => void open(product, onDraft),
    starting,
  }
}
