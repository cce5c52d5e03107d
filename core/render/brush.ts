import type { Design } from '../design/document.ts'
import type { RoundedBoxMm } from '../design/geometry.ts'
import type { RenderAssets } from './assets.ts'
import type { Canvas2D } from './canvas.ts'
import type { RenderView } from './view.ts'

/** What a layer is drawn with: the canvas stands in mm of the design, origin at the trim box. */
export interface LayerBrush {
  readonly ctx: Canvas2D
  readonly design: Design
  readonly view: RenderView
  readonly assets: RenderAssets
}

/** Traces a box with rounded corners as the current path. */
export function traceBox(ctx: Canvas2D, box: RoundedBoxMm): void {
  ctx.beginPath()
  ctx.roundRect(box.xMm, box.yMm, box.widthMm, box.heightMm, box.cornerRadiusMm)
}

/** More than antialiasing reaches. */
const OUTSIDE_PX = 4

/**
 * Takes away all that the view shows outside the box; the canvas stands in mm. What is outside is
 * filled: keeping what is inside would go over every pixel.
 */
export function cutToBox(ctx: Canvas2D, box: RoundedBoxMm, view: RenderView): void {
  const { scalePxPerMm: scale } = view
  const left = Math.min(box.xMm, -view.originXPx / scale)
  const top = Math.min(box.yMm, -view.originYPx / scale)
  const right = Math.max(box.xMm + box.widthMm, (view.widthPx - view.originXPx) / scale)
  const bottom = Math.max(box.yMm + box.heightMm, (view.heightPx - view.originYPx) / scale)
  const more = OUTSIDE_PX / scale
  traceBox(ctx, box)
  ctx.rect(left - more, top - more, right - left + 2 * more, bottom - top + 2 * more)
  ctx.globalCompositeOperation = 'destination-out'
  ctx.fillStyle = '#000000'
  ctx.fill('evenodd')
  ctx.globalCompositeOperation = 'source-over'
}

/** Takes away all that is on the canvas outside the current path. */
export function cutToPath(ctx: Canvas2D): void {
  ctx.globalCompositeOperation = 'destination-in'
  ctx.fillStyle = '#000000'
  ctx.fill()
  ctx.globalCompositeOperation = 'source-over'
}

export function enterView(ctx: Canvas2D, view: RenderView): void {
  const { scalePxPerMm: scale } = view
  ctx.transform(scale, 0, 0, scale, view.originXPx, view.originYPx)
}
