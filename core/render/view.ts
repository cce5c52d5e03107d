import type { BoundsMm } from '../design/geometry.ts'

/** How mm of the design fall on a canvas, and what the drawing is for. */
export interface RenderView {
  /** Size of the canvas, or of the part of it that is drawn, in px. */
  readonly widthPx: number
  readonly heightPx: number
  readonly scalePxPerMm: number
  /** Where the trim box's top left corner falls on the canvas, in px. */
  readonly originXPx: number
  readonly originYPx: number
  /** Empty slots are shown on the stage; they are never printed. */
  readonly placeholders: boolean
  readonly hiddenLayerIds: readonly string[]
}

/** A rectangle of whole pixels. */
export interface PixelBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The pixels of the canvas that `bounds` may touch, with one to spare for antialiasing. */
export function pixelBoxOf(bounds: BoundsMm, view: RenderView): PixelBox {
  const left = view.originXPx + bounds.xMm * view.scalePxPerMm
  const top = view.originYPx + bounds.yMm * view.scalePxPerMm
  const x = Math.max(0, Math.floor(left) - 1)
  const y = Math.max(0, Math.floor(top) - 1)
  const right = Math.min(view.widthPx, Math.ceil(left + bounds.widthMm * view.scalePxPerMm) + 1)
  const bottom = Math.min(view.heightPx, Math.ceil(top + bounds.heightMm * view.scalePxPerMm) + 1)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}

/** The view whose canvas is `box` cut out of the canvas of `view`. */
export const viewOfBox = (view: RenderView, box: PixelBox): RenderView => ({
  ...view,
  widthPx: box.width,
  heightPx: box.height,
  originXPx: view.originXPx - box.x,
  originYPx: view.originYPx - box.y,
})

/** `bounds` with `byMm` more on every side. */
export const outsetBounds = (bounds: BoundsMm, byMm: number): BoundsMm => ({
  xMm: bounds.xMm - byMm,
  yMm: bounds.yMm - byMm,
  widthMm: bounds.widthMm + 2 * byMm,
  heightMm: bounds.heightMm + 2 * byMm,
})
