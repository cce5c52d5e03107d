import { SCALE_MAX, SCALE_MIN } from './document.ts'
import { normaliseDeg, type Placement, type PointMm, rotatePoint } from './geometry.ts'

/** Handles by compass point, in the layer's own upright box: `n` is its top edge. */
export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof handles)[number]

/** The smallest side, in mm as printed, that a handle makes a layer. */
export const SIDE_MM_MIN = 2

const directions: Readonly<Record<Handle, readonly [x: -1 | 0 | 1, y: -1 | 0 | 1]>> = {
  nw: [-1, -1],
  n: [0, -1],
  ne: [1, -1],
  e: [1, 0],
  se: [1, 1],
  s: [0, 1],
  sw: [-1, 1],
  w: [-1, 0],
}

/**
 * Handles that a layer of `kind` has: a photo's frame has edges to pull; everything else keeps its
 * proportions and is pulled at the corners.
 */
export const handlesOf = (kind: 'photo' | 'text' | 'sticker' | 'doodle'): readonly Handle[] =>
  kind === 'photo' ? handles : ['nw', 'ne', 'se', 'sw']

/** Where a handle stands on the design. */
export function handlePoint(layer: Placement, handle: Handle): PointMm {
  const [x, y] = directions[handle]
  const upright = {
    xMm: layer.xMm + (x * layer.widthMm * layer.scale) / 2,
    yMm: layer.yMm + (y * layer.heightMm * layer.scale) / 2,
  }
  return rotatePoint(upright, layer, layer.rotationDeg)
}

/** The handle on the other side, which stays where it is while this one is pulled. */
export function oppositeHandle(handle: Handle): Handle {
  const [x, y] = directions[handle]
  const found = handles.find((other) => {
    const [otherX, otherY] = directions[other]
    return otherX === -x && otherY === -y
  })
  return found ?? handle
}

/** Clockwise angle of a handle's outward direction on the stage; 0 points right. For cursors. */
export function handleAngleDeg(layer: Placement, handle: Handle): number {
  const [x, y] = directions[handle]
  return normaliseDeg((Math.atan2(y, x) * 180) / Math.PI + layer.rotationDeg)
}

/**
 * Where the layer stands once its `handle` has been pulled to `pointer`. A corner keeps the
 * proportions and changes `scale`; an edge changes the box at the present scale. The opposite
 * handle stays in place, or the centre with `fromCentre`. Apply with the edit `placeLayer`, which
 * fits a photo's crop to its new frame.
 * @param start the layer as it was when the pull began
 * @param pointer on the design, in mm
 */
export function resizeFromHandle(
  start: Placement,
  handle: Handle,
  pointer: PointMm,
  options: { readonly fromCentre?: boolean } = {},
): Placement {
  const [dirX, dirY] = directions[handle]
  const anchor = options.fromCentre ? start : handlePoint(start, oppositeHandle(handle))
  const upright = rotatePoint(pointer, anchor, -start.rotationDeg)
  const reachX = (upright.xMm - anchor.xMm) * dirX
  const reachY = (upright.yMm - anchor.yMm) * dirY
  const parts = options.fromCentre ? 2 : 1
  const sized =
    dirX !== 0 && dirY !== 0
      ? pulledCorner(start, reachX * parts, reachY * parts)
      : pulledEdge(start, dirX !== 0, (dirX !== 0 ? reachX : reachY) * parts)
  return options.fromCentre ? sized : anchored(sized, start, handle, anchor)
}

/** A corner pulled to `reach` from its anchor: the scale that comes nearest on the diagonal. */
function pulledCorner(start: Placement, reachX: number, reachY: number): Placement {
  const width = start.widthMm * start.scale
  const height = start.heightMm * start.scale
  const along = (reachX * width + reachY * height) / (width * width + height * height)
  const least = SIDE_MM_MIN / Math.min(width, height)
  return { ...start, scale: clampScale(start.scale * Math.max(along, Math.min(1, least))) }
}

function pulledEdge(start: Placement, horizontal: boolean, reach: number): Placement {
  const side = Math.min(2000, Math.max(SIDE_MM_MIN, reach) / start.scale)
  return horizontal ? { ...start, widthMm: side } : { ...start, heightMm: side }
}

/** `sized` moved so that the handle opposite to the pulled one is back at `anchor`. */
function anchored(sized: Placement, start: Placement, handle: Handle, anchor: PointMm): Placement {
  const now = handlePoint({ ...sized, xMm: start.xMm, yMm: start.yMm }, oppositeHandle(handle))
  return {
    ...sized,
    xMm: start.xMm + anchor.xMm - now.xMm,
    yMm: start.yMm + anchor.yMm - now.yMm,
  }
}

/**
 * The rotation once the pointer has gone round the layer from `grabbed` to `pointer`.
 * @returns degrees clockwise in (-180, 180]
 */
export function rotateFromPointer(start: Placement, grabbed: PointMm, pointer: PointMm): number {
  const angle = (point: PointMm) => Math.atan2(point.yMm - start.yMm, point.xMm - start.xMm)
  return normaliseDeg(start.rotationDeg + ((angle(pointer) - angle(grabbed)) * 180) / Math.PI)
}

/** What two fingers did between `before` and `after`. */
export interface Pinch {
  readonly from: PointMm
  readonly to: PointMm
  readonly scale: number
  /** Clockwise. */
  readonly rotationDeg: number
}

type TwoPoints = readonly [PointMm, PointMm]

/** Centroid, scale and turn of a two-finger gesture, in mm on the design. */
export function pinchOf(before: TwoPoints, after: TwoPoints): Pinch {
  const turn = angleOf(after) - angleOf(before)
  return {
    from: middleOf(before),
    to: middleOf(after),
    scale: spreadOf(after) / Math.max(1e-6, spreadOf(before)),
    rotationDeg: normaliseDeg((turn * 180) / Math.PI),
  }
}

/**
 * The scale of a pinch as far as all of `layers` can follow: none gets smaller than a finger can
 * find again, and none larger than the document allows. A layer that is smaller already may stay so.
 */
export function pinchScale(layers: readonly Placement[], scale: number): number {
  const least = layers.map(({ widthMm, heightMm, scale: own }) =>
    Math.min(1, SIDE_MM_MIN / (Math.min(widthMm, heightMm) * own)),
  )
  const most = layers.map((layer) => SCALE_MAX / layer.scale)
  return Math.min(Math.max(scale, ...least), ...most)
}

/** A layer under a pinch whose scale it can follow: what was under the fingers stays there. */
export function pinchLayer(start: Placement, pinch: Pinch): Placement {
  const turned = rotatePoint(start, pinch.from, pinch.rotationDeg)
  return {
    ...start,
    xMm: pinch.to.xMm + (turned.xMm - pinch.from.xMm) * pinch.scale,
    yMm: pinch.to.yMm + (turned.yMm - pinch.from.yMm) * pinch.scale,
    scale: start.scale * pinch.scale,
    rotationDeg: normaliseDeg(start.rotationDeg + pinch.rotationDeg),
  }
}

const clampScale = (scale: number): number => Math.min(SCALE_MAX, Math.max(SCALE_MIN, scale))

const middleOf = ([one, two]: TwoPoints): PointMm => ({
  xMm: (one.xMm + two.xMm) / 2,
  yMm: (one.yMm + two.yMm) / 2,
})

const spreadOf = ([one, two]: TwoPoints): number => Math.hypot(two.xMm - one.xMm, two.yMm - one.yMm)

const angleOf = ([one, two]: TwoPoints): number => Math.atan2(two.yMm - one.yMm, two.xMm - one.xMm)
