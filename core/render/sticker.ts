import type { StickerLayer } from '../design/document.ts'
import { layerMatrix } from '../design/geometry.ts'
import type { LayerBrush } from './brush.ts'
import { STICKER_UNITS } from './stickers.ts'

/** Fills the sticker's paths; it fits whole into the layer's box. */
export function drawSticker({ ctx, assets }: LayerBrush, layer: StickerLayer): void {
  const program = assets.sticker(layer.stickerId)
  if (program === null) return
  ctx.transform(...layerMatrix(layer))
  const unit = Math.min(layer.widthMm, layer.heightMm) / STICKER_UNITS
  ctx.scale(unit, unit)
  ctx.translate(-STICKER_UNITS / 2, -STICKER_UNITS / 2)
  for (const path of program.paths) {
    ctx.save()
    if (path.transform !== undefined) ctx.transform(...path.transform)
    if (path.opacity !== undefined) ctx.globalAlpha *= path.opacity
    ctx.fillStyle = path.fill
    ctx.fill(assets.path(path.d), path.evenOdd ? 'evenodd' : 'nonzero')
    ctx.restore()
  }
}
