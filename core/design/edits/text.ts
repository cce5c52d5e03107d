import type { Design, TextLayer } from '../document.ts'
import { layerMatrix, transformPoint } from '../geometry.ts'
import { changeLayers, withFields } from './layers.ts'

/** What the text panel sets; the box is set by `setTextBox`. */
export type TextStyle = Pick<
  TextLayer,
  | 'fontId'
  | 'sizeMm'
  | 'colour'
  | 'outline'
  | 'shadow'
  | 'letterSpacingEm'
  | 'lineHeight'
  | 'align'
  | 'curveDeg'
  | 'wrapMm'
>

/** The most characters of a text layer. */
export const TEXT_MAX = 500

/**
 * The words of a text layer, at most {@link TEXT_MAX} characters. A text that shows nothing changes
 * nothing: remove the layer instead. Its box and breaks follow by {@link setTextBox}.
 */
export const setText = (design: Design, id: string, text: string): Design =>
  changeText(design, id, (layer) => {
    // Never half of a surrogate pair.
    const kept = text.slice(0, TEXT_MAX).replace(/[\ud800-\udbff]$/, '')
    if (kept.trim() === '' || kept === layer.text) return layer
    return { ...withFields(layer, { text: kept }), softBreaks: [] }
  })

/** Any of a text's style set, brought into the document's ranges. */
export const setTextStyle = (
  design: Design,
  ids: readonly string[],
  style: Partial<TextStyle>,
): Design =>
  changeLayers(design, ids, (layer) =>
    layer.kind === 'text' ? withFields(layer, bounded(style)) : layer,
  )

/**
 * The box that the words fill and where their lines break, as measured by the compositor, in mm at
 * scale 1. The aligned edge
 * of the text stays where it is: start-aligned text grows to its end.
 */
export const setTextBox = (
  design: Design,
  id: string,
  box: Pick<TextLayer, 'widthMm' | 'heightMm' | 'softBreaks'>,
): Design =>
  changeText(design, id, (layer) => {
    const widthMm = clamp(box.widthMm, 0.01, 2000)
    const heightMm = clamp(box.heightMm, 0.01, 2000)
    const { softBreaks } = box
    if (layer.widthMm === widthMm && layer.heightMm === heightMm) {
      return String(layer.softBreaks) === String(softBreaks) ? layer : { ...layer, softBreaks }
    }
    const side = { start: 1, centre: 0, end: -1 }[layer.align]
    const shift = { xMm: (side * (widthMm - layer.widthMm)) / 2, yMm: 0 }
    const centre = transformPoint(layerMatrix({ ...layer, flipX: false }), shift)
    return { ...layer, ...centre, widthMm, heightMm, softBreaks }
  })

const changeText = (design: Design, id: string, change: (layer: TextLayer) => TextLayer): Design =>
  changeLayers(design, [id], (layer) => (layer.kind === 'text' ? change(layer) : layer))

function bounded(style: Partial<TextStyle>): Partial<TextStyle> {
  return {
    ...style,
    ...(style.sizeMm !== undefined && { sizeMm: clamp(style.sizeMm, 0.5, 300) }),
    ...(style.letterSpacingEm !== undefined && {
      letterSpacingEm: clamp(style.letterSpacingEm, -0.5, 2),
    }),
    ...(style.lineHeight !== undefined && { lineHeight: clamp(style.lineHeight, 0.6, 3) }),
    ...(style.wrapMm != null && { wrapMm: clamp(style.wrapMm, 1, 2000) }),
    ...(style.curveDeg !== undefined && { curveDeg: clamp(style.curveDeg, -330, 330) }),
  }
}

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high)
