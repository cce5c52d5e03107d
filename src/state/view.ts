import { atom } from 'jotai'
import type { BoundsMm } from '#core/design/geometry.ts'
import type { Guide } from '#core/design/guide.ts'
import { fitView, type View, type Viewport } from '#core/design/view.ts'
import { designAtom } from './editor.ts'

/** The stage's size and what lies over its edges, in CSS px; null until it is laid out. */
export const viewportAtom = atom<Viewport | null>(null)

/** The view the customer chose by panning or zooming, or null: the whole print, fitted. */
export const chosenViewAtom = atom<View | null>(null)

/** Where the design stands on the stage, in CSS px. */
export const viewAtom = atom(
  (get): View => {
    const chosen = get(chosenViewAtom)
    if (chosen !== null) return chosen
    const viewport = get(viewportAtom) ?? { widthPx: 1, heightPx: 1 }
    return fitView(get(designAtom).product.geometry, viewport)
  },
  (_get, set, view: View | null) => set(chosenViewAtom, view),
)

/** Shows the whole print again, and keeps it fitted when the window changes. */
export const fitViewAtom = atom(null, (_get, set) => set(chosenViewAtom, null))

/** Whether layers snap to lines while they are moved. */
export const snappingAtom = atom(true)

/** The lines that a moving layer has met, in mm. */
export const guidesAtom = atom<readonly Guide[]>([])

/** The rectangle that a mouse draws round layers to select them, in mm. */
export const marqueeAtom = atom<BoundsMm | null>(null)

/** What a finger does on the stage. */
export type StageMode = 'select' | 'doodle'
export const stageModeAtom = atom<StageMode>('select')

/** Whether a tap adds to the selection or takes from it: what Shift does where there are keys. */
export const selectSeveralAtom = atom(false)

export interface Pen {
  readonly colour: string
  readonly widthMm: number
  readonly eraser: boolean
}

export const penAtom = atom<Pen>({ colour: '#c2391b', widthMm: 2, eraser: false })
