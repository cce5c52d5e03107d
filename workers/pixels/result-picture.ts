import type { PhotoRef } from '#core/design/document.ts'
import type { PackingKernels } from '#core/formats/image-rows.ts'
import { encodePng } from '#core/imaging/encode-png.ts'
import { isOpaque, type PixelSink } from '#core/pixels/pixels.ts'
import type { Plane } from '#core/pixels/raster.ts'
import type { Job } from '../job-registry.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import { PackedPng, type PictureFile } from './packed-png.ts'
import { ResultCanvas } from './result-canvas.ts'

/**
 * Takes a result in strips and encodes it: as a PNG while it is drawn where the first strip is not
 * opaque, as a cut-out's is; else on a canvas, since it may be a JPEG.
 */
export class ResultPicture implements PixelSink {
  readonly #widthPx: number
  readonly #heightPx: number
  readonly #packing: PackingKernels
  #taker: PackedPng | ResultCanvas | null = null

  constructor(widthPx: number, heightPx: number, packing: PackingKernels) {
    this.#widthPx = widthPx
    this.#heightPx = heightPx
    this.#packing = packing
  }

  write: PixelSink['write'] = (topPx, strip) => {
    const [widthPx, heightPx] = [this.#widthPx, this.#heightPx]
    this.#taker ??= isOpaque(strip)
      ? new ResultCanvas(widthPx, heightPx, this.#packing)
      : new PackedPng({ widthPx, heightPx }, this.#packing)
    return this.#taker.write(topPx, strip)
  }

  /** Stores the result: JPEG where it is opaque, PNG where it is not. */
  async store(store: PhotoStore, job: Job): Promise<PhotoRef> {
    const { blob, mediaType } = await this.encoded(job)
    return keep(
      store,
      { blob, mediaType },
      { widthPx: this.#widthPx, heightPx: this.#heightPx },
      job,
    )
  }

  /** The picture as a file, which is stored nowhere. */
  async encoded(job: Job): Promise<PictureFile> {
    job.report({ stage: 'encode', done: 0, total: 1, unit: 'steps' })
    const taker = this.#taker
    if (taker === null) throw new Error('nothing was drawn')
    const file = await taker.encoded(job)
    job.report({ stage: 'encode', done: 1, total: 1, unit: 'steps' })
    await job.checkpoint()
    return file
  }

  /** Gives back what drawing took. */
  close(): void {
    if (this.#taker instanceof ResultCanvas) this.#taker.close()
    this.#taker = null
  }
}

/** Stores a matte as a grey PNG. */
export async function storeMatte(
  store: PhotoStore,
  matte: Plane,
  packing: PackingKernels,
  job: Job,
): Promise<PhotoRef> {
  const { widthPx, heightPx, values } = matte
  const pieces = await encodePng(packing, { widthPx, heightPx, samples: 1 }, job, (topPx, rows) =>
    values.subarray(topPx * widthPx, (topPx + rows) * widthPx),
  )
  const blob = new Blob(pieces, { type: 'image/png' })
  return keep(store, { blob, mediaType: 'image/png' }, matte, job)
}

async function keep(
  store: PhotoStore,
  { blob, mediaType }: PictureFile,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  job: Job,
): Promise<PhotoRef> {
  job.report({ stage: 'store', done: 0, total: 1, unit: 'steps' })
  const hash = await store.put(blob)
  job.report({ stage: 'store', done: 1, total: 1, unit: 'steps' })
  return { hash, widthPx, heightPx, mediaType }
}
