import type { PackingKernels } from '#core/formats/image-rows.ts'
import { encodePng } from '#core/imaging/encode-png.ts'
import { RESULT_JPEG_QUALITY } from '#core/imaging/tool-files.ts'
import { isOpaque, type PixelSink } from '#core/pixels/pixels.ts'
import type { Job } from '../job-registry.ts'
import { openContext, shrink } from './canvases.ts'
import type { PictureFile } from './packed-png.ts'

/** Takes a result in strips; `close` gives the canvas back. */
export class ResultCanvas implements PixelSink {
  readonly #canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D
  readonly #packing: PackingKernels
  #isOpaque = true

  constructor(widthPx: number, heightPx: number, packing: PackingKernels) {
    this.#canvas = new OffscreenCanvas(widthPx, heightPx)
    this.#context = openContext(this.#canvas, { willReadFrequently: true })
    this.#packing = packing
  }

  write: PixelSink['write'] = (topPx, strip) => {
    this.#isOpaque &&= isOpaque(strip)
    this.#context.putImageData(new ImageData(strip.rgba, strip.widthPx, strip.heightPx), 0, topPx)
  }

  async encoded(job: Job): Promise<PictureFile> {
    return this.#isOpaque ? await this.#jpeg() : await this.#png(job)
  }

  async #jpeg(): Promise<PictureFile> {
    const mediaType = 'image/jpeg'
    const blob = await this.#canvas.convertToBlob({
      type: mediaType,
      quality: RESULT_JPEG_QUALITY / 100,
    })
    return { blob, mediaType }
  }

  async #png(job: Job): Promise<PictureFile> {
    const { width: widthPx, height: heightPx } = this.#canvas
    const size = { widthPx, heightPx, samples: 4 } as const
    const pieces = await encodePng(this.#packing, size, job, (topPx, rows) => {
      return this.#context.getImageData(0, topPx, widthPx, rows).data
    })
    const mediaType = 'image/png'
    return { blob: new Blob(pieces, { type: mediaType }), mediaType }
  }

  close(): void {
    shrink(this.#canvas)
  }
}
