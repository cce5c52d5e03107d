import type { PhotoRef } from '#core/design/document.ts'
import { StampaError } from '#core/errors.ts'
import { encodePng } from '#core/imaging/encode-png.ts'
import { isOpaque, type PixelSink } from '#core/pixels/pixels.ts'
import type { Plane } from '#core/pixels/raster.ts'
import type { Job } from '../job-registry.ts'
import { loadKernels } from '../kernels.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'

const JPEG_QUALITY = 0.95

/** Takes a result in strips and encodes it; `close` gives the canvas back. */
export class ResultCanvas implements PixelSink {
  readonly #canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D
  #isOpaque = true

  constructor(widthPx: number, heightPx: number) {
    this.#canvas = new OffscreenCanvas(widthPx, heightPx)
    const context = this.#canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) throw new StampaError('device-too-weak', { cause: 'no canvas' })
    this.#context = context
  }

  write: PixelSink['write'] = (topPx, strip) => {
    this.#isOpaque &&= isOpaque(strip)
    this.#context.putImageData(new ImageData(strip.rgba, strip.widthPx, strip.heightPx), 0, topPx)
  }

  /** Stores the result: JPEG where it is opaque, PNG where it is not. */
  async store(store: PhotoStore, job: Job): Promise<PhotoRef> {
    const { blob, mediaType } = await this.encoded(job)
    return keep(store, blob, mediaType, this.#canvas.width, this.#canvas.height, job)
  }

  /** The picture as a file, which is stored nowhere. */
  async encoded(job: Job): Promise<{ blob: Blob; mediaType: 'image/jpeg' | 'image/png' }> {
    job.report({ stage: 'encode', done: 0, total: 1, unit: 'steps' })
    const mediaType = this.#isOpaque ? 'image/jpeg' : 'image/png'
    const blob = this.#isOpaque
      ? await this.#canvas.convertToBlob({ type: mediaType, quality: JPEG_QUALITY })
      : await this.#png(job)
    job.report({ stage: 'encode', done: 1, total: 1, unit: 'steps' })
    await job.checkpoint()
    return { blob, mediaType }
  }

  async #png(job: Job): Promise<Blob> {
    const { width: widthPx, height: heightPx } = this.#canvas
    const kernels = await loadKernels()
    const size = { widthPx, heightPx, samples: 4 } as const
    const pieces = await encodePng(kernels, size, job, (topPx, rows) => {
      return this.#context.getImageData(0, topPx, widthPx, rows).data
    })
    return pngOf(pieces)
  }

  bitmap(): ImageBitmap {
    return this.#canvas.transferToImageBitmap()
  }

  close(): void {
    this.#canvas.width = 1
    this.#canvas.height = 1
  }
}

/** Stores a matte as a grey PNG. */
export async function storeMatte(store: PhotoStore, matte: Plane, job: Job): Promise<PhotoRef> {
  const { widthPx, heightPx, values } = matte
  const kernels = await loadKernels()
  const pieces = await encodePng(kernels, { widthPx, heightPx, samples: 1 }, job, (topPx, rows) =>
    values.subarray(topPx * widthPx, (topPx + rows) * widthPx),
  )
  return keep(store, pngOf(pieces), 'image/png', widthPx, heightPx, job)
}

const pngOf = (pieces: Uint8Array<ArrayBuffer>[]) => new Blob(pieces, { type: 'image/png' })

async function keep(
  store: PhotoStore,
  blob: Blob,
  mediaType: PhotoRef['mediaType'],
  widthPx: number,
  heightPx: number,
  job: Job,
): Promise<PhotoRef> {
  job.report({ stage: 'store', done: 0, total: 1, unit: 'steps' })
  const hash = await store.put(blob)
  job.report({ stage: 'store', done: 1, total: 1, unit: 'steps' })
  return { hash, widthPx, heightPx, mediaType }
}
