import type { TextLayer } from '../design/document.ts'
import type { LayerBrush } from './brush.ts'
import type { Canvas2D } from './canvas.ts'
import { enterText, fillLetters, strokeLetters } from './letters.ts'
import { textBlock } from './text-bounds.ts'
import { type TextBlock, UNITS_PER_EM } from './text-layout.ts'
import { drawTextShadow } from './text-shadow.ts'

/** Draws shadow, outline (outside the letters, round joins), letters. */
export function drawText(brush: LayerBrush, layer: TextLayer): void {
  const { ctx, assets } = brush
  const block = textBlock(brush, layer)
  const family = assets.fontFamily(layer.fontId)
  const cutOut = cutsLetters(layer)
  if (layer.shadow !== null && !cutOut) drawTextShadow(brush, layer, layer.shadow, block)
  ctx.save()
  enterText(ctx, layer, family)
  if (layer.outline !== null) strokeOutside(ctx, layer, layer.outline, block)
  ctx.restore()
  if (cutOut) cutLetters(brush, layer, family, block)
  ctx.save()
  enterText(ctx, layer, family)
  ctx.fillStyle = layer.colour
  fillLetters(ctx, block)
  ctx.restore()
}

/** Letters that are seen through must not show the inner half of their outline. */
export const cutsLetters = (layer: TextLayer): boolean =>
  layer.colour.length === 9 && (layer.outline?.widthMm ?? 0) > 0

/** Takes the letters out of the outline, then lays the shadow under what is left. */
function cutLetters(brush: LayerBrush, layer: TextLayer, family: string, block: TextBlock): void {
  const { ctx } = brush
  ctx.save()
  ctx.globalCompositeOperation = 'destination-out'
  enterText(ctx, layer, family)
  ctx.fillStyle = '#000000'
  fillLetters(ctx, block)
  ctx.restore()
  if (layer.shadow === null) return
  ctx.save()
  ctx.globalCompositeOperation = 'destination-over'
  drawTextShadow(brush, layer, layer.shadow, block)
  ctx.restore()
}

/** Twice the width lies half under the letters, which are drawn over it. */
function strokeOutside(
  ctx: Canvas2D,
  layer: TextLayer,
  outline: { readonly colour: string; readonly widthMm: number },
  block: TextBlock,
): void {
  if (outline.widthMm === 0) return
  ctx.strokeStyle = outline.colour
  ctx.lineWidth = (2 * outline.widthMm * UNITS_PER_EM) / layer.sizeMm
  ctx.lineJoin = 'round'
  ctx.lineCap = 'round'
  strokeLetters(ctx, block)
}
