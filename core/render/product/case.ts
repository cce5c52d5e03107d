import type { Product } from '../../design/document.ts'
import { insetBox, type RoundedBoxMm, trimBox } from '../../design/geometry.ts'
import { radians } from '../../units.ts'
import { traceBox } from '../brush.ts'
import type { Canvas2D } from '../canvas.ts'
import { drawCamera } from './camera.ts'
import type { Scene } from './scene.ts'
import { drawSoftShadow } from './soft-shadow.ts'
import { css, darken, lighten, lightness, type Rgb, rgbOf, shadowTone } from './tone.ts'

type PhoneCase = Extract<Product, { kind: 'phone-case' }>

/** How a material takes the light. */
interface Finish {
  /** Strength of the reflected window, 0..1. */
  readonly gloss: number
  /** Strength of the bright line where the back turns into the side. */
  readonly edge: number
  /** How much of the case's colour light lifts over the print. */
  readonly haze: number
}

const finishes: readonly (readonly [pattern: RegExp, finish: Finish])[] = [
  [/glass|mirror|gloss|hard|clear|crystal/, { gloss: 0.34, edge: 0.85, haze: 0 }],
  [/matte|frost|sand|soft/, { gloss: 0.08, edge: 0.42, haze: 0.05 }],
  [/silicone|rubber|liquid|leather/, { gloss: 0.05, edge: 0.32, haze: 0.06 }],
]
const PLAIN: Finish = { gloss: 0.2, edge: 0.65, haze: 0 }

/** A material's finish by the words of its id. */
const finishOf = (materialId: string): Finish =>
  finishes.find(([pattern]) => pattern.test(materialId))?.[1] ?? PLAIN

/** The case's wall round the print, and its depth as seen, in mm. */
const WALL_MM = 1.6
const DEPTH_MM = 5
const TURN_DEG = -7

/** Draws the case lying on the table, turned a little, its side towards the viewer. */
export function drawCase(scene: Scene, product: PhoneCase): void {
  const { ctx, widthPx, heightPx } = scene
  const trim = trimBox(product.geometry)
  const body = insetBox(trim, -WALL_MM)
  const colour = rgbOf(product.caseColour)
  const turned = turnedSize(body)
  const scale = Math.min((widthPx * 0.8) / turned.width, (heightPx * 0.84) / turned.height)
  const place = (target: Canvas2D, liftMm = 0): void => {
    target.translate(widthPx / 2, heightPx / 2 - DEPTH_MM * 0.3 * scale)
    target.scale(scale, scale)
    target.translate(liftMm * 0.45, liftMm)
    target.rotate(radians(TURN_DEG))
    target.translate(-trim.widthMm / 2, -trim.heightMm / 2)
  }
  drawShadows(scene, body, place, scale)
  drawSide(ctx, body, colour, place)
  ctx.save()
  place(ctx)
  drawFace(scene, product, trim, body, colour)
  ctx.restore()
}

function turnedSize(box: RoundedBoxMm): { readonly width: number; readonly height: number } {
  const cos = Math.abs(Math.cos(radians(TURN_DEG)))
  const sin = Math.abs(Math.sin(radians(TURN_DEG)))
  return {
    width: box.widthMm * cos + box.heightMm * sin,
    height: box.widthMm * sin + box.heightMm * cos + DEPTH_MM,
  }
}

type Place = (target: Canvas2D, liftMm?: number) => void

/** A wide soft one of the light, a tight dark one where the case touches the table. */
function drawShadows(scene: Scene, body: RoundedBoxMm, place: Place, scale: number): void {
  const { ctx, widthPx, heightPx, assets, theme } = scene
  const strength = theme === 'light' ? 1 : 1.7
  const cast = (blurMm: number, liftMm: number, opacity: number): void =>
    drawSoftShadow(
      ctx,
      assets,
      {
        x: 0,
        y: 0,
        width: widthPx,
        height: heightPx,
        blurPx: blurMm * scale,
        colour: shadowTone(theme),
        opacity: Math.min(1, opacity * strength),
      },
      (target) => {
        target.save()
        place(target, liftMm)
        traceBox(target, body)
        target.fill()
        target.restore()
      },
    )
  cast(11, DEPTH_MM + 9, 0.3)
  cast(2.6, DEPTH_MM + 1.6, 0.42)
}

/** The side as a stack of outlines from the table up, light where it turns to the light. */
function drawSide(ctx: Canvas2D, body: RoundedBoxMm, colour: Rgb, place: Place): void {
  const steps = 28
  for (let step = steps; step >= 0; step--) {
    const share = step / steps
    const tone = darken(colour, 0.16 + 0.34 * share ** 1.4)
    ctx.save()
    place(ctx, share * DEPTH_MM)
    traceBox(ctx, insetBox(body, 0.7 * share ** 3))
    ctx.fillStyle = css(tone)
    ctx.fill()
    ctx.restore()
  }
}

function drawFace(
  { ctx, print }: Scene,
  product: PhoneCase,
  trim: RoundedBoxMm,
  body: RoundedBoxMm,
  colour: Rgb,
): void {
  const finish = finishOf(product.materialId)
  ctx.fillStyle = css(lighten(colour, 0.06))
  traceBox(ctx, body)
  ctx.fill()
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = 'high'
  const { image, widthPx, heightPx } = print
  ctx.drawImage(image, 0, 0, widthPx, heightPx, 0, 0, trim.widthMm, trim.heightMm)
  drawLight(ctx, trim, body, finish)
  drawEdges(ctx, trim, body, finish, colour)
  for (const hole of product.geometry.holes) {
    drawCamera(ctx, hole)
    drawLip(ctx, hole, finish, colour)
  }
}

/** The room's light over the back: brighter above, a window reflected where it is glossy. */
function drawLight(ctx: Canvas2D, trim: RoundedBoxMm, body: RoundedBoxMm, finish: Finish): void {
  const { widthMm: width, heightMm: height } = trim
  const fall = ctx.createLinearGradient(0, 0, width * 0.7, height)
  fall.addColorStop(0, `rgba(255, 250, 240, ${0.1 + finish.haze})`)
  fall.addColorStop(0.5, `rgba(255, 250, 240, ${finish.haze * 0.6})`)
  fall.addColorStop(0.5, 'rgba(30, 18, 8, 0)')
  fall.addColorStop(1, 'rgba(30, 18, 8, 0.14)')
  traceBox(ctx, body)
  ctx.fillStyle = fall
  ctx.fill()
  drawWindow(ctx, width, height, finish.gloss)
}

/** Two panes of light across the back, fading downwards; the path of the body is filled. */
function drawWindow(ctx: Canvas2D, width: number, height: number, gloss: number): void {
  const panes = ctx.createLinearGradient(width * 0.02, height * 0.1, width * 0.9, height * 0.32)
  const bright = `rgba(255, 255, 255, ${gloss})`
  const dim = `rgba(255, 255, 255, ${gloss * 0.45})`
  const none = 'rgba(255, 255, 255, 0)'
  const stops = [
    [0, none],
    [0.16, none],
    [0.2, dim],
    [0.44, bright],
    [0.46, none],
    [0.52, none],
    [0.54, bright],
    [0.66, dim],
    [0.7, none],
    [1, none],
  ] as const
  for (const [at, colour] of stops) panes.addColorStop(at, colour)
  ctx.fillStyle = panes
  ctx.fill()
}

/** Where the back bends into the side: a bright line towards the light, a dark one away from it. */
function drawEdges(
  ctx: Canvas2D,
  trim: RoundedBoxMm,
  body: RoundedBoxMm,
  finish: Finish,
  colour: Rgb,
): void {
  const { xMm: x, yMm: y, widthMm: width, heightMm: height } = body
  const strength = finish.edge * (lightness(colour) > 0.85 ? 1 : 0.75)
  const bend = ctx.createLinearGradient(x, y, x + width, y + height)
  bend.addColorStop(0, `rgba(255, 255, 255, ${strength})`)
  bend.addColorStop(0.35, `rgba(255, 255, 255, ${strength * 0.25})`)
  bend.addColorStop(0.6, 'rgba(40, 24, 12, 0.08)')
  bend.addColorStop(1, 'rgba(40, 24, 12, 0.3)')
  ctx.strokeStyle = bend
  for (const [inset, lineWidth] of [
    [0.25, 0.5],
    [0.9, 0.35],
  ] as const) {
    ctx.lineWidth = lineWidth
    traceBox(ctx, insetBox(body, inset))
    ctx.stroke()
  }
  ctx.strokeStyle = 'rgba(40, 24, 12, 0.16)'
  ctx.lineWidth = 0.18
  traceBox(ctx, trim)
  ctx.stroke()
}

/** The raised lip that keeps the lenses off the table. */
function drawLip(ctx: Canvas2D, hole: RoundedBoxMm, finish: Finish, colour: Rgb): void {
  const { xMm: x, yMm: y, widthMm: width, heightMm: height } = hole
  traceBox(ctx, insetBox(hole, -0.5))
  ctx.lineWidth = 1
  ctx.strokeStyle = css(lighten(colour, 0.04))
  ctx.stroke()
  const light = ctx.createLinearGradient(x, y, x + width, y + height)
  light.addColorStop(0, `rgba(255, 255, 255, ${0.35 + finish.edge * 0.4})`)
  light.addColorStop(0.5, 'rgba(255, 255, 255, 0.05)')
  light.addColorStop(1, 'rgba(30, 18, 8, 0.4)')
  ctx.lineWidth = 0.35
  ctx.strokeStyle = light
  traceBox(ctx, insetBox(hole, -1))
  ctx.stroke()
  ctx.strokeStyle = 'rgba(20, 12, 6, 0.35)'
  ctx.lineWidth = 0.2
  traceBox(ctx, hole)
  ctx.stroke()
}
