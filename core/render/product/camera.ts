import type { Hole } from '../../design/document.ts'
import type { Canvas2D } from '../canvas.ts'
import { css, mix, type Rgb } from './tone.ts'

const GLASS: Rgb = [22, 22, 26]
const METAL: Rgb = [120, 118, 116]

interface Lens {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** The phone's camera island as it shows through an opening of the case; the canvas is in mm. */
export function drawCamera(ctx: Canvas2D, hole: Hole): void {
  ctx.save()
  drawPlate(ctx, hole)
  for (const lens of lensesOf(hole)) drawLens(ctx, lens)
  drawFlash(ctx, hole)
  ctx.restore()
}

function traceHole(ctx: Canvas2D, hole: Hole, inset: number): void {
  ctx.beginPath()
  ctx.roundRect(
    hole.xMm + inset,
    hole.yMm + inset,
    Math.max(0, hole.widthMm - 2 * inset),
    Math.max(0, hole.heightMm - 2 * inset),
    Math.max(0, hole.cornerRadiusMm - inset),
  )
}

/** The phone's back deep in the opening, the island raised on it. */
function drawPlate(ctx: Canvas2D, hole: Hole): void {
  const { xMm: x, yMm: y, widthMm: width, heightMm: height } = hole
  traceHole(ctx, hole, 0)
  const well = ctx.createLinearGradient(x, y, x + width * 0.4, y + height)
  well.addColorStop(0, '#121113')
  well.addColorStop(1, '#37353a')
  ctx.fillStyle = well
  ctx.fill()
  const inset = Math.min(width, height) * 0.045
  traceHole(ctx, hole, inset)
  const plate = ctx.createLinearGradient(x, y, x + width, y + height)
  plate.addColorStop(0, '#4c4a4e')
  plate.addColorStop(0.35, '#2f2d31')
  plate.addColorStop(1, '#242226')
  ctx.fillStyle = plate
  ctx.fill()
  ctx.lineWidth = 0.22
  const rim = ctx.createLinearGradient(x, y, x + width, y + height)
  rim.addColorStop(0, 'rgba(255, 255, 255, 0.55)')
  rim.addColorStop(0.5, 'rgba(255, 255, 255, 0.08)')
  rim.addColorStop(1, 'rgba(255, 255, 255, 0.2)')
  ctx.strokeStyle = rim
  ctx.stroke()
  // The case's wall throws a shadow into the opening from the upper left.
  for (let step = 1; step <= 6; step++) {
    traceHole(ctx, hole, step * 0.25)
    ctx.lineWidth = step * 0.5
    ctx.strokeStyle = 'rgba(0, 0, 0, 0.09)'
    ctx.stroke()
  }
}

/** As phones have them: three in a triangle, a column, or a row, as the island's shape asks. */
function lensesOf(hole: Hole): readonly Lens[] {
  const { widthMm: width, heightMm: height } = hole
  const at = (fx: number, fy: number, radius: number): Lens => ({
    x: hole.xMm + width * fx,
    y: hole.yMm + height * fy,
    radius,
  })
  const ratio = width / height
  if (Math.min(width, height) < 14) {
    const radius = Math.min(width, height) * 0.36
    if (ratio > 1.6) return [at(0.2, 0.5, radius), at(0.5, 0.5, radius), at(0.8, 0.5, radius)]
    if (ratio < 0.63) return [at(0.5, 0.2, radius), at(0.5, 0.5, radius)]
    return [at(0.5, 0.5, radius)]
  }
  if (ratio > 1.5) {
    const radius = height * 0.32
    const step = Math.min(0.26, (2.35 * radius) / width)
    return [at(0.22, 0.5, radius), at(0.22 + step, 0.5, radius), at(0.22 + 2 * step, 0.5, radius)]
  }
  if (ratio < 0.67) {
    const radius = width * 0.31
    return [at(0.5, 0.22, radius), at(0.5, 0.55, radius)]
  }
  const radius = Math.min(width, height) * 0.2
  return [at(0.29, 0.28, radius), at(0.29, 0.72, radius), at(0.71, 0.5, radius)]
}

function drawLens(ctx: Canvas2D, { x, y, radius }: Lens): void {
  disc(ctx, x + radius * 0.06, y + radius * 0.12, radius * 1.08, 'rgba(0, 0, 0, 0.45)')
  const ring = ctx.createLinearGradient(x - radius, y - radius, x + radius, y + radius)
  ring.addColorStop(0, css(mix(METAL, [255, 255, 255], 0.6)))
  ring.addColorStop(0.4, css(METAL))
  ring.addColorStop(0.75, css(mix(METAL, [0, 0, 0], 0.55)))
  ring.addColorStop(1, css(mix(METAL, [255, 255, 255], 0.25)))
  disc(ctx, x, y, radius, ring)
  disc(ctx, x, y, radius * 0.88, css(GLASS))
  const tube = ctx.createRadialGradient(x, y, radius * 0.2, x, y, radius * 0.8)
  tube.addColorStop(0, '#050507')
  tube.addColorStop(0.55, '#15151b')
  tube.addColorStop(0.8, '#2b2b35')
  tube.addColorStop(1, '#0d0d10')
  disc(ctx, x, y, radius * 0.8, tube)
  const coating = ctx.createRadialGradient(
    x + radius * 0.16,
    y + radius * 0.2,
    0,
    x,
    y,
    radius * 0.52,
  )
  coating.addColorStop(0, 'rgba(118, 92, 190, 0.75)')
  coating.addColorStop(0.45, 'rgba(42, 70, 150, 0.5)')
  coating.addColorStop(1, 'rgba(10, 14, 30, 0)')
  disc(ctx, x, y, radius * 0.52, coating)
  disc(ctx, x, y, radius * 0.2, '#040406')
  const glint = ctx.createRadialGradient(
    x - radius * 0.26,
    y - radius * 0.3,
    0,
    x - radius * 0.26,
    y - radius * 0.3,
    radius * 0.3,
  )
  glint.addColorStop(0, 'rgba(255, 255, 255, 0.9)')
  glint.addColorStop(0.35, 'rgba(220, 232, 255, 0.35)')
  glint.addColorStop(1, 'rgba(220, 232, 255, 0)')
  disc(ctx, x - radius * 0.26, y - radius * 0.3, radius * 0.3, glint)
  disc(ctx, x + radius * 0.3, y + radius * 0.34, radius * 0.07, 'rgba(190, 210, 255, 0.4)')
}

function drawFlash(ctx: Canvas2D, hole: Hole): void {
  const { widthMm: width, heightMm: height } = hole
  const short = Math.min(width, height)
  if (short < 10) return
  const ratio = width / height
  const [fx, fy] = ratio > 1.5 ? [0.9, 0.5] : ratio < 0.67 ? [0.5, 0.84] : [0.72, 0.16]
  const x = hole.xMm + width * fx
  const y = hole.yMm + height * fy
  const radius = Math.min(short * 0.075, 2)
  const lamp = ctx.createRadialGradient(x - radius * 0.3, y - radius * 0.3, 0, x, y, radius)
  lamp.addColorStop(0, '#fffbe8')
  lamp.addColorStop(0.6, '#e8d9a8')
  lamp.addColorStop(1, '#8d8164')
  disc(ctx, x, y, radius * 1.25, '#1a191b')
  disc(ctx, x, y, radius, lamp)
}

function disc(ctx: Canvas2D, x: number, y: number, radius: number, fill: unknown): void {
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 2 * Math.PI)
  ctx.fillStyle = fill
  ctx.fill()
}
