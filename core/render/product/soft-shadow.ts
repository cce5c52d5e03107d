import type { RenderAssets } from '../assets.ts'
import { blurAlpha } from '../blur.ts'
import type { Canvas2D } from '../canvas.ts'

/** A shadow needs few pixels. */
const RASTER_LONG_SIDE = 220

export interface SoftShadow {
  /** Part of the canvas that it may touch, px. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly blurPx: number
  readonly colour: readonly [red: number, green: number, blue: number]
  readonly opacity: number
}

/**
 * Lays the blurred silhouette of what `paint` draws. `paint` draws opaque in the canvas's px.
 */
export function drawSoftShadow(
  ctx: Canvas2D,
  assets: RenderAssets,
  within: SoftShadow,
  paint: (ctx: Canvas2D) => void,
): void {
  // Drawn beyond the part that is asked for, so that no edge of the raster is seen.
  const edge = Math.max(within.width, within.height) * 0.05
  const shadow = {
    ...within,
    x: within.x - edge,
    y: within.y - edge,
    width: within.width + 2 * edge,
    height: within.height + 2 * edge,
  }
  const scale = RASTER_LONG_SIDE / Math.max(shadow.width, shadow.height)
  const widthPx = Math.ceil(shadow.width * scale)
  const heightPx = Math.ceil(shadow.height * scale)
  const scratch = assets.scratch(widthPx, heightPx)
  scratch.ctx.save()
  scratch.ctx.scale(scale, scale)
  scratch.ctx.translate(-shadow.x, -shadow.y)
  scratch.ctx.fillStyle = '#000000'
  paint(scratch.ctx)
  scratch.ctx.restore()
  const block = scratch.ctx.getImageData(0, 0, widthPx, heightPx)
  const alpha = new Float32Array(widthPx * heightPx)
  for (let at = 0; at < alpha.length; at++) alpha[at] = block.data[at * 4 + 3] ?? 0
  blurAlpha(alpha, widthPx, heightPx, shadow.blurPx * scale)
  for (let at = 0; at < alpha.length; at++) {
    block.data.set([...shadow.colour, (alpha[at] ?? 0) * shadow.opacity], at * 4)
  }
  scratch.ctx.putImageData(block, 0, 0)
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = 'high'
  const { x, y, width, height } = shadow
  ctx.drawImage(scratch.image, 0, 0, widthPx, heightPx, x, y, width, height)
  scratch.release()
}
