import type { Geometry } from './document.ts'
import { type BoundsMm, bleedBox, type PointMm } from './geometry.ts'

/** A place on the stage, in px (device or CSS px, whichever the view is given in). */
export interface PointPx {
  readonly xPx: number
  readonly yPx: number
}

/** Where the design stands on the stage; structurally part of the compositor's `StageView`. */
export interface View {
  readonly scalePxPerMm: number
  /** Stage position of the trim box's top left corner. */
  readonly originXPx: number
  readonly originYPx: number
}

/** The stage, and what lies over its edges (bars, sheets) and must not hide the design. */
export interface Viewport {
  readonly widthPx: number
  readonly heightPx: number
  readonly insetPx?: {
    readonly top?: number
    readonly end?: number
    readonly bottom?: number
    readonly start?: number
  }
}

/** A place of the stage on the design. */
export const mmFromView = (view: View, point: PointPx): PointMm => ({
  xMm: (point.xPx - view.originXPx) / view.scalePxPerMm,
  yMm: (point.yPx - view.originYPx) / view.scalePxPerMm,
})

/** A place of the design on the stage. */
export const viewFromMm = (view: View, point: PointMm): PointPx => ({
  xPx: view.originXPx + point.xMm * view.scalePxPerMm,
  yPx: view.originYPx + point.yMm * view.scalePxPerMm,
})

/** The view that shows the whole print with its bleed, as large as the free part of the stage. */
export const fitView = (geometry: Geometry, viewport: Viewport): View =>
  fitBounds(bleedBox(geometry), viewport)

/**
 * The view that shows `bounds` as large as the free part of the stage lets it.
 * `insetPx.start` and `end` are the left and the right side of the stage's own px.
 */
function fitBounds(bounds: BoundsMm, viewport: Viewport, closest = Number.POSITIVE_INFINITY): View {
  const { start, top, freeWidth, freeHeight } = freePart(viewport)
  const widest = Math.min(freeWidth / bounds.widthMm, freeHeight / bounds.heightMm)
  const scalePxPerMm = Math.min(widest, closest)
  return {
    scalePxPerMm,
    originXPx: start + (freeWidth - bounds.widthMm * scalePxPerMm) / 2 - bounds.xMm * scalePxPerMm,
    originYPx: top + (freeHeight - bounds.heightMm * scalePxPerMm) / 2 - bounds.yMm * scalePxPerMm,
  }
}

/** What nothing lies over. */
function freePart({ widthPx, heightPx, insetPx }: Viewport) {
  const { top = 0, end = 0, bottom = 0, start = 0 } = insetPx ?? {}
  return {
    start,
    top,
    freeWidth: Math.max(1, widthPx - start - end),
    freeHeight: Math.max(1, heightPx - top - bottom),
  }
}

/**
 * A view that shows `bounds` as large as it can, up to a scale, with no more of the stage beside
 * the print than must be.
 */
export function closeUp(
  bounds: BoundsMm,
  geometry: Geometry,
  viewport: Viewport,
  closestPxPerMm: number,
): View {
  const view = fitBounds(bounds, viewport, closestPxPerMm)
  const { start, top, freeWidth, freeHeight } = freePart(viewport)
  const print = bleedBox(geometry)
  const at = view.scalePxPerMm
  const x = filling(view.originXPx + print.xMm * at, print.widthMm * at, start, freeWidth)
  const y = filling(view.originYPx + print.yMm * at, print.heightMm * at, top, freeHeight)
  return { ...view, originXPx: x - print.xMm * at, originYPx: y - print.yMm * at }
}

/** Where what is `long` begins so that it fills the room, or stands in its middle where it cannot. */
function filling(begin: number, long: number, roomBegin: number, room: number): number {
  if (long <= room) return roomBegin + (room - long) / 2
  return Math.min(Math.max(begin, roomBegin + room - long), roomBegin)
}

/** A view on its way from one to another; every place of the design moves straight. */
export const viewBetween = (from: View, to: View, share: number): View => ({
  scalePxPerMm: from.scalePxPerMm + (to.scalePxPerMm - from.scalePxPerMm) * share,
  originXPx: from.originXPx + (to.originXPx - from.originXPx) * share,
  originYPx: from.originYPx + (to.originYPx - from.originYPx) * share,
})

/** Smallest and largest scale a view may have, in px per mm. */
export interface ZoomRange {
  readonly minPxPerMm: number
  readonly maxPxPerMm: number
}

/** The view scaled by `factor`; what is under `at` stays there. */
export function zoomAround(view: View, factor: number, at: PointPx, range?: ZoomRange): View {
  const wanted = view.scalePxPerMm * factor
  const scalePxPerMm = range
    ? Math.min(Math.max(wanted, range.minPxPerMm), range.maxPxPerMm)
    : wanted
  const ratio = scalePxPerMm / view.scalePxPerMm
  return {
    scalePxPerMm,
    originXPx: at.xPx - (at.xPx - view.originXPx) * ratio,
    originYPx: at.yPx - (at.yPx - view.originYPx) * ratio,
  }
}

/** The view moved by px. */
export const panView = (view: View, byXPx: number, byYPx: number): View => ({
  ...view,
  originXPx: view.originXPx + byXPx,
  originYPx: view.originYPx + byYPx,
})

type TwoPointers = readonly [PointPx, PointPx]

/** The view after two fingers moved from `before` to `after`: pan and zoom about their middle. */
export function pinchView(
  view: View,
  before: TwoPointers,
  after: TwoPointers,
  range?: ZoomRange,
): View {
  const from = middle(before)
  const to = middle(after)
  const moved = panView(view, to.xPx - from.xPx, to.yPx - from.yPx)
  return zoomAround(moved, spread(after) / Math.max(1, spread(before)), to, range)
}

/**
 * The view brought back where the design has left the stage: at least `keepPx` of the print stay
 * visible on each axis.
 */
export function keepInSight(view: View, geometry: Geometry, viewport: Viewport, keepPx = 48): View {
  const width = geometry.widthMm * view.scalePxPerMm
  const height = geometry.heightMm * view.scalePxPerMm
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)
  return {
    ...view,
    originXPx: clamp(view.originXPx, keepPx - width, viewport.widthPx - keepPx),
    originYPx: clamp(view.originYPx, keepPx - height, viewport.heightPx - keepPx),
  }
}

const middle = ([one, two]: TwoPointers): PointPx => ({
  xPx: (one.xPx + two.xPx) / 2,
  yPx: (one.yPx + two.yPx) / 2,
})

const spread = ([one, two]: TwoPointers): number => Math.hypot(two.xPx - one.xPx, two.yPx - one.yPx)
