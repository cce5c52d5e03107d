import type { PhotoRef } from '#core/design/document.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { shrink } from './canvases.ts'
import { bandsOf } from './decode-bands.ts'

/** JPEG decoders leave out what is finer than so many eighths of a picture (libjpeg, `scale_num`). */
const EIGHTHS = 8

/**
 * A stored JPEG, decoded straight to less than its size: in a part of the time, and nearly the mean
 * of the pixels that it leaves out.
 * @param leastPx its longer side is at least this, and less than the photo's
 * @returns null where the browser cannot, or where nothing would be left out
 */
export async function decodeSmall(
  file: Blob,
  photo: PhotoRef,
  leastPx: number,
): Promise<Raster | null> {
  const eighths = Math.ceil((EIGHTHS * leastPx) / Math.max(photo.widthPx, photo.heightPx))
  if (eighths >= EIGHTHS || photo.mediaType !== 'image/jpeg') return null
  if (!('ImageDecoder' in self) || (await bandsOf(file)) !== null) return null
  const widthPx = Math.ceil((photo.widthPx * eighths) / EIGHTHS)
  const heightPx = Math.ceil((photo.heightPx * eighths) / EIGHTHS)
  const decoder = new ImageDecoder({
    type: photo.mediaType,
    data: await file.arrayBuffer(),
    desiredWidth: widthPx,
    desiredHeight: heightPx,
  })
  try {
    const { image } = await decoder.decode()
    try {
      return pixelsOf(image, widthPx, heightPx)
    } finally {
      image.close()
    }
  } catch {
    // Whoever decodes it whole says what is wrong with it.
    return null
  } finally {
    decoder.close()
  }
}

function pixelsOf(image: VideoFrame, widthPx: number, heightPx: number): Raster | null {
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return null
  // A decoder may give it larger than was desired.
  context.imageSmoothingQuality = 'medium'
  context.drawImage(image, 0, 0, widthPx, heightPx)
  const { data: rgba } = context.getImageData(0, 0, widthPx, heightPx)
  shrink(canvas)
  return { widthPx, heightPx, rgba }
}
