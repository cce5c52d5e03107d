import type { SlotPaper } from '../design/layout-cells.ts'
import type { Canvas2D } from './canvas.ts'

/** Draws the paper round a photo's box; the canvas's origin is the middle of the box, in mm. */
export function drawPaper(
  ctx: Canvas2D,
  box: { readonly widthMm: number; readonly heightMm: number },
  paper: SlotPaper,
): void {
  const x = -box.widthMm / 2 - paper.sideMm
  const y = -box.heightMm / 2 - paper.topMm
  const width = box.widthMm + 2 * paper.sideMm
  const height = box.heightMm + paper.topMm + paper.bottomMm
  ctx.fillStyle = paper.colour
  ctx.beginPath()
  ctx.roundRect(x, y, width, height, paper.cornerRadiusMm)
  ctx.fill()
}
