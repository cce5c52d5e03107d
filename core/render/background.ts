import type { Background, Design } from '../design/document.ts'
import { bleedBox } from '../design/geometry.ts'
import { radians } from '../units.ts'
import type { LayerBrush } from './brush.ts'
import type { Canvas2D, CanvasGradientLike } from './canvas.ts'

/** Fills trim and bleed; the canvas stands in mm and is cut to them afterwards. */
export function drawBackground({ ctx, design }: LayerBrush): void {
  const box = bleedBox(design.product.geometry)
  ctx.fillStyle = fillOf(ctx, design)
  ctx.fillRect(box.xMm - 1, box.yMm - 1, box.widthMm + 2, box.heightMm + 2)
}

function fillOf(ctx: Canvas2D, design: Design): string | CanvasGradientLike {
  const { background } = design
  if (background.kind === 'colour') return background.colour
  const gradient = shapeOf(ctx, design, background)
  for (const stop of background.stops) gradient.addColorStop(stop.at, stop.colour)
  return gradient
}

/**
 * A linear gradient runs through the middle of the sheet and just reaches its farthest corners, as
 * CSS has it; a radial one reaches the corners from the middle.
 */
function shapeOf(
  ctx: Canvas2D,
  design: Design,
  background: Extract<Background, { kind: 'gradient' }>,
): CanvasGradientLike {
  const { widthMm, heightMm, xMm, yMm } = bleedBox(design.product.geometry)
  const x = xMm + widthMm / 2
  const y = yMm + heightMm / 2
  if (background.gradient === 'radial') {
    return ctx.createRadialGradient(x, y, 0, x, y, Math.hypot(widthMm, heightMm) / 2)
  }
  // 0 runs from top to bottom, clockwise: down, left, up, right.
  const turn = radians(background.angleDeg)
  const dx = -Math.sin(turn)
  const dy = Math.cos(turn)
  const half = (Math.abs(dx) * widthMm + Math.abs(dy) * heightMm) / 2
  return ctx.createLinearGradient(x - dx * half, y - dy * half, x + dx * half, y + dy * half)
}
