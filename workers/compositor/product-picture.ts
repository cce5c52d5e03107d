import type { Design } from '#core/design/document.ts'
import { trimBox } from '#core/design/geometry.ts'
import { cutToBox, enterView } from '#core/render/brush.ts'
import { drawProductScene } from '#core/render/product/draw-product-scene.ts'
import { openContext, shrink } from '../pixels/canvases.ts'
import type { ProductView } from './api.ts'
import type { RenderResources } from './render-resources.ts'
import { loadDesign, paintDesign, trimView } from './small-picture.ts'

/** The design on its case or cake, as a bitmap of exactly the view's size. */
export async function drawProduct(
  resources: RenderResources,
  design: Design,
  { widthPx, heightPx, theme }: ProductView,
): Promise<ImageBitmap> {
  // The product never fills the picture, so its print is never larger than the picture's long side.
  const view = trimView(design, Math.max(widthPx, heightPx))
  await loadDesign(resources, design, view.scalePxPerMm)
  const painted = paintDesign(resources, design, view)
  painted.save()
  enterView(painted, view)
  cutToBox(painted, trimBox(design.product.geometry), view)
  painted.restore()
  const print = painted.canvas
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  const ctx = openContext(canvas, { alpha: false })
  const assets = resources.assets()
  const image = { image: print, widthPx: view.widthPx, heightPx: view.heightPx }
  drawProductScene({ ctx, design, print: image, widthPx, heightPx, theme, assets })
  shrink(print)
  return canvas.transferToImageBitmap()
}
