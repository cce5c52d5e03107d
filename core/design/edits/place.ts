import { filling } from '../create.ts'
import { coverCrop, uncoverCrop } from '../crop.ts'
import type { Design, Geometry, Layer } from '../document.ts'
import { SCALE_MAX, SCALE_MIN } from '../document.ts'
import { frameOf } from '../frame.ts'
import {
  intoLayer,
  layerCorners,
  normaliseDeg,
  type Placement,
  type PointMm,
  rotatePoint,
} from '../geometry.ts'
import { type Pinch, pinchLayer, pinchScale } from '../handles.ts'
import { shownPhoto } from '../shown-photo.ts'
import { changeLayers } from './layers.ts'

const FURTHEST_MM = 5000
const SIDE_MM_MAX = 2000

/**
 * The layer at a new placement. A photo leaves its slot, and its crop follows the new frame while
 * the picture itself stays where it was.
 */
export function placed(layer: Layer, placement: Partial<Placement>): Layer {
  if (Object.values(placement).some((value) => Number.isNaN(value))) return layer
  const next = { ...layer, ...bounded({ ...layer, ...placement }) }
  if (samePlacement(layer, next)) return layer
  if (next.kind !== 'photo' || layer.kind !== 'photo') return next
  const before = { width: layer.widthMm, height: layer.heightMm }
  const after = { width: next.widthMm, height: next.heightMm }
  if (before.width === after.width && before.height === after.height) {
    return { ...next, slotId: null }
  }
  const corner = intoLayer(layer, layerCorners(next)[0])
  const shift = {
    xMm: layer.flipX ? 0 : corner.xMm / layer.scale + layer.widthMm / 2,
    yMm: corner.yMm / layer.scale + layer.heightMm / 2,
  }
  if (layer.flipX) {
    const right = intoLayer(layer, layerCorners(next)[1])
    shift.xMm = layer.widthMm / 2 - right.xMm / layer.scale
  }
  const crop = uncoverCrop(layer.crop, shownPhoto(layer), before, after, shift)
  return { ...next, crop, slotId: null }
}

/** A layer put where a handle, a pinch or the inspector says. */
export const placeLayer = (design: Design, id: string, placement: Partial<Placement>): Design =>
  changeLayers(design, [id], (layer) => placed(layer, placement))

/** Layers moved by mm: a drag, or an arrow key. */
export const moveLayers = (
  design: Design,
  ids: readonly string[],
  dxMm: number,
  dyMm: number,
): Design =>
  changeLayers(design, ids, (layer) =>
    placed(layer, { xMm: layer.xMm + dxMm, yMm: layer.yMm + dyMm }),
  )

/**
 * Layers scaled together about a place, by default each about its own centre.
 * @param factor greater than 0
 */
export const scaleLayers = (
  design: Design,
  ids: readonly string[],
  factor: number,
  about?: PointMm,
): Design =>
  changeLayers(design, ids, (layer) => {
    const scale = clamp(layer.scale * factor, SCALE_MIN, SCALE_MAX)
    const ratio = scale / layer.scale
    const centre = about ?? layer
    return placed(layer, {
      scale,
      xMm: centre.xMm + (layer.xMm - centre.xMm) * ratio,
      yMm: centre.yMm + (layer.yMm - centre.yMm) * ratio,
    })
  })

/** Layers turned clockwise together about a place, by default each about its own centre. */
export const rotateLayers = (
  design: Design,
  ids: readonly string[],
  byDeg: number,
  about?: PointMm,
): Design =>
  changeLayers(design, ids, (layer) => {
    const centre = rotatePoint(layer, about ?? layer, byDeg)
    return placed(layer, { ...centre, rotationDeg: layer.rotationDeg + byDeg })
  })

/**
 * Layers moved, scaled and turned together, as two fingers, a handle or the box round several of
 * them say. A photo in a slot stays there.
 */
export function pinchLayers(design: Design, ids: readonly string[], pinch: Pinch): Design {
  const movable = new Set(movableLayers(design, ids))
  const frames = [...movable].map(frameOf)
  const bounded = { ...pinch, scale: pinchScale(frames, pinch.scale) }
  return changeLayers(design, ids, (layer) =>
    movable.has(layer) ? placed(layer, pinchLayer(layer, bounded)) : layer,
  )
}

/** Of `ids` those that a gesture can move: not locked, and no photo in a slot of the layout. */
export const movableLayers = (design: Design, ids: readonly string[]): readonly Layer[] =>
  design.layers.filter((layer) => ids.includes(layer.id) && !layer.locked && !isInSlot(layer))

/** Whether the layer is a photo whose place is the layout's. */
export const isInSlot = (layer: Layer): boolean => layer.kind === 'photo' && layer.slotId !== null

/** The rotation of layers set, clockwise in degrees. */
export const setRotation = (design: Design, ids: readonly string[], rotationDeg: number): Design =>
  changeLayers(design, ids, (layer) => placed(layer, { rotationDeg }))

/**
 * The size of a layer as printed, in mm, about its centre. A photo's frame takes both sides;
 * everything else keeps its proportions and takes the first one given.
 */
export const setPrintedSize = (
  design: Design,
  id: string,
  size: { readonly widthMm?: number; readonly heightMm?: number },
): Design =>
  changeLayers(design, [id], (layer) => {
    if (layer.kind === 'photo') {
      return placed(layer, {
        widthMm: (size.widthMm ?? layer.widthMm * layer.scale) / layer.scale,
        heightMm: (size.heightMm ?? layer.heightMm * layer.scale) / layer.scale,
      })
    }
    const frame = frameOf(layer)
    const { widthMm, heightMm } = size
    const factor =
      widthMm !== undefined
        ? widthMm / (frame.widthMm * frame.scale)
        : (heightMm ?? frame.heightMm * frame.scale) / (frame.heightMm * frame.scale)
    return placed(
      layer,
      pinchLayer(layer, { from: frame, to: frame, scale: factor, rotationDeg: 0 }),
    )
  })

/** A photo over the whole print with its bleed; other layers as large as the trim box lets them. */
export const fillPrint = (design: Design, id: string): Design =>
  changeLayers(design, [id], (layer) => filled(layer, design.product.geometry))

function filled(layer: Layer, geometry: Geometry): Layer {
  if (layer.kind === 'photo') {
    return { ...layer, ...filling(geometry, shownPhoto(layer)), slotId: null }
  }
  return placed(layer, {
    xMm: geometry.widthMm / 2,
    yMm: geometry.heightMm / 2,
    rotationDeg: 0,
    scale: Math.min(geometry.widthMm / layer.widthMm, geometry.heightMm / layer.heightMm),
  })
}

/** A photo's frame brought back to the photo's own proportions, so that all of it is seen. */
export const showWholePhoto = (design: Design, id: string): Design =>
  changeLayers(design, [id], (layer) => {
    if (layer.kind !== 'photo') return layer
    const photo = shownPhoto(layer)
    const aspect = photo.widthPx / photo.heightPx
    const area = layer.widthMm * layer.heightMm
    const frame = { width: Math.sqrt(area * aspect), height: Math.sqrt(area / aspect) }
    const crop = coverCrop(photo, frame)
    return { ...layer, widthMm: frame.width, heightMm: frame.height, crop, slotId: null }
  })

/** A placement brought into what the document allows. */
function bounded(placement: Placement): Placement {
  return {
    xMm: clamp(placement.xMm, -FURTHEST_MM, FURTHEST_MM),
    yMm: clamp(placement.yMm, -FURTHEST_MM, FURTHEST_MM),
    widthMm: clamp(placement.widthMm, 0.01, SIDE_MM_MAX),
    heightMm: clamp(placement.heightMm, 0.01, SIDE_MM_MAX),
    rotationDeg: normaliseDeg(placement.rotationDeg),
    scale: clamp(placement.scale, SCALE_MIN, SCALE_MAX),
  }
}

const samePlacement = (one: Placement, other: Placement): boolean =>
  one.xMm === other.xMm &&
  one.yMm === other.yMm &&
  one.widthMm === other.widthMm &&
  one.heightMm === other.heightMm &&
  one.rotationDeg === other.rotationDeg &&
  one.scale === other.scale

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high)
