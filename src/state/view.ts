import { atom } from 'jotai'
import type { BoundsMm } from '#core/design/geometry.ts'
import type { Guide } from '#core/design/guide.ts'
import { closeView, type Look } from '#core/design/look-at.ts'
import { fitView, type View, type Viewport, viewBetween } from '#core/design/view.ts'
import { designAtom } from './editor.ts'

/** The stage's size and what lies over its edges, in CSS px; null until it is laid out. */
export const viewportAtom = atom<Viewport | null>(null)

/** The view the customer chose by panning or zooming, or null: the whole print, fitted. */
export const chosenViewAtom = atom<View | null>(null)

const NO_STAGE: Viewport = { widthPx: 1, heightPx: 1 }

/** What the stage shows more closely by itself, and the move to there or back. */
const lookingAtom = atom<{
  /** Null: the whole print again. */
  readonly at: Look | null
  /** Whence it moves, and how far it is, from 0 to 1. */
  readonly from: View
  readonly share: number
} | null>(null)

/** Where the design stands while the customer does not choose. */
const ownViewAtom = atom((get): View => {
  const { geometry } = get(designAtom).product
  const viewport = get(viewportAtom) ?? NO_STAGE
  const whole = fitView(geometry, viewport)
  const looking = get(lookingAtom)
  if (looking === null) return whole
  const to = (looking.at && closeView(looking.at, geometry, viewport)) ?? whole
  return looking.share < 1 ? viewBetween(looking.from, to, looking.share) : to
})

/** Where the design stands on the stage, in CSS px. */
export const viewAtom = atom(
  (get): View => get(chosenViewAtom) ?? get(ownViewAtom),
  (_get, set, view: View | null) => set(chosenViewAtom, view),
)

/** Shows the whole print again, and keeps it fitted when the window changes. */
export const fitViewAtom = atom(null, (_get, set) => set(chosenViewAtom, null))

/**
 * Shows a part of the print more closely, or the whole of it again with null, on the way there by
 * `share`. The view that the customer chose stays; what they chose while it was shown closely is
 * given back with it.
 */
export const lookAtAtom = atom(null, (get, set, at: Look | null, share: number) => {
  const looking = get(lookingAtom)
  if (at === null && looking === null) return
  if (at !== null && looking === null && get(chosenViewAtom) !== null) return
  const goesOn = looking !== null && looking.at === at
  const from = goesOn ? looking.from : get(viewAtom)
  if (at === null) set(chosenViewAtom, null)
  set(lookingAtom, at === null && share >= 1 ? null : { at, from, share: Math.min(share, 1) })
})

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
