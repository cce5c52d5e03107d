import type { TextLayer } from '../design/document.ts'
import { layerMatrix } from '../design/geometry.ts'
import type { Kept } from './assets.ts'
import { blurAlpha } from './blur.ts'
import type { LayerBrush } from './brush.ts'
import type { Canvas2D } from './canvas.ts'
import { enterText, fillLetters, strokeLetters } from './letters.ts'
import { settingOf, textOverhangMm } from './text-bounds.ts'
import { type TextBlock, UNITS_PER_EM } from './text-layout.ts'

/** Fine enough for a blur: interpolation of a Gaussian sampled at this sigma cannot be seen. */
const RASTER_SIGMA_PX = 5
const RASTER_PX_MAX = 1_000_000

interface ShadowRaster {
  readonly image: object
  readonly widthPx: number
  readonly heightPx: number
  /** Half of what it covers, in the layer's mm. */
  readonly halfWidthMm: number
  readonly halfHeightMm: number
}

/**
 * A shadow is blurred by our own kernel on a small raster that belongs to the layer, then laid
 * under the letters. A canvas's own `shadowBlur` differs from browser to browser, and in Chromium
 * from strip to strip by up to 149/255: it blurs only what lies on the canvas.
 *
 * Blur is the CSS radius: sigma is half of it. It turns and scales with the layer.
 */
export function drawTextShadow(
  brush: LayerBrush,
  layer: TextLayer,
  shadow: NonNullable<TextLayer['shadow']>,
  block: TextBlock,
): void {
  const { ctx, view } = brush
  const frame = frameOf(layer, shadow, block, view.scalePxPerMm)
  const { sizeMm, outline } = layer
  const look = JSON.stringify([sizeMm, outline?.widthMm, shadow, frame.scale.toFixed(3)])
  const raster = brush.assets.kept(`${settingOf(layer)}${look}`, 'shadow', () =>
    makeRaster(brush, layer, shadow, block, frame),
  )
  ctx.save()
  ctx.transform(...layerMatrix(layer))
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = 'medium'
  ctx.drawImage(
    raster.image,
    0,
    0,
    raster.widthPx,
    raster.heightPx,
    shadow.dxMm - raster.halfWidthMm,
    shadow.dyMm - raster.halfHeightMm,
    raster.halfWidthMm * 2,
    raster.halfHeightMm * 2,
  )
  ctx.restore()
}

interface ShadowFrame {
  readonly halfWidthMm: number
  readonly halfHeightMm: number
  readonly sigmaMm: number
  /** Pixels of the raster per mm of the layer. */
  readonly scale: number
}

/** Fine enough for the blur and the view, and never too large. */
function frameOf(
  layer: TextLayer,
  shadow: NonNullable<TextLayer['shadow']>,
  block: TextBlock,
  scalePxPerMm: number,
): ShadowFrame {
  const unitMm = layer.sizeMm / UNITS_PER_EM
  const overhang = textOverhangMm(layer)
  const halfWidthMm = (block.width * unitMm) / 2 + overhang
  const halfHeightMm = (block.height * unitMm) / 2 + overhang
  const sigmaMm = shadow.blurMm / 2
  const forBlur = sigmaMm === 0 ? Number.POSITIVE_INFINITY : RASTER_SIGMA_PX / sigmaMm
  const fits = Math.sqrt(RASTER_PX_MAX / (4 * halfWidthMm * halfHeightMm))
  const scale = Math.min(scalePxPerMm * layer.scale, forBlur, fits)
  return { halfWidthMm, halfHeightMm, sigmaMm, scale }
}

function makeRaster(
  { assets }: LayerBrush,
  layer: TextLayer,
  shadow: NonNullable<TextLayer['shadow']>,
  block: TextBlock,
  { halfWidthMm, halfHeightMm, sigmaMm, scale }: ShadowFrame,
): Kept<ShadowRaster> {
  const widthPx = Math.max(1, Math.ceil(2 * halfWidthMm * scale))
  const heightPx = Math.max(1, Math.ceil(2 * halfHeightMm * scale))
  const scratch = assets.scratch(widthPx, heightPx)
  const { ctx } = scratch
  ctx.save()
  ctx.scale(widthPx / (2 * halfWidthMm), heightPx / (2 * halfHeightMm))
  ctx.translate(halfWidthMm, halfHeightMm)
  paintSilhouette(ctx, layer, assets.fontFamily(layer.fontId), block)
  ctx.restore()
  const pixels = ctx.getImageData(0, 0, widthPx, heightPx)
  tintShadow(pixels.data, widthPx, heightPx, sigmaMm * scale, shadow.colour)
  scratch.release()
  const picture = assets.picture(pixels)
  return {
    value: { image: picture.image, widthPx, heightPx, halfWidthMm, halfHeightMm },
    bytes: widthPx * heightPx * 4,
    release: () => picture.release(),
  }
}

function paintSilhouette(ctx: Canvas2D, layer: TextLayer, family: string, block: TextBlock): void {
  enterText(ctx, { ...layer, xMm: 0, yMm: 0, rotationDeg: 0, scale: 1, flipX: false }, family)
  ctx.fillStyle = '#000000'
  ctx.strokeStyle = '#000000'
  if (layer.outline !== null && layer.outline.widthMm > 0) {
    ctx.lineWidth = (2 * layer.outline.widthMm * UNITS_PER_EM) / layer.sizeMm
    ctx.lineJoin = 'round'
    strokeLetters(ctx, block)
  }
  fillLetters(ctx, block)
}

/** Blurs the alpha and gives every pixel the shadow's colour. */
function tintShadow(
  rgba: Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  sigmaPx: number,
  colour: string,
): void {
  const alpha = new Float32Array(widthPx * heightPx)
  for (let at = 0; at < alpha.length; at++) alpha[at] = rgba[at * 4 + 3] ?? 0
  blurAlpha(alpha, widthPx, heightPx, sigmaPx)
  const channel = (from: number): number => Number.parseInt(colour.slice(from, from + 2), 16)
  const opacity = colour.length === 9 ? channel(7) / 255 : 1
  const [red, green, blue] = [channel(1), channel(3), channel(5)]
  for (let at = 0; at < alpha.length; at++) {
    rgba[at * 4] = red
    rgba[at * 4 + 1] = green
    rgba[at * 4 + 2] = blue
    rgba[at * 4 + 3] = (alpha[at] ?? 0) * opacity
  }
}
