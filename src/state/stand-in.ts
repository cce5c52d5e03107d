import { atom } from 'jotai'
import type { Design, PhotoRef } from '#core/design/document.ts'
import { type Edit, layerById } from '#core/design/edits/layers.ts'
import { dropLastDerived } from '#core/design/edits/photo.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import { settingsOf } from '#core/imaging/tool-definition.ts'
import { toolById } from '#core/imaging/tools/table.ts'
import { compositor } from '#src/worker-clients/workers.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { designAtom, previewAtom } from './editor.ts'
import { answered } from './long-job.ts'
import { editOf, type Placing, placedBy, type ToolSession } from './tool-settings.ts'

/**
 * What the stage shows instead of the document's own photo while a tool is open. The document, its
 * history and what is saved know nothing of it.
 */
interface StandIn {
  readonly session: ToolSession
  /** The preview, as if it were the tool's result. */
  readonly result: PhotoRef
  readonly placing: Placing | null
}

const standInAtom = atom<StandIn | null>(null)
/** What the preview is compared with, where that is not the photo itself. */
const beforeAtom = atom<PhotoRef | null>(null)
const beforeState = atom(false)

/** Whether the stage shows what the open tool would make. */
export const hasStandInAtom = atom((get) => get(standInAtom) !== null)
/** Whether it shows the photo as it was instead, for as long as the customer compares. */
export const showsBeforeAtom = atom(
  (get) => get(beforeState) && get(hasStandInAtom),
  (_get, set, before: boolean) => set(beforeState, before),
)

const unchanged: Edit = (design) => design
const stagedEditAtom = atom((get): Edit => {
  const standIn = get(standInAtom)
  if (standIn === null) return unchanged
  const { session, result, placing } = standIn
  if (!get(beforeState)) return editOf(session, { result, matte: null, placing })
  const before = get(beforeAtom)
  if (before !== null) return editOf(session, { result: before, matte: null, placing })
  const without: Edit = session.replaces
    ? (design) => dropLastDerived(design, session.layerId)
    : unchanged
  // Both lie over each other: what is compared is what the tool does, not where it puts it.
  return placedBy(placing, session, without)
})

/** The open design as the stage shows it at rest. */
export const stagedDesignAtom = atom((get): Design => get(stagedEditAtom)(get(designAtom)))

/** The same with what the running gesture would do. */
export const stagedShownAtom = atom((get): Design => {
  const preview = get(previewAtom)
  if (preview === null) return get(stagedDesignAtom)
  return get(stagedEditAtom)(preview.edit(get(designAtom)))
})

let count = 0
let stopListening: () => void = () => undefined

interface Shown {
  readonly session: ToolSession
  /** Stays the giver's, and open as long as it is shown: a worker that was replaced is lent it anew. */
  readonly picture: ImageBitmap
  /** Where it comes to lie, if not where the photo does. */
  readonly placing: Placing | null
}

/** Shows a tool's preview on the stage, in the place of its layer's photo. */
export const showStandInAtom = atom(null, async (get, set, shown: Shown): Promise<void> => {
  stopListening()
  stopListening = compositor.onRestart(() => void set(lendAgainAtom, shown))
  count += 1
  const own = count
  const result = await set(lendAtom, shown, own, () => own !== count)
  // Without it the stage shows the photo as it is, and the worker that died is followed by another.
  if (result === null) return
  const last = get(standInAtom)
  set(standInAtom, { session: shown.session, result, placing: shown.placing })
  if (last !== null) compositor.endLoan(last.result.hash)
})

let countBefore = 0
let before: Shown | null = null

/** Says what the preview is compared with where the photo itself lies otherwise; null: nothing else. */
export const compareStandInAtom = atom(
  null,
  async (get, set, shown: Shown | null): Promise<void> => {
    countBefore += 1
    before = shown
    const own = countBefore
    const ref = shown && (await set(lendAtom, shown, `before-${own}`, () => own !== countBefore))
    if (own !== countBefore) return
    const last = get(beforeAtom)
    set(beforeAtom, ref)
    if (last !== null) compositor.endLoan(last.hash)
  },
)

/**
 * Lends a picture to the stage as if it were its tool's result.
 * @param isLate whether another has taken its place meanwhile
 * @returns null where it did not come, or is late
 */
const lendAtom = atom(
  null,
  async (
    get,
    _set,
    shown: Shown,
    name: string | number,
    isLate: () => boolean,
  ): Promise<PhotoRef | null> => {
    const { session, picture } = shown
    const result = previewRef(`stand-in-${name}`, shown)
    const design = editOf(session, { result, matte: null, placing: shown.placing })(get(designAtom))
    const layer = layerById(design, session.layerId)
    if (layer?.kind !== 'photo' || shownPhoto(layer).hash !== result.hash) return null
    const lent = await answered(compositor.lendPhoto(layer, picture))
    if (isLate()) compositor.endLoan(result.hash)
    return isLate() || !lent.ok ? null : result
  },
)

const lendAgainAtom = atom(null, (_get, set, shown: Shown) => {
  if (before !== null) void set(compareStandInAtom, before)
  return set(showStandInAtom, shown)
})

/** The stage shows the document again. */
export const endStandInAtom = atom(null, (get, set) => {
  count += 1
  stopListening()
  stopListening = () => undefined
  void set(compareStandInAtom, null)
  const standIn = get(standInAtom)
  set(beforeState, false)
  if (standIn === null) return
  set(standInAtom, null)
  compositor.endLoan(standIn.result.hash)
})

/** A tool whose result has other proportions differs from its photo by more than this. */
const SAME_SHAPE = 0.005

/** A preview as if it were the tool's result, which is as large as the tool makes it. */
function previewRef(hash: string, { session, picture }: Shown): PhotoRef {
  const { photo } = session.request
  const scale = scaleOf(session.request)
  const wide = photo.widthPx / photo.heightPx
  const own = picture.width / picture.height
  const isAlike = Math.abs(own / wide - 1) < SAME_SHAPE
  const area = photo.widthPx * photo.heightPx
  const [widthPx, heightPx] = isAlike
    ? [photo.widthPx, photo.heightPx]
    : [Math.sqrt(area * own), Math.sqrt(area / own)]
  return {
    hash,
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
    mediaType: 'image/png',
  }
}

function scaleOf({ tool: id, settings }: ToolRequest): number {
  const tool = toolById(id)
  return tool?.scale?.(settingsOf(tool, settings)) ?? 1
}
