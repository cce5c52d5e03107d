import type { Design, Layer } from '../design/document.ts'
import { frameBounds } from '../design/frame.ts'
import { bleedBox, layerBounds } from '../design/geometry.ts'
import type { RenderAssets, Scratch } from './assets.ts'
import { drawBackground } from './background.ts'
import { cutToBox, enterView, type LayerBrush, traceBox } from './brush.ts'
import type { Canvas2D } from './canvas.ts'
import { drawDoodle } from './doodle.ts'
import { drawPhoto, isCut, photoBoundsMm } from './photo.ts'
import { drawPlaceholders } from './placeholders.ts'
import { drawSticker } from './sticker.ts'
import { cutsLetters, drawText } from './text.ts'
import { textBoundsMm } from './text-bounds.ts'
import { outsetBounds, type PixelBox, pixelBoxOf, type RenderView, viewOfBox } from './view.ts'

/**
 * Draws a design: its background, its layers from bottom to top, nothing outside trim and bleed,
 * nothing in the product's openings. The same calls draw stage, thumbnail and print; only the view
 * differs. What lies under the design on the canvas shows through its openings.
 *
 * The view's rectangle of the canvas is drawn on; the transform of `ctx` must be the identity.
 */
export function drawDesign(
  ctx: Canvas2D,
  design: Design,
  view: RenderView,
  assets: RenderAssets,
): void {
  const box = pixelBoxOf(bleedBox(design.product.geometry), view)
  layInk({ ctx, design, view, assets }, box, (brush) => {
    drawBackground(brush)
    if (view.placeholders) drawPlaceholders(brush)
    drawLayers(brush, design.layers)
  })
}

/** Draws one layer alone, cut to the ink: what moves on the stage while the rest stands still. */
export function drawLoneLayer(brush: LayerBrush, layer: Layer): void {
  layInk(brush, pixelBoxOf(reach(brush, layer), brush.view), (own) => drawLayers(own, [layer]))
}

/**
 * Puts a drawing together on a scratch canvas, in mm, cuts away what is not printed, and lays it
 * down. A canvas's own `clip` will not do: Chromium's software canvas clips without antialiasing.
 */
export function layInk(brush: LayerBrush, box: PixelBox, draw: (brush: LayerBrush) => void): void {
  if (box.width === 0 || box.height === 0) return
  const sheet = openScratch(brush, box)
  draw(sheet.brush)
  cutToInk(sheet.brush)
  lay(sheet, brush.ctx, box, 1)
}

/** A drawing that is put together bit by bit, and cut to the ink. */
export interface InkSheet {
  /** Draws on the sheet, in mm. */
  readonly brush: LayerBrush
  /** Cuts the sheet and lays it on paper of a colour: it is drawn. @returns the opaque picture */
  layOn(paper: string): Scratch
  /** Gives it back. */
  release(): void
}

/** A sheet of the whole view. */
export function openInk(drawn: Omit<LayerBrush, 'ctx'>): InkSheet {
  const { widthPx: width, heightPx: height } = drawn.view
  const { brush, scratch } = openScratch(drawn, { x: 0, y: 0, width, height })
  return {
    brush,
    layOn: (paper) => {
      const { ctx } = brush
      cutToInk(brush)
      ctx.setTransform(1, 0, 0, 1, 0, 0)
      ctx.globalCompositeOperation = 'destination-over'
      ctx.fillStyle = paper
      ctx.fillRect(0, 0, width, height)
      return scratch
    },
    release: () => {
      brush.ctx.restore()
      scratch.release()
    },
  }
}

/** Draws layers of a design without its background, uncut; the canvas stands in mm. */
export function drawLayers(brush: LayerBrush, layers: readonly Layer[]): void {
  for (const layer of layers) {
    if (layer.hidden || layer.opacity === 0) continue
    if (brush.view.hiddenLayerIds.includes(layer.id)) continue
    drawLayer(brush, layer)
  }
}

function cutToInk({ ctx, design, view }: LayerBrush): void {
  const { geometry } = design.product
  cutToBox(ctx, bleedBox(geometry), view)
  ctx.globalCompositeOperation = 'destination-out'
  ctx.fillStyle = '#000000'
  for (const hole of geometry.holes) {
    traceBox(ctx, hole)
    ctx.fill()
  }
  ctx.globalCompositeOperation = 'source-over'
}

interface DrawnScratch {
  readonly brush: LayerBrush
  readonly scratch: Scratch
}

/** Lends a scratch canvas of the box's size that stands in mm. */
function openScratch(drawn: Omit<LayerBrush, 'ctx'>, box: PixelBox): DrawnScratch {
  const scratch = drawn.assets.scratch(box.width, box.height)
  const view = viewOfBox(drawn.view, box)
  scratch.ctx.save()
  enterView(scratch.ctx, view)
  return { brush: { ...drawn, ctx: scratch.ctx, view }, scratch }
}

/** Lays a scratch canvas down where it belongs, and gives it back. */
function lay({ scratch }: DrawnScratch, on: Canvas2D, box: PixelBox, opacity: number): void {
  const { x, y, width, height } = box
  scratch.ctx.restore()
  on.save()
  on.setTransform(1, 0, 0, 1, 0, 0)
  on.globalAlpha = opacity
  on.drawImage(scratch.image, 0, 0, width, height, x, y, width, height)
  on.restore()
  scratch.release()
}

/** Everything a layer may touch, in mm of the design. */
function reach(brush: LayerBrush, layer: Layer) {
  if (layer.kind === 'text') return textBoundsMm(brush, layer)
  const bounds = layerBounds(layer)
  if (layer.kind === 'photo') return photoBoundsMm(brush.design, layer)
  if (layer.kind !== 'doodle') return bounds
  const widest = Math.max(0, ...layer.strokes.map((stroke) => stroke.widthMm))
  // Pressure draws a stroke up to 0.8 of its width to either side of its line.
  return outsetBounds(frameBounds(layer), widest * layer.scale)
}

function drawLayer(brush: LayerBrush, layer: Layer): void {
  const box = pixelBoxOf(reach(brush, layer), brush.view)
  if (box.width === 0 || box.height === 0) return
  if (isLaidWhole(brush, layer)) {
    const scratch = openScratch(brush, box)
    drawKind(scratch.brush, layer)
    lay(scratch, brush.ctx, box, layer.opacity)
    return
  }
  brush.ctx.save()
  brush.ctx.globalAlpha = layer.opacity
  drawKind(brush, layer)
  brush.ctx.restore()
}

/** Whether the layer is cut or erases, or its parts fade together and not each by itself. */
function isLaidWhole({ design }: LayerBrush, layer: Layer): boolean {
  if (layer.kind === 'photo') return isCut(design, layer)
  return layer.opacity < 1 || takesAway(layer)
}

/** Whether drawing the layer erases: then it may only erase itself. */
function takesAway(layer: Layer): boolean {
  if (layer.kind === 'text') return cutsLetters(layer)
  return layer.kind === 'doodle' && layer.strokes.some((stroke) => stroke.eraser)
}

function drawKind(brush: LayerBrush, layer: Layer): void {
  if (layer.kind === 'photo') drawPhoto(brush, layer)
  else if (layer.kind === 'text') drawText(brush, layer)
  else if (layer.kind === 'sticker') drawSticker(brush, layer)
  else drawDoodle(brush, layer)
}
