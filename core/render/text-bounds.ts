import type { TextLayer } from '../design/document.ts'
import { type BoundsMm, layerBounds } from '../design/geometry.ts'
import type { LayerBrush } from './brush.ts'
import { layoutText, type TextBlock, UNITS_PER_EM } from './text-layout.ts'

/** All that the setting of a text depends on, as words; its size and place have no part in it. */
export const settingOf = (layer: TextLayer): string =>
  JSON.stringify([
    layer.text,
    layer.fontId,
    layer.letterSpacingEm,
    layer.lineHeight,
    layer.align,
    layer.curveDeg,
  ])

/** A piece of set text with its place. */
const PIECE_BYTES = 160

/** The set text of a layer, prepared once. */
export function textBlock({ ctx, assets }: Pick<LayerBrush, 'ctx' | 'assets'>, layer: TextLayer) {
  return assets.kept<TextBlock>(settingOf(layer), 'block', () => {
    const value = layoutText(ctx, layer, assets.fontFamily(layer.fontId))
    return { value, bytes: value.pieces.length * PIECE_BYTES }
  })
}

/** Size of a text layer's box at scale 1, in mm. */
export function textSizeMm(brush: Pick<LayerBrush, 'ctx' | 'assets'>, layer: TextLayer) {
  const block = textBlock(brush, layer)
  const unitMm = layer.sizeMm / UNITS_PER_EM
  return { widthMm: block.width * unitMm, heightMm: block.height * unitMm }
}

/** How far ink may reach beyond the set text: swashes and accents, outline, shadow; at scale 1. */
export function textOverhangMm(layer: TextLayer): number {
  const outline = layer.outline?.widthMm ?? 0
  const { blurMm = 0, dxMm = 0, dyMm = 0 } = layer.shadow ?? {}
  const shadow = layer.shadow === null ? 0 : blurMm * 1.6 + Math.max(Math.abs(dxMm), Math.abs(dyMm))
  return layer.sizeMm * 0.6 + outline + shadow
}

/** Everything the text may touch, in mm of the design. */
export function textBoundsMm(
  brush: Pick<LayerBrush, 'ctx' | 'assets'>,
  layer: TextLayer,
): BoundsMm {
  const { widthMm, heightMm } = textSizeMm(brush, layer)
  const more = 2 * textOverhangMm(layer)
  return layerBounds({ ...layer, widthMm: widthMm + more, heightMm: heightMm + more })
}
