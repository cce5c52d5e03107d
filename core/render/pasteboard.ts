import type { Design } from '../design/document.ts'
import { bleedBox, type RoundedBoxMm, safeBox, trimBox } from '../design/geometry.ts'
import { enterView, traceBox } from './brush.ts'
import type { Canvas2D } from './canvas.ts'
import type { RenderView } from './view.ts'

/** What lies round the design on the stage, by theme: table, product, guides. */
interface PasteboardTones {
  readonly table: string
  readonly bleedVeil: string
  readonly trimLine: string
  readonly safeLine: string
  readonly safeLineUnder: string
  readonly opening: string
  readonly openingEdge: string
}

const tones: Readonly<Record<'light' | 'dark', PasteboardTones>> = {
  light: {
    table: '#f1ece4',
    bleedVeil: '#f1ece4b8',
    trimLine: '#3a2c1e40',
    safeLine: '#ffffffd0',
    safeLineUnder: '#3a2c1e66',
    opening: '#e2dad0',
    openingEdge: '#3a2c1e59',
  },
  dark: {
    table: '#1d1a17',
    bleedVeil: '#1d1a17b8',
    trimLine: '#f5ede259',
    safeLine: '#ffffffc0',
    safeLineUnder: '#00000080',
    opening: '#2b2723',
    openingEdge: '#f5ede240',
  },
}

/** The table and the blank product on it; drawn before the design. */
export function drawPasteboard(
  ctx: Canvas2D,
  design: Design,
  view: RenderView,
  theme: 'light' | 'dark',
): void {
  const tone = tones[theme]
  const { product } = design
  ctx.save()
  ctx.fillStyle = tone.table
  ctx.fillRect(0, 0, view.widthPx, view.heightPx)
  enterView(ctx, view)
  drawContactShadow(ctx, trimBox(product.geometry), view)
  ctx.fillStyle = product.kind === 'phone-case' ? product.caseColour : '#fffdf9'
  traceBox(ctx, trimBox(product.geometry))
  ctx.fill()
  for (const hole of product.geometry.holes) {
    ctx.fillStyle = tone.opening
    traceBox(ctx, hole)
    ctx.fill()
  }
  ctx.restore()
}

/** Soft light from above: rings that add up, so that no browser's blur is asked for. */
function drawContactShadow(ctx: Canvas2D, box: RoundedBoxMm, view: RenderView): void {
  const px = 1 / view.scalePxPerMm
  // Black: so thin a veil of any colour would be rounded to another.
  ctx.fillStyle = '#000000'
  ctx.globalAlpha = 0.012
  for (let ring = 1; ring <= 14; ring++) {
    const grow = ring * 2 * px
    ctx.beginPath()
    ctx.roundRect(
      box.xMm - grow,
      box.yMm - grow + 6 * px,
      box.widthMm + 2 * grow,
      box.heightMm + 2 * grow,
      box.cornerRadiusMm + grow,
    )
    ctx.fill()
  }
  ctx.globalAlpha = 1
}

/** What is drawn over the design: the bleed veiled, trim and safe area, the openings' edges. */
export function drawGuides(
  ctx: Canvas2D,
  design: Design,
  view: RenderView,
  theme: 'light' | 'dark',
): void {
  const tone = tones[theme]
  const { geometry } = design.product
  const px = 1 / view.scalePxPerMm
  ctx.save()
  enterView(ctx, view)
  veilBleed(ctx, trimBox(geometry), bleedBox(geometry), tone.bleedVeil)
  ctx.lineWidth = px
  ctx.strokeStyle = tone.trimLine
  traceBox(ctx, trimBox(geometry))
  ctx.stroke()
  ctx.strokeStyle = tone.openingEdge
  ctx.lineWidth = 1.5 * px
  for (const hole of geometry.holes) {
    traceBox(ctx, hole)
    ctx.stroke()
  }
  drawSafeLine(ctx, safeBox(geometry), px, tone)
  ctx.restore()
}

/** Both outlines in one path: what lies between them. */
function veilBleed(ctx: Canvas2D, trim: RoundedBoxMm, bleed: RoundedBoxMm, veil: string): void {
  ctx.beginPath()
  for (const box of [bleed, trim]) {
    ctx.roundRect(box.xMm, box.yMm, box.widthMm, box.heightMm, box.cornerRadiusMm)
  }
  ctx.fillStyle = veil
  ctx.fill('evenodd')
}

/** Dashes in two tones, seen on any picture. */
function drawSafeLine(ctx: Canvas2D, box: RoundedBoxMm, px: number, tone: PasteboardTones): void {
  traceBox(ctx, box)
  ctx.lineWidth = 1.25 * px
  ctx.setLineDash([5 * px, 5 * px])
  ctx.strokeStyle = tone.safeLineUnder
  ctx.stroke()
  ctx.translate(0.6 * px, 0.6 * px)
  traceBox(ctx, box)
  ctx.strokeStyle = tone.safeLine
  ctx.stroke()
  ctx.setLineDash([])
}
