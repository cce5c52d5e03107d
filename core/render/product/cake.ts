import type { Product } from '../../design/document.ts'
import { insetBox, isRound, type RoundedBoxMm, trimBox } from '../../design/geometry.ts'
import { radians } from '../../units.ts'
import { traceBox } from '../brush.ts'
import type { Canvas2D } from '../canvas.ts'
import { drawDollop } from './dollop.ts'
import { type RimPoint, rimPoints } from './outline.ts'
import type { Scene } from './scene.ts'
import { drawSoftShadow } from './soft-shadow.ts'
import { css, darken, lighten, mix, type Rgb, shadowTone } from './tone.ts'

type Cake = Extract<Product, { kind: 'cake' }>

const ICING: Rgb = [252, 243, 228]
/** Cream keeps its warmth in the shade. */
const SHADED_ICING: Rgb = [205, 172, 133]
const PORCELAIN: Rgb = [250, 248, 245]
/** How steeply the viewer looks down: height of a circle's ellipse over its width. */
const TILT = 0.66
const WALL_STEPS = 480
const COMB_STEPS = 6

const clampShare = (share: number): number => Math.min(1, Math.max(0, share))

/** From the cake's own mm (origin at its middle) to the canvas. */
interface Eye {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly cos: number
  readonly sin: number
  /** Height of the cake on the canvas, px. */
  readonly wallPx: number
}

const project = (eye: Eye, x: number, y: number, downPx = 0): readonly [number, number] => [
  eye.x + (x * eye.cos - y * eye.sin) * eye.scale,
  eye.y + (x * eye.sin + y * eye.cos) * eye.scale * TILT + downPx,
]

/** Draws the cake on its plate, the print as the icing sheet on top, cream piped round it. */
export function drawCake(scene: Scene, product: Cake): void {
  const sheet = centred(trimBox(product.geometry))
  const size = Math.max(sheet.widthMm, sheet.heightMm)
  const body = insetBox(sheet, -size * 0.075)
  const top = body.cornerRadiusMm === 0 ? { ...body, cornerRadiusMm: size * 0.03 } : body
  const eye = eyeOf(scene, top, isRound(product.geometry))
  drawPlate(scene, eye, top)
  drawWall(scene.ctx, eye, top)
  drawCream(scene.ctx, eye, insetBox(top, -size * 0.004), 'foot', size)
  drawTop(scene.ctx, eye, top)
  drawSheet(scene, eye, sheet)
  drawCream(scene.ctx, eye, insetBox(top, size * 0.034), 'rim', size)
}

const centred = (box: RoundedBoxMm): RoundedBoxMm => ({
  ...box,
  xMm: -box.widthMm / 2,
  yMm: -box.heightMm / 2,
})

function eyeOf({ widthPx, heightPx }: Scene, top: RoundedBoxMm, round: boolean): Eye {
  const turn = radians(round ? -8 : -24)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const spread = rimPoints(top, 72).reduce(
    (most, { x, y }) => ({
      x: Math.max(most.x, Math.abs(x * cos - y * sin)),
      y: Math.max(most.y, Math.abs(x * sin + y * cos)),
    }),
    { x: 0, y: 0 },
  )
  const wallMm = Math.min(75, Math.max(22, Math.max(top.widthMm, top.heightMm) * 0.3))
  const height = spread.y * TILT * 2 + wallMm * 0.8
  const scale = Math.min((widthPx * 0.72) / (2 * spread.x), (heightPx * 0.76) / height)
  const wallPx = wallMm * 0.8 * scale
  return { x: widthPx / 2, y: heightPx / 2 - wallPx * 0.5, scale, cos, sin, wallPx }
}

function traceRim(
  ctx: Canvas2D,
  eye: Eye,
  points: readonly RimPoint[],
  downPx: number,
  ry = 1,
): void {
  ctx.beginPath()
  points.forEach((point, at) => {
    const [x, y] = project(eye, point.x * ry, point.y * ry, downPx)
    if (at === 0) ctx.moveTo(x, y)
    else ctx.lineTo(x, y)
  })
  ctx.closePath()
}

/** The plate with its shadow on the table, and the cake's own shadow on the plate. */
function drawPlate(scene: Scene, eye: Eye, top: RoundedBoxMm): void {
  const { ctx, assets, widthPx, heightPx, theme } = scene
  const plateMm = Math.hypot(
    top.widthMm / 2 - top.cornerRadiusMm,
    top.heightMm / 2 - top.cornerRadiusMm,
  )
  const radius = (plateMm + top.cornerRadiusMm) * 1.16 * eye.scale
  const y = eye.y + eye.wallPx
  const ellipse = (target: Canvas2D, scale: number, down: number): void => {
    target.beginPath()
    target.ellipse(eye.x, y + down, radius * scale, radius * scale * TILT, 0, 0, 2 * Math.PI)
  }
  const shade = (blurPx: number, opacity: number, paint: (target: Canvas2D) => void): void =>
    drawSoftShadow(
      ctx,
      assets,
      { x: 0, y: 0, width: widthPx, height: heightPx, blurPx, colour: shadowTone(theme), opacity },
      paint,
    )
  shade(radius * 0.09, theme === 'light' ? 0.34 : 0.7, (target) => {
    ellipse(target, 0.99, radius * 0.085)
    target.fill()
  })
  const dim = theme === 'light' ? 0 : 0.16
  for (let step = 8; step >= 0; step--) {
    ellipse(ctx, 1, step * radius * 0.004)
    ctx.fillStyle = css(darken(PORCELAIN, 0.12 + step * 0.03 + dim))
    ctx.fill()
  }
  const glaze = ctx.createLinearGradient(eye.x - radius, y - radius, eye.x + radius, y + radius)
  glaze.addColorStop(0, css(darken(lighten(PORCELAIN, 0.6), dim)))
  glaze.addColorStop(1, css(darken(PORCELAIN, 0.12 + dim)))
  ellipse(ctx, 1, 0)
  ctx.fillStyle = glaze
  ctx.fill()
  ellipse(ctx, 0.985, 0)
  ctx.lineWidth = radius * 0.009
  ctx.strokeStyle = 'rgba(196, 154, 92, 0.8)'
  ctx.stroke()
  ellipse(ctx, 0.93, 0)
  ctx.lineWidth = radius * 0.006
  ctx.strokeStyle = css(darken(PORCELAIN, 0.2 + dim), 0.5)
  ctx.stroke()
  shade(radius * 0.035, 0.4, (target) => {
    traceRim(target, eye, rimPoints(top, 120), eye.wallPx + radius * 0.025, 1.02)
    target.fill()
  })
}

/** The wall in narrow upright pieces, each lit by the way it faces. */
function drawWall(ctx: Canvas2D, eye: Eye, top: RoundedBoxMm): void {
  const points = rimPoints(top, WALL_STEPS)
  points.forEach((point, at) => {
    const next = points[(at + 1) % points.length] ?? point
    const facing = point.nx * eye.sin + point.ny * eye.cos
    if (facing < -0.02) return
    const aside = point.nx * eye.cos - point.ny * eye.sin
    // The light comes from the upper left and a little from the front.
    const light = Math.max(0, 0.62 * -aside + 0.46 * facing)
    // A comb was drawn along the wall.
    const comb = 0.05 * Math.sin((at * 2 * Math.PI) / COMB_STEPS)
    const tone = mix(SHADED_ICING, lighten(ICING, 0.25), clampShare(0.22 + light * 1.1 + comb))
    const ends = [project(eye, point.x, point.y), project(eye, next.x, next.y)]
    const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = ends.sort((a, b) => a[0] - b[0])
    const fall = ctx.createLinearGradient(0, y1, 0, y1 + eye.wallPx)
    fall.addColorStop(0, css(lighten(tone, 0.22)))
    fall.addColorStop(0.1, css(tone))
    fall.addColorStop(0.75, css(mix(tone, SHADED_ICING, 0.12)))
    fall.addColorStop(1, css(mix(tone, SHADED_ICING, 0.55)))
    ctx.fillStyle = fall
    ctx.beginPath()
    ctx.moveTo(x1 - 0.5, y1)
    ctx.lineTo(x2 + 0.5, y2)
    ctx.lineTo(x2 + 0.5, y2 + eye.wallPx)
    ctx.lineTo(x1 - 0.5, y1 + eye.wallPx)
    ctx.closePath()
    ctx.fill()
  })
}

function drawTop(ctx: Canvas2D, eye: Eye, top: RoundedBoxMm): void {
  const points = rimPoints(top, WALL_STEPS)
  const reach = Math.max(top.widthMm, top.heightMm) * eye.scale * 0.6
  const light = ctx.createLinearGradient(eye.x - reach, eye.y - reach, eye.x + reach, eye.y + reach)
  light.addColorStop(0, css(lighten(ICING, 0.55)))
  light.addColorStop(0.6, css(ICING))
  light.addColorStop(1, css(mix(ICING, SHADED_ICING, 0.3)))
  traceRim(ctx, eye, points, 0)
  ctx.fillStyle = light
  ctx.fill()
  ctx.lineWidth = Math.max(1, eye.scale * 0.9)
  ctx.strokeStyle = css(lighten(ICING, 0.6), 0.8)
  ctx.stroke()
}

/** The printed sheet, thin, lying on the icing. */
function drawSheet({ ctx, print }: Scene, eye: Eye, sheet: RoundedBoxMm): void {
  const { scale, cos, sin } = eye
  const lay = (downPx: number): void =>
    ctx.transform(
      cos * scale,
      sin * scale * TILT,
      -sin * scale,
      cos * scale * TILT,
      eye.x,
      eye.y + downPx,
    )
  ctx.save()
  lay(scale * 1.3)
  traceBox(ctx, insetBox(sheet, -0.5))
  ctx.fillStyle = css(darken(ICING, 0.5), 0.22)
  ctx.fill()
  ctx.restore()
  ctx.save()
  lay(0)
  traceBox(ctx, sheet)
  ctx.fillStyle = '#fffefb'
  ctx.fill()
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = 'high'
  const { image, widthPx, heightPx } = print
  const { xMm, yMm, widthMm, heightMm } = sheet
  ctx.drawImage(image, 0, 0, widthPx, heightPx, xMm, yMm, widthMm, heightMm)
  const sheen = ctx.createLinearGradient(xMm, yMm, xMm + widthMm, yMm + heightMm)
  sheen.addColorStop(0, 'rgba(255, 252, 244, 0.2)')
  sheen.addColorStop(0.45, 'rgba(255, 252, 244, 0)')
  sheen.addColorStop(0.55, 'rgba(50, 30, 14, 0)')
  sheen.addColorStop(1, 'rgba(50, 30, 14, 0.1)')
  traceBox(ctx, sheet)
  ctx.fillStyle = sheen
  ctx.fill()
  ctx.restore()
}

/** A row of piped cream, the far ones first, so that the near ones lie over them. */
function drawCream(
  ctx: Canvas2D,
  eye: Eye,
  line: RoundedBoxMm,
  where: 'rim' | 'foot',
  sizeMm: number,
): void {
  const radiusMm = Math.min(8, Math.max(2.2, sizeMm * (where === 'rim' ? 0.031 : 0.026)))
  const length = 2 * (line.widthMm + line.heightMm) - 1.717 * line.cornerRadiusMm
  const count = Math.max(16, Math.round(length / (radiusMm * 1.72)))
  const downPx = where === 'rim' ? 0 : eye.wallPx
  const places = rimPoints(line, count)
    .map((point) => ({ point, at: project(eye, point.x, point.y, downPx) }))
    .filter(({ point }) => where === 'rim' || point.nx * eye.sin + point.ny * eye.cos > -0.12)
    .sort((a, b) => a.at[1] - b.at[1])
  for (const { at } of places) drawDollop(ctx, at[0], at[1], radiusMm * eye.scale, ICING)
}
