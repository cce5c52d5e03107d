import type { Layer } from '#core/design/document.ts'
import { layerById, withGroups } from '#core/design/edits/layers.ts'
import { panPhoto } from '#core/design/edits/photo.ts'
import { moveLayers, placed } from '#core/design/edits/place.ts'
import { intoLayer, selectionBounds } from '#core/design/geometry.ts'
import { snapMove, snapTargets } from '#core/design/snapping.ts'
import { draftLayerAtom, editAtom, selectionAtom } from '#src/state/editor.ts'
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

/** Drags the selected layers, snapping to lines; a photo in a slot is moved within its slot. */
export function moveGesture(store: Store, start: Pointer): Gesture {
  const ids = withGroups(designOf(store), store.get(selectionAtom))
  const layers = ids.flatMap((id) => layerById(designOf(store), id) ?? [])
  const [only] = layers
  if (layers.length === 1 && only?.kind === 'photo' && only.slotId !== null) {
    return panInSlot(store, start, only)
  }
  return drag(store, start, layers)
}

function drag(store: Store, start: Pointer, layers: readonly Layer[]): Gesture {
  const ids = layers.map((layer) => layer.id)
  const free = layers.filter((layer) => !layer.locked)
  const from = pointMm(store, start)
  const bounds = selectionBounds(free)
  const targets = snapTargets(designOf(store), ids)
  const mark = crypto.randomUUID()
  const [only] = free
  let byX = 0
  let byY = 0
  const reset = () => {
    store.set(draftLayerAtom, null)
    store.set(guidesAtom, [])
  }
  const shift = (dx: number, dy: number) => {
    if (free.length === 1 && only) {
      const at = { xMm: only.xMm + dx, yMm: only.yMm + dy }
      store.set(draftLayerAtom, placed(only, at))
    } else {
      const [stepX, stepY] = [dx - byX, dy - byY]
      store.set(editAtom, { edit: (design) => moveLayers(design, ids, stepX, stepY), mark })
    }
    byX = dx
    byY = dy
  }
  return {
    move([pointer]) {
      if (!pointer || !bounds) return
      const to = pointMm(store, pointer)
      const dx = to.xMm - from.xMm
      const dy = to.yMm - from.yMm
      const moved = { ...bounds, xMm: bounds.xMm + dx, yMm: bounds.yMm + dy }
      const snap = store.get(snappingAtom)
        ? snapMove(moved, targets, mmOfPx(store, SNAP_PX))
        : { dxMm: 0, dyMm: 0, guides: [] }
      store.set(guidesAtom, snap.guides)
      shift(dx + snap.dxMm, dy + snap.dyMm)
    },
    end() {
      reset()
      if (free.length === 1 && (byX !== 0 || byY !== 0)) {
        store.set(editAtom, { edit: (design) => moveLayers(design, ids, byX, byY), mark })
      }
    },
    cancel() {
      if (free.length > 1) shift(0, 0)
      reset()
    },
  }
}

function panInSlot(
  store: Store,
  start: Pointer,
  layer: Extract<Layer, { kind: 'photo' }>,
): Gesture {
  const from = intoLayer(layer, pointMm(store, start))
  let latest = designOf(store)
  return {
    move([pointer]) {
      if (!pointer) return
      const to = intoLayer(layer, pointMm(store, pointer))
      const byX = (to.xMm - from.xMm) / (layer.widthMm * layer.scale)
      const byY = (to.yMm - from.yMm) / (layer.heightMm * layer.scale)
      latest = panPhoto(designOf(store), layer.id, byX, byY)
      store.set(draftLayerAtom, layerById(latest, layer.id) ?? null)
    },
    end() {
      store.set(draftLayerAtom, null)
      store.set(editAtom, { edit: () => latest })
    },
    cancel: () => store.set(draftLayerAtom, null),
  }
}
