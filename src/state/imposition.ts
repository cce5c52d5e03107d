import { atom } from 'jotai'
import { type Size, sizeSchema } from '#core/commerce/sizes/size.ts'
import type { Design, Geometry } from '#core/design/document.ts'
import { readStored, writeStored } from '../storage/local-storage.ts'
import { shownCakeAtom } from './cake-size.ts'

/** How copies lie on the sheet, without the size of one copy. */
export type Layout = Omit<Size, 'widthMm' | 'heightMm' | 'cornerRadiusMm'>

export const oneCopy: Layout = {
  orientation: 'portrait',
  spacingMm: 4,
  quantity: 1,
  rows: 1,
  columns: 1,
  bottomMarginMm: 0,
  rightMarginMm: 0,
}

/** The way a copy lies as its picture shows it. */
export const uprightOrientation = ({
  widthMm,
  heightMm,
}: Pick<Geometry, 'widthMm' | 'heightMm'>): Layout['orientation'] =>
  widthMm > heightMm ? 'landscape' : 'portrait'

const chosenLayoutAtom = atom<Partial<Layout>>({})

/** How the copies of the size that is being chosen lie: as they are drawn, until somebody turns them. */
export const layoutAtom = atom(
  (get): Layout => ({
    ...oneCopy,
    orientation: uprightOrientation(get(shownCakeAtom)),
    ...get(chosenLayoutAtom),
  }),
  (get, set, change: Partial<Layout>) =>
    set(chosenLayoutAtom, { ...get(chosenLayoutAtom), ...change }),
)

export const sizeOf = (
  { widthMm, heightMm, cornerRadiusMm }: Pick<Geometry, 'widthMm' | 'heightMm' | 'cornerRadiusMm'>,
  layout: Layout,
): Size => ({ ...layout, widthMm, heightMm, cornerRadiusMm })

const keyOf = (draftId: string): string => `HL_size_${draftId}`

/** Keeps how a draft's copies are laid out, for its order. */
export function keepSizeOfDraft(draftId: string, size: Size): void {
  if (size.quantity > 1) writeStored(keyOf(draftId), JSON.stringify(size))
}

/**
 * How a design's copies are laid out; null is one copy by itself. The size of one copy is the
 * design's: its product may have been changed since the layout was chosen.
 */
export function sizeOfDesign({ id, product }: Design): Size | null {
  const kept = product.kind === 'cake' ? sizeOfDraft(id) : null
  return kept && sizeOf(product.geometry, kept)
}

/** The size that was kept for a draft. */
function sizeOfDraft(draftId: string): Size | null {
  try {
    return sizeSchema.parse(JSON.parse(readStored(keyOf(draftId)) ?? 'null'))
  } catch {
    return null
  }
}
