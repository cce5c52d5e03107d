import { StampaError } from '#core/errors.ts'
import { uprightTransform } from '#core/formats/exif.ts'
import { mediaTypeOf } from '#core/formats/sniff.ts'
import { essentialParts, type IntakePlan, type PhotoHeader } from '#core/intake/inspect.ts'
import { openContext, shrink } from '../pixels/canvases.ts'
import { decodePicture } from '../pixels/decode-picture.ts'

const jpegQuality = 0.95
const thumbnailQuality = 0.85

/** The file without metadata. */
export const essentialFile = (bytes: Uint8Array<ArrayBuffer>, header: PhotoHeader): Blob =>
  new Blob(essentialParts(bytes, header), { type: mediaTypeOf(header.format) })

/**
 * Decodes to the plan's size, as stored: turning upright is ours, so that it does not depend on
 * what a browser reads of EXIF.
 * @throws StampaError `photo-damaged`
 */
export async function decode(
  file: Blob,
  header: PhotoHeader,
  plan: IntakePlan,
): Promise<ImageBitmap> {
  const { decodeWidthPx, decodeHeightPx } = plan
  const shrunk = decodeWidthPx !== header.widthPx || decodeHeightPx !== header.heightPx
  const resized = {
    resizeWidth: decodeWidthPx,
    resizeHeight: decodeHeightPx,
    resizeQuality: 'high',
    wholePx: header.widthPx * header.heightPx,
  } as const
  const bitmap = await decodePicture(file, shrunk ? resized : {})
  const hasSize = (widthPx: number, heightPx: number) =>
    bitmap.width === widthPx && bitmap.height === heightPx
  // A browser that does not know the resize options gives the full size; drawing scales it.
  if (hasSize(decodeWidthPx, decodeHeightPx) || hasSize(header.widthPx, header.heightPx))
    return bitmap
  const cause = `decoded to ${bitmap.width} x ${bitmap.height}`
  bitmap.close()
  throw new StampaError('photo-damaged', { cause })
}

/** Decodes a stored photo to at most `sidePx`. */
export async function decodeSmall(
  file: Blob,
  widthPx: number,
  heightPx: number,
  sidePx: number,
): Promise<ImageBitmap> {
  const scale = Math.min(1, sidePx / Math.max(widthPx, heightPx))
  return await decodePicture(file, {
    resizeWidth: Math.max(1, Math.round(widthPx * scale)),
    resizeHeight: Math.max(1, Math.round(heightPx * scale)),
    resizeQuality: 'high',
  })
}

/** The upright picture in sRGB, encoded as the plan says. */
export async function encodeUpright(
  bitmap: ImageBitmap,
  header: PhotoHeader,
  plan: IntakePlan,
): Promise<Blob> {
  const context = paint(plan.widthPx, plan.heightPx, (canvas) => {
    const { decodeWidthPx, decodeHeightPx } = plan
    canvas.setTransform(...uprightTransform(header.orientation, decodeWidthPx, decodeHeightPx))
    canvas.drawImage(bitmap, 0, 0, decodeWidthPx, decodeHeightPx)
  })
  return await encoded(context.canvas, plan.store === 'png' ? 'image/png' : 'image/jpeg')
}

/** A small upright picture, at most `sidePx`; with its transparency where it has any. */
export async function encodeThumbnail(
  bitmap: ImageBitmap,
  sidePx: number,
  options: { readonly hasAlpha: boolean; readonly orientation?: PhotoHeader['orientation'] },
): Promise<Blob> {
  const orientation = options.orientation ?? 1
  const scale = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const turned = orientation >= 5
  const context = paint(turned ? height : width, turned ? width : height, (canvas) => {
    canvas.setTransform(...uprightTransform(orientation, width, height))
    canvas.drawImage(bitmap, 0, 0, width, height)
  })
  return options.hasAlpha
    ? await encoded(context.canvas, 'image/png')
    : await encoded(context.canvas, 'image/jpeg', thumbnailQuality)
}

/** A canvas of this size, drawn on. */
export function paint(
  widthPx: number,
  heightPx: number,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): OffscreenCanvasRenderingContext2D {
  const context = openContext(new OffscreenCanvas(widthPx, heightPx), {})
  context.imageSmoothingQuality = 'high'
  draw(context)
  return context
}

/** The canvas as a file; its pixels are given back. */
export async function encoded(
  canvas: OffscreenCanvas,
  type: 'image/jpeg' | 'image/png',
  quality = jpegQuality,
): Promise<Blob> {
  const file = await canvas.convertToBlob({ type, quality })
  shrink(canvas)
  return file
}
