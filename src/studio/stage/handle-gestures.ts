import type { Layer, PhotoLayer } from '#core/design/document.ts'
import type { Edit } from '#core/design/edits/layers.ts'
import { panPhoto, zoomPhoto } from '#core/design/edits/photo.ts'
import { isInSlot, pinchLayers, placeLayer } from '#core/design/edits/place.ts'
import { commonFrame } from '#core/design/frame.ts'
import { intoLayer, type PointMm } from '#core/design/geometry.ts'
import {
  type Handle,
  handlePoint,
  oppositeHandle,
  type Pinch,
  pinchOf,
  resizeFromHandle,
  rotateFromPointer,
} from '#core/design/handles.ts'
import { snapResize, snapRotation, snapTargets } from '#core/design/snapping.ts'
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

/** Pulls a corner (scale) or a photo's edge (frame); the opposite one stays. */
export function resizeGesture(
  store: Store,
  layers: readonly Layer[],
  handle: Handle,
): Gesture | null {
  const frame = commonFrame(layers)
  if (frame === null) return null
  const ids = layers.map(({ id }) => id)
  const targets = snapTargets(designOf(store), ids)
  const pulledTo = (pointer: Pointer) => {
    const pulled = resizeFromHandle(frame, handle, pointMm(store, pointer))
    if (!store.get(snappingAtom)) return pulled
    const snapped = snapResize(frame, handle, pulled, targets, mmOfPx(store, SNAP_PX))
    store.set(guidesAtom, snapped.guides)
    return snapped.placement
  }
  const [only] = layers
  return editGesture(store, (pointers) => {
    const pointer = pointers.at(-1)
    if (pointer === undefined) return null
    const placement = pulledTo(pointer)
    if (layers.length === 1 && only?.kind === 'photo') {
      return (design) => placeLayer(design, only.id, placement)
    }
    const anchor = handlePoint(frame, oppositeHandle(handle))
    const scale = placement.scale / frame.scale
    return pinching(ids, { from: anchor, to: anchor, scale, rotationDeg: 0 })
  })
}

/** Turns layers about the middle of what they are seen in; a single one rests at every 45 degrees. */
export function rotateGesture(
  store: Store,
  layers: readonly Layer[],
  start: Pointer,
): Gesture | null {
  const frame = commonFrame(layers)
  if (frame === null) return null
  const ids = layers.map(({ id }) => id)
  const grabbed = pointMm(store, start)
  return editGesture(store, (pointers) => {
    const pointer = pointers.at(-1)
    if (pointer === undefined) return null
    const turned = rotateFromPointer(frame, grabbed, pointMm(store, pointer))
    const rested = store.get(snappingAtom) ? snapRotation(turned).rotationDeg : turned
    const rotationDeg = rested - frame.rotationDeg
    return pinching(ids, { from: frame, to: frame, scale: 1, rotationDeg })
  })
}

type TwoPointers = readonly [Pointer, Pointer]

/** Two fingers on layers: what is under them stays under them. A photo is zoomed within its slot. */
export function pinchGesture(store: Store, layers: readonly Layer[], start: TwoPointers): Gesture {
  const before = [pointMm(store, start[0]), pointMm(store, start[1])] as const
  const ids = layers.map(({ id }) => id)
  const [only] = layers
  const slotted = layers.length === 1 && only?.kind === 'photo' && isInSlot(only) ? only : null
  return editGesture(store, ([one, two]) => {
    if (!one || !two) return null
    const pinch = pinchOf(before, [pointMm(store, one), pointMm(store, two)])
    return slotted === null ? pinching(ids, pinch) : zoomInSlot(slotted, pinch)
  })
}

const pinching =
  (ids: readonly string[], pinch: Pinch): Edit =>
  (design) =>
    pinchLayers(design, ids, pinch)

function zoomInSlot(layer: PhotoLayer, { from, to, scale }: Pinch): Edit {
  const anchor = shareOf(layer, from)
  const target = shareOf(layer, to)
  return (design) =>
    panPhoto(
      zoomPhoto(design, layer.id, scale, anchor),
      layer.id,
      target.x - anchor.x,
      target.y - anchor.y,
    )
}

/** A place of the design in fractions of the layer's upright frame. */
export function shareOf(layer: Layer, point: PointMm): { readonly x: number; readonly y: number } {
  const own = intoLayer(layer, point)
  return {
    x: own.xMm / (layer.widthMm * layer.scale) + 0.5,
    y: own.yMm / (layer.heightMm * layer.scale) + 0.5,
  }
}
