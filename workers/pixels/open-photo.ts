import type { PhotoRef } from '#core/design/document.ts'
import { limits } from '#core/limits.ts'
import type { PixelSource } from '#core/pixels/pixels.ts'
import { createPlane, opaqueSource } from '#core/pixels/pixels.ts'
import type { Plane } from '#core/pixels/raster.ts'
import { planStrips } from '#core/pixels/strips.ts'
import type { Job } from '../job-registry.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import { openContext, shrink } from './canvases.ts'
import { decodePicture } from './decode-picture.ts'

/** A decoded photo; `close` gives its pixels back. */
export interface OpenPhoto extends PixelSource {
  /** Its size against the photo's own: under 1 where that is beyond the working size. */
  readonly ratio: number
  close(): void
}

/**
 * Decodes a stored photo, straight to `limits.workingPxMax` where it is larger. The decoded picture
 * stays with the browser; only the pieces that are read become bytes here.
 * @throws StampaError `photo-missing`, `photo-damaged`
 */
export async function openPhoto(store: PhotoStore, photo: PhotoRef, job: Job): Promise<OpenPhoto> {
  job.report({ stage: 'decode', done: 0, total: 1, unit: 'steps' })
  const bitmap = await decode(await store.get(photo.hash), photo)
  job.report({ stage: 'decode', done: 1, total: 1, unit: 'steps' })
  const isOpaque = photo.mediaType === 'image/jpeg'
  const window = new ReadingWindow(bitmap, isOpaque)
  const { width: widthPx, height: heightPx } = bitmap
  const close = () => {
    window.close()
    bitmap.close()
  }
  return {
    widthPx,
    heightPx,
    ratio: widthPx / photo.widthPx,
    read: (box) => window.read(box.x, box.y, box.width, box.height),
    ...(isOpaque && {
      alphaOnly: () => {
        close()
        return opaqueSource(widthPx, heightPx)
      },
    }),
    close,
  }
}

async function decode(blob: Blob, photo: PhotoRef): Promise<ImageBitmap> {
  const shrink = Math.sqrt(limits.workingPxMax / (photo.widthPx * photo.heightPx))
  const size: ImageBitmapOptions =
    shrink >= 1
      ? {}
      : {
          resizeWidth: Math.floor(photo.widthPx * shrink),
          resizeHeight: Math.floor(photo.heightPx * shrink),
          resizeQuality: 'high',
        }
  const wholePx = photo.widthPx * photo.heightPx
  return await decodePicture(blob, { premultiplyAlpha: 'none', wholePx, ...size })
}

/** A small canvas through which pieces of the picture are read; it grows to the largest asked. */
class ReadingWindow {
  readonly #bitmap: ImageBitmap
  readonly #isOpaque: boolean
  readonly #canvas = new OffscreenCanvas(1, 1)
  #context: OffscreenCanvasRenderingContext2D | null = null

  constructor(bitmap: ImageBitmap, isOpaque: boolean) {
    this.#bitmap = bitmap
    this.#isOpaque = isOpaque
  }

  read(x: number, y: number, widthPx: number, heightPx: number) {
    const context = this.#sized(widthPx, heightPx)
    // What is opaque covers what was read before.
    if (!this.#isOpaque) context.clearRect(0, 0, widthPx, heightPx)
    context.drawImage(this.#bitmap, x, y, widthPx, heightPx, 0, 0, widthPx, heightPx)
    const { data } = context.getImageData(0, 0, widthPx, heightPx)
    return { widthPx, heightPx, rgba: data }
  }

  #sized(widthPx: number, heightPx: number): OffscreenCanvasRenderingContext2D {
    if (this.#canvas.width < widthPx) this.#canvas.width = widthPx
    if (this.#canvas.height < heightPx) this.#canvas.height = heightPx
    this.#context ??= openContext(this.#canvas, { willReadFrequently: true })
    return this.#context
  }

  close(): void {
    shrink(this.#canvas)
  }
}

/** A stored matte as one channel. */
export async function openMatte(store: PhotoStore, matte: PhotoRef, job: Job): Promise<Plane> {
  const photo = await openPhoto(store, matte, job)
  try {
    const plane = createPlane(photo.widthPx, photo.heightPx)
    for (const strip of planStrips(photo.widthPx, photo.heightPx, 0)) {
      const { rgba } = photo.read({
        x: 0,
        y: strip.topPx,
        width: photo.widthPx,
        height: strip.heightPx,
      })
      const offset = strip.topPx * photo.widthPx
      for (let i = 0; i < rgba.length; i += 4) plane.values[offset + i / 4] = rgba[i] ?? 0
      await job.checkpoint()
    }
    return plane
  } finally {
    photo.close()
  }
}
