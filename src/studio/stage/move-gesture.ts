import type { PhotoLayer } from '#core/design/document.ts'
import { withGroups } from '#core/design/edits/layers.ts'
import { panPhoto } from '#core/design/edits/photo.ts'
import { isInSlot, movableLayers, moveLayers } from '#core/design/edits/place.ts'
import { frameBounds } from '#core/design/frame.ts'
import { unionBounds } from '#core/design/geometry.ts'
import { snapMove, snapTargets } from '#core/design/snapping.ts'
import { selectionAtom } from '#src/state/editor.ts'
import { guidesAtom, snappingAtom } from '#src/state/view.ts'
import {
  designOf,
  type Gesture,
  mmOfPx,
  type Pointer,
  pointMm,
  SNAP_PX,
  type Store,
} from './context.ts'
import { editGesture } from './edit-gesture.ts'
import { shareOf } from './handle-gestures.ts'

/**
 * Drags the selected layers, snapping to lines. A photo in a slot is moved within its slot, and
 * stays there when others are dragged with it.
 */
export function moveGesture(store: Store, start: Pointer): Gesture {
  const design = designOf(store)
  const ids = withGroups(design, store.get(selectionAtom))
  const [only, ...others] = design.layers.filter((layer) => ids.includes(layer.id))
  if (only?.kind === 'photo' && others.length === 0 && isInSlot(only) && !only.locked) {
    return panInSlot(store, start, only)
  }
  return drag(store, start, ids)
}

function drag(store: Store, start: Pointer, ids: readonly string[]): Gesture {
  const free = movableLayers(designOf(store), ids)
  const freeIds = free.map(({ id }) => id)
  const from = pointMm(store, start)
  const bounds = unionBounds(free.map(frameBounds))
  const targets = snapTargets(designOf(store), ids)
  return editGesture(store, (pointers) => {
    const pointer = pointers.at(-1)
    if (pointer === undefined || bounds === null) return null
    const to = pointMm(store, pointer)
    const dx = to.xMm - from.xMm
    const dy = to.yMm - from.yMm
    const moved = { ...bounds, xMm: bounds.xMm + dx, yMm: bounds.yMm + dy }
    const snap = store.get(snappingAtom)
      ? snapMove(moved, targets, mmOfPx(store, SNAP_PX))
      : { dxMm: 0, dyMm: 0, guides: [] }
    store.set(guidesAtom, snap.guides)
    return (design) => moveLayers(design, freeIds, dx + snap.dxMm, dy + snap.dyMm)
  })
}

function panInSlot(store: Store, start: Pointer, layer: PhotoLayer): Gesture {
  const from = shareOf(layer, pointMm(store, start))
  return editGesture(store, (pointers) => {
    const pointer = pointers.at(-1)
    if (pointer === undefined) return null
    const to = shareOf(layer, pointMm(store, pointer))
    return (design) => panPhoto(design, layer.id, to.x - from.x, to.y - from.y)
  })
}
