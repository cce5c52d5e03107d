import type { Design } from '#core/design/document.ts'
import { StampaError } from '#core/errors.ts'
import { drawDesign } from '#core/render/draw-design.ts'
import { renderNeeds } from '#core/render/needs.ts'
import type { RenderView } from '#core/render/view.ts'
import { openContext } from '../pixels/canvases.ts'
import type { RenderResources } from './render-resources.ts'

/** The trim box alone, its long side `longSidePx`. */
export function trimView(design: Design, longSidePx: number): RenderView {
  const { widthMm, heightMm } = design.product.geometry
  const scalePxPerMm = longSidePx / Math.max(widthMm, heightMm)
  return {
    widthPx: Math.max(1, Math.round(widthMm * scalePxPerMm)),
    heightPx: Math.max(1, Math.round(heightMm * scalePxPerMm)),
    scalePxPerMm,
    originXPx: 0,
    originYPx: 0,
    placeholders: false,
    hiddenLayerIds: [],
  }
}

/** Loads everything a design needs at a scale. @throws StampaError of the first photo that fails */
export async function loadDesign(
  resources: RenderResources,
  design: Design,
  scalePxPerMm: number,
): Promise<void> {
  const { photos, adjusted } = renderNeeds(design, scalePxPerMm)
  await Promise.all([resources.loadStickers(design), resources.photos.load(photos)])
  for (const { photo } of photos) {
    const fault = resources.photos.fault(photo.hash)
    if (fault !== null) throw new StampaError(fault.code, { cause: fault.cause })
  }
  await resources.adjusted.load(adjusted)
}

/** A design whose assets are loaded, on a canvas of its own; transparent where nothing is printed. */
export function paintDesign(
  resources: RenderResources,
  design: Design,
  view: RenderView,
): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(view.widthPx, view.heightPx)
  const ctx = openContext(canvas, { willReadFrequently: true })
  drawDesign(ctx, design, view, resources.assets())
  return ctx
}
