import type { Design } from '#core/design/document.ts'
import { trimBox } from '#core/design/geometry.ts'
import { withValues } from '#core/pixels/with-values.ts'
import { enterView, traceBox } from '#core/render/brush.ts'
import { measureInk } from '#core/render/ink.ts'
import type { RenderView } from '#core/render/view.ts'
import { openContext, shrink } from '../pixels/canvases.ts'
import type { InkReport } from './api.ts'
import type { RenderResources } from './render-resources.ts'
import { loadDesign, paintDesign, trimView } from './small-picture.ts'

/** Enough to see a thin line of writing on a case. */
const LOOK_PX = 640
const CAKE_ICING = '#ffffff'

/** Draws the design small and looks at it for preflight. */
export async function inspectInk(resources: RenderResources, design: Design): Promise<InkReport> {
  const view = trimView(design, LOOK_PX)
  await loadDesign(resources, design, view.scalePxPerMm)
  const { product } = design
  const blank = product.kind === 'phone-case' ? product.caseColour.slice(0, 7) : CAKE_ICING
  const print = pixelsOn(blank, resources, design, view)
  const background = pixelsOn(blank, resources, { ...design, layers: [] }, view)
  const within = productMask(design, view)
  return {
    ...measureInk(print, background, blank, within),
    missingGlyphs: missing(resources, design),
  }
}

function pixelsOn(
  blank: string,
  resources: RenderResources,
  design: Design,
  view: RenderView,
): Uint8ClampedArray {
  const ctx = paintDesign(resources, design, view)
  ctx.globalCompositeOperation = 'destination-over'
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.fillStyle = blank
  ctx.fillRect(0, 0, view.widthPx, view.heightPx)
  const { data } = ctx.getImageData(0, 0, view.widthPx, view.heightPx)
  shrink(ctx.canvas)
  return data
}

/** 255 where the product is. */
function productMask(design: Design, view: RenderView): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(view.widthPx, view.heightPx)
  const ctx = openContext(canvas, { willReadFrequently: true })
  enterView(ctx, view)
  traceBox(ctx, trimBox(design.product.geometry))
  ctx.fill()
  ctx.globalCompositeOperation = 'destination-out'
  for (const hole of design.product.geometry.holes) {
    traceBox(ctx, hole)
    ctx.fill()
  }
  const { data } = ctx.getImageData(0, 0, view.widthPx, view.heightPx)
  shrink(canvas)
  return withValues(new Uint8ClampedArray(data.length / 4), (px) => data[px * 4 + 3] ?? 0)
}

function missing(resources: RenderResources, design: Design): InkReport['missingGlyphs'] {
  const found: Record<string, readonly string[]> = {}
  for (const layer of design.layers) {
    if (layer.kind !== 'text' || layer.hidden) continue
    const characters = resources.fonts.book?.missing(layer.text, layer.fontId) ?? []
    if (characters.length > 0) found[layer.id] = characters
  }
  return found
}
