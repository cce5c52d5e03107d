import type { TextLayer } from '../design/document.ts'
import { layerMatrix } from '../design/geometry.ts'
import type { Canvas2D } from './canvas.ts'
import { chooseFont, type TextBlock, type TextPiece, UNITS_PER_EM } from './text-layout.ts'

/** Puts the canvas in the text's own units, origin at its centre. */
export function enterText(ctx: Canvas2D, layer: TextLayer, family: string): void {
  ctx.transform(...layerMatrix(layer))
  const unit = layer.sizeMm / UNITS_PER_EM
  ctx.scale(unit, unit)
  chooseFont(ctx, family)
}

export const fillLetters = (ctx: Canvas2D, block: TextBlock): void =>
  eachPiece(ctx, block, ({ text }, x, y) => ctx.fillText(text, x, y))

export const strokeLetters = (ctx: Canvas2D, block: TextBlock): void =>
  eachPiece(ctx, block, ({ text }, x, y) => ctx.strokeText(text, x, y))

function eachPiece(
  ctx: Canvas2D,
  block: TextBlock,
  draw: (piece: TextPiece, x: number, y: number) => void,
): void {
  for (const piece of block.pieces) {
    ctx.direction = piece.rightToLeft ? 'rtl' : 'ltr'
    if (piece.radians === 0) {
      draw(piece, piece.x, piece.y)
      continue
    }
    ctx.save()
    ctx.translate(piece.x, piece.y)
    ctx.rotate(piece.radians)
    draw(piece, 0, 0)
    ctx.restore()
  }
}
