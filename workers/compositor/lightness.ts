import type { Design } from '#core/design/document.ts'
import type { BoundsMm } from '#core/design/geometry.ts'
import { shrink } from '../pixels/canvases.ts'
import type { Lightness } from './api.ts'
import type { RenderResources } from './render-resources.ts'
import { loadDesign, paintDesign, trimView } from './small-picture.ts'

/** Enough to tell a bright sky from a dark coat. */
const LOOK_PX = 160

/**
 * How light the print is within a box, by the luminance of what is printed there (sRGB, Rec. 709
 * weights); null where nothing is printed or the box lies outside.
 */
export async function lightnessWithin(
  resources: RenderResources,
  design: Design,
  box: BoundsMm,
): Promise<Lightness | null> {
  const view = trimView(design, LOOK_PX)
  await loadDesign(resources, design, view.scalePxPerMm)
  const ctx = paintDesign(resources, design, view)
  const at = (mm: number, most: number) =>
    Math.min(most, Math.max(0, Math.round(mm * view.scalePxPerMm)))
  const left = at(box.xMm, view.widthPx)
  const top = at(box.yMm, view.heightPx)
  const width = at(box.xMm + box.widthMm, view.widthPx) - left
  const height = at(box.yMm + box.heightMm, view.heightPx) - top
  if (width < 1 || height < 1) return null
  const { data } = ctx.getImageData(left, top, width, height)
  shrink(ctx.canvas)
  return lightnessOf(data)
}

function lightnessOf(rgba: Uint8ClampedArray): Lightness | null {
  const shades: number[] = []
  for (let i = 0; i < rgba.length; i += 4) {
    if ((rgba[i + 3] ?? 0) < 128) continue
    const light =
      0.2126 * (rgba[i] ?? 0) + 0.7152 * (rgba[i + 1] ?? 0) + 0.0722 * (rgba[i + 2] ?? 0)
    shades.push(light / 255)
  }
  if (shades.length === 0) return null
  shades.sort((one, other) => one - other)
  const at = (share: number) => shades[Math.floor((shades.length - 1) * share)] ?? 0
  const mean = shades.reduce((sum, shade) => sum + shade, 0) / shades.length
  return { mean, darkest: at(0.1), lightest: at(0.9) }
}
