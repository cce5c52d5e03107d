import type { Canvas2D } from '../canvas.ts'
import { css, darken, lighten, mix, type Rgb } from './tone.ts'

/** Cream keeps its warmth in the shade. */
const SHADE: Rgb = [205, 172, 133]

/**
 * One dollop of piped cream, seen from above at an angle: turns of a star nozzle, each smaller and
 * higher than the one below, and a tip.
 */
export function drawDollop(
  ctx: Canvas2D,
  x: number,
  y: number,
  radiusPx: number,
  colour: Rgb,
): void {
  ctx.beginPath()
  ctx.ellipse(x + radiusPx * 0.12, y + radiusPx * 0.24, radiusPx * 1.08, radiusPx * 0.72, 0, 0, 7)
  ctx.fillStyle = css(darken(colour, 0.7), 0.16)
  ctx.fill()
  const turns = [
    { size: 1, lift: 0 },
    { size: 0.74, lift: 0.34 },
    { size: 0.46, lift: 0.64 },
  ]
  for (const { size, lift } of turns) {
    ring(ctx, x, y - lift * radiusPx, radiusPx * size, colour)
  }
  drawTip(ctx, x, y - radiusPx * 0.8, radiusPx * 0.24, colour)
}

function ring(ctx: Canvas2D, x: number, y: number, radius: number, colour: Rgb): void {
  const light = ctx.createRadialGradient(
    x - radius * 0.35,
    y - radius * 0.42,
    radius * 0.05,
    x,
    y,
    radius * 1.1,
  )
  light.addColorStop(0, css(lighten(colour, 0.85)))
  light.addColorStop(0.5, css(lighten(colour, 0.2)))
  light.addColorStop(0.82, css(mix(colour, SHADE, 0.28)))
  light.addColorStop(1, css(mix(colour, SHADE, 0.72)))
  ctx.beginPath()
  ctx.ellipse(x, y, radius, radius * 0.74, 0, 0, 2 * Math.PI)
  ctx.fillStyle = light
  ctx.fill()
  // The nozzle's grooves run aslant.
  ctx.lineWidth = Math.max(0.4, radius * 0.05)
  ctx.strokeStyle = css(darken(colour, 0.3), 0.28)
  for (let groove = -2; groove <= 2; groove++) {
    const gx = x + groove * radius * 0.36
    const reach = Math.sqrt(Math.max(0, 1 - (groove * 0.36) ** 2))
    ctx.beginPath()
    ctx.moveTo(gx - radius * 0.1, y - radius * 0.2 * reach)
    ctx.quadraticCurveTo(
      gx + radius * 0.12,
      y + radius * 0.2,
      gx + radius * 0.14,
      y + radius * 0.66 * reach,
    )
    ctx.stroke()
  }
}

function drawTip(ctx: Canvas2D, x: number, y: number, radius: number, colour: Rgb): void {
  ctx.beginPath()
  ctx.moveTo(x - radius, y + radius * 0.4)
  ctx.quadraticCurveTo(x - radius * 0.3, y - radius * 0.2, x + radius * 0.25, y - radius * 1.3)
  ctx.quadraticCurveTo(x + radius * 0.5, y, x + radius, y + radius * 0.4)
  ctx.quadraticCurveTo(x, y + radius * 1.1, x - radius, y + radius * 0.4)
  ctx.fillStyle = css(lighten(colour, 0.5))
  ctx.fill()
}
