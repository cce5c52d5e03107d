import { atom } from 'jotai'
import type { Design, Layer } from '#core/design/document.ts'
import type { Edit } from '#core/design/edits/layers.ts'
import {
  emptyHistory,
  type History,
  record,
  redo,
  type Stepped,
  undo,
} from '#core/design/history.ts'
import { type Overfull, overfull } from '#core/design/overfull.ts'

/** The design that is open in the editor, with what was done to it. */
interface OpenDesign {
  readonly design: Design
  readonly history: History
}

const openAtom = atom<OpenDesign | null>(null)

/** Which layers are selected. Not part of the history. */
export const selectionAtom = atom<readonly string[]>([])

/** What the gesture that runs would do if it ended now. The document changes at its end. */
export const previewAtom = atom<{ readonly edit: Edit } | null>(null)

/** Whether a design is open at all; the atoms below may be read only then. */
export const isOpenAtom = atom((get) => get(openAtom) !== null)

/** The open design, or null. */
export const openedDesignAtom = atom((get): Design | null => get(openAtom)?.design ?? null)

/** The open design. */
export const designAtom = atom((get): Design => {
  const open = get(openAtom)
  if (open === null) throw new Error('no design is open')
  return open.design
})

/** The open design as it is shown: with what the running gesture would do to it. */
export const shownDesignAtom = atom((get): Design => {
  const preview = get(previewAtom)
  return preview === null ? get(designAtom) : preview.edit(get(designAtom))
})

export const selectedLayersAtom = atom((get): readonly Layer[] => {
  const selected = new Set(get(selectionAtom))
  return get(designAtom).layers.filter((layer) => selected.has(layer.id))
})

/** The selected layers as they are shown. */
export const shownSelectionAtom = atom((get): readonly Layer[] => {
  const selected = new Set(get(selectionAtom))
  return get(shownDesignAtom).layers.filter((layer) => selected.has(layer.id))
})

/** What can be undone and redone of the open design. */
export const historyAtom = atom((get): History => get(openAtom)?.history ?? emptyHistory)

/** Opens a design, by default with nothing to undo, or closes the editor with null. */
export const openDesignAtom = atom(
  null,
  (_get, set, design: Design | null, history: History = emptyHistory) => {
    set(openAtom, design === null ? null : { design, history })
    set(selectionAtom, [])
    set(previewAtom, null)
  },
)

export interface EditRequest {
  readonly edit: Edit
  /** Successive edits with one mark are one step of undo. */
  readonly mark?: string
}

const overfullAtom = atom<{ readonly of: Overfull } | null>(null)

/** Why the last edit was refused, a new object each time: the studio says it. */
export const editRefusedAtom = atom((get) => get(overfullAtom))

/** Applies a pure edit of `core/design` to the open design; one that would overfill it is refused. */
export const editAtom = atom(null, (get, set, { edit, mark }: EditRequest) => {
  const open = get(openAtom)
  if (open === null) return
  const design = edit(open.design)
  const of = overfull(design.layers)
  if (of !== null) return set(overfullAtom, { of })
  const history = record(open.history, open.design, design, mark === undefined ? {} : { mark })
  set(openAtom, { design, history })
  set(keepSelectedAtom, design)
})

/** What a design has not got is not selected. */
const keepSelectedAtom = atom(null, (_get, set, { layers }: Design) => {
  const there = new Set(layers.map((layer) => layer.id))
  set(selectionAtom, (selected) =>
    selected.every((id) => there.has(id)) ? selected : selected.filter((id) => there.has(id)),
  )
})

const step = (move: (history: History, design: Design) => Stepped) =>
  atom(null, (get, set): boolean => {
    const open = get(openAtom)
    if (open === null) return false
    const stepped = move(open.history, open.design)
    if (stepped === null) return false
    set(openAtom, stepped)
    set(keepSelectedAtom, stepped.design)
    return true
  })

/** One step back; false says: already the first step. */
export const undoAtom = step(undo)

/** One step forward again; false says: already the last step. */
export const redoAtom = step(redo)
