import type { Layer } from '#core/design/document.ts'
import { placed, placeLayer } from '#core/design/edits/place.ts'
import type { Placement } from '#core/design/geometry.ts'
import {
  type Handle,
  pinchLayer,
  pinchOf,
  resizeFromHandle,
  rotateFromPointer,
} from '#core/design/handles.ts'
import { snapResize, snapRotation, snapTargets } from '#core/design/snapping.ts'
import { draftLayerAtom, editAtom } from '#src/state/editor.ts'
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

/** A gesture that puts one layer somewhere else: drawn as a draft, written once at its end. */
function placing(
  store: Store,
  layer: Layer,
  place: (pointers: readonly Pointer[]) => Placement | null,
): Gesture {
  let latest: Placement | null = null
  const reset = () => {
    store.set(draftLayerAtom, null)
    store.set(guidesAtom, [])
  }
  return {
    move(pointers) {
      const placement = place(pointers)
      if (placement === null) return
      latest = placement
      store.set(draftLayerAtom, placed(layer, placement))
    },
    end() {
      reset()
      const placement = latest
      if (placement !== null) {
        store.set(editAtom, { edit: (design) => placeLayer(design, layer.id, placement) })
      }
    },
    cancel: reset,
  }
}

/** Pulls a corner (scale) or an edge (frame); the opposite one stays. */
export function resizeGesture(store: Store, layer: Layer, handle: Handle): Gesture {
  const targets = snapTargets(designOf(store), [layer.id])
  return placing(store, layer, ([pointer]) => {
    if (!pointer) return null
    const pulled = resizeFromHandle(layer, handle, pointMm(store, pointer))
    if (!store.get(snappingAtom)) return pulled
    const snapped = snapResize(layer, handle, pulled, targets, mmOfPx(store, SNAP_PX))
    store.set(guidesAtom, snapped.guides)
    return snapped.placement
  })
}

/** Turns a layer about its centre, resting at every 45 degrees. */
export function rotateGesture(store: Store, layer: Layer, start: Pointer): Gesture {
  const grabbed = pointMm(store, start)
  return placing(store, layer, ([pointer]) => {
    if (!pointer) return null
    const turned = rotateFromPointer(layer, grabbed, pointMm(store, pointer))
    const rotationDeg = store.get(snappingAtom) ? snapRotation(turned).rotationDeg : turned
    return { ...layer, rotationDeg }
  })
}

/** Two fingers on a layer: what is under them stays under them. */
export function pinchLayerGesture(
  store: Store,
  layer: Layer,
  start: readonly [Pointer, Pointer],
): Gesture {
  const before = [pointMm(store, start[0]), pointMm(store, start[1])] as const
  return placing(store, layer, ([one, two]) => {
    if (!one || !two) return null
    return pinchLayer(layer, pinchOf(before, [pointMm(store, one), pointMm(store, two)]))
  })
}
