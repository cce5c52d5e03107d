import type { PhotoLayer } from '#core/design/document.ts'
import type { JobContext } from '#core/jobs.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { limits } from '#core/limits.ts'
import { cutOf, type PhotoPass, type PlannedPhoto, plannedKey } from '#core/render/photo-plan.ts'
import { type Cut, decodePicture } from '../pixels/decode-picture.ts'
import type { AdjustedPhotos } from './adjusted-photos.ts'
import type { DecodedPhoto } from './decoded-photo.ts'
import type { PhotoSource } from './photo-cache.ts'
import { openContext, shrink } from './scratch-canvases.ts'

/** Bytes of decoded photos that a print holds at a time, beside the one being decoded. */
export const PRINT_PHOTO_BYTES = 80 << 20
/** Of two photos that are decoded at once: no more than one of the working size takes. */
const DECODED_BYTES_MAX = limits.workingPxMax * 4
/** Rows of a photo that are made smaller at a time. */
const STRIP_ROWS = 128
/** Nearer to its own size a photo is drawn as it is: the canvas interpolates. */
const SHRINK_BELOW = 0.95

/** A photo on its way to its picture: decoding has begun. */
interface Begun {
  readonly planned: PlannedPhoto
  readonly part: DecodedPhoto['part']
  /** Of the decoded part. */
  readonly bytes: number
  readonly decoded: Promise<ImageBitmap>
}

/** The photos of one pass over a print, decoded at the print's own scale and adjusted. */
export class PrintPhotos {
  readonly #source: PhotoSource
  readonly #kernels: Kernels
  readonly #adjusted: AdjustedPhotos
  readonly #pictures = new Map<string, DecodedPhoto>()

  constructor(source: PhotoSource, kernels: Kernels, adjusted: AdjustedPhotos) {
    this.#source = source
    this.#kernels = kernels
    this.#adjusted = adjusted
  }

  readonly picture = (layer: PhotoLayer): DecodedPhoto | null =>
    this.#pictures.get(plannedKey(layer)) ?? null

  /**
   * Closes the last pass's photos and decodes those of this one. While one is made smaller here, the
   * browser decodes the next where both together are no larger than one photo may be.
   * @throws StampaError `photo-missing`, `photo-damaged`, `script-failed`, `cancelled`
   */
  async enter(pass: PhotoPass, job: JobContext): Promise<void> {
    this.close()
    let begun: Begun | null = null
    try {
      for (const [at, planned] of pass.photos.entries()) {
        await job.checkpoint()
        const now: Begun = begun ?? this.#begin(planned)
        begun = null
        const cut = await now.decoded
        const next = pass.photos[at + 1]
        if (next !== undefined && now.bytes + cutOf(next).bytes <= DECODED_BYTES_MAX) {
          begun = this.#begin(next)
        }
        const plain = await this.#atScale(now, cut, job)
        const layer = planned.adjustedFor
        if (layer === null) this.#pictures.set(planned.photo.hash, plain)
        else this.#pictures.set(layer.id, await this.#adjust(layer, plain, job))
      }
    } finally {
      begun?.decoded.then((cut) => cut.close()).catch(() => undefined)
    }
  }

  close(): void {
    for (const { image } of this.#pictures.values()) image.close()
    this.#pictures.clear()
  }

  #begin(planned: PlannedPhoto): Begun {
    const { cut, part, bytes } = cutOf(planned)
    const decoded = this.#source
      .get(planned.photo.hash)
      .then((file) => decodePicture(file, { cut, ...sizeOf(planned, cut) }))
    // Whoever waits for it is told; it may fail before somebody does.
    decoded.catch(() => undefined)
    return { planned, part, bytes, decoded }
  }

  async #adjust(layer: PhotoLayer, plain: DecodedPhoto, job: JobContext): Promise<DecodedPhoto> {
    try {
      await this.#adjusted.load([layer])
      return await adjustPart(this.#adjusted, layer, plain, job)
    } finally {
      plain.image.close()
    }
  }

  /** At most as large as it is printed. */
  async #atScale(
    { planned, part }: Begun,
    cut: ImageBitmap,
    job: JobContext,
  ): Promise<DecodedPhoto> {
    const scale = planned.widthPx / planned.photo.widthPx
    const isShrunk = isLarge(planned) || scale >= SHRINK_BELOW
    const image = isShrunk ? cut : await shrinkTo(this.#kernels, cut, scale, job)
    return { image, widthPx: image.width, heightPx: image.height, part }
  }
}

/** Beyond the working size a photo is decoded at the print's scale at once. */
const isLarge = ({ photo }: PlannedPhoto) => photo.widthPx * photo.heightPx > limits.workingPxMax

function sizeOf(planned: PlannedPhoto, cut: Cut): ImageBitmapOptions {
  const scale = planned.widthPx / planned.photo.widthPx
  if (!isLarge(planned) || scale >= SHRINK_BELOW) return {}
  return {
    resizeWidth: Math.max(1, Math.ceil(cut.width * scale)),
    resizeHeight: Math.max(1, Math.ceil(cut.height * scale)),
    resizeQuality: 'high',
  }
}

/** The picture as its layer's adjustments show it, strip by strip. */
async function adjustPart(
  adjusted: AdjustedPhotos,
  layer: PhotoLayer,
  source: DecodedPhoto,
  job: JobContext,
): Promise<DecodedPhoto> {
  const { widthPx, heightPx, part, image } = source
  const strip = new OffscreenCanvas(widthPx, STRIP_ROWS)
  const target = new OffscreenCanvas(widthPx, heightPx)
  try {
    const reader = openContext(strip, { willReadFrequently: true })
    const writer = openContext(target, { willReadFrequently: true })
    for (let y = 0; y < heightPx; y += STRIP_ROWS) {
      await job.checkpoint()
      const rows = Math.min(STRIP_ROWS, heightPx - y)
      reader.clearRect(0, 0, widthPx, rows)
      reader.drawImage(image, 0, y, widthPx, rows, 0, 0, widthPx, rows)
      const pixels = reader.getImageData(0, 0, widthPx, rows)
      const raster = { widthPx, heightPx: rows, rgba: pixels.data }
      adjusted.adjustRows(layer, { part, widthPx, heightPx }, raster, y)
      writer.putImageData(pixels, 0, y)
    }
    return { ...source, image: target.transferToImageBitmap() }
  } finally {
    shrink(strip)
    shrink(target)
  }
}

/** Made smaller by our own kernel, strip by strip; the source is closed. */
async function shrinkTo(
  kernels: Kernels,
  source: ImageBitmap,
  scale: number,
  job: JobContext,
): Promise<ImageBitmap> {
  const size = {
    widthPx: Math.max(1, Math.ceil(source.width * scale)),
    heightPx: Math.max(1, Math.ceil(source.height * scale)),
  }
  const ratio = source.height / size.heightPx
  const stripRows = Math.max(1, Math.floor(STRIP_ROWS / ratio))
  const strip = new OffscreenCanvas(source.width, Math.ceil(stripRows * ratio) + 1)
  const target = new OffscreenCanvas(size.widthPx, size.heightPx)
  try {
    const reader = openContext(strip, { willReadFrequently: true })
    const writer = openContext(target, { willReadFrequently: true })
    // Nothing of the strip before shows through where the photo is clear.
    reader.globalCompositeOperation = 'copy'
    for (let topPx = 0; topPx < size.heightPx; topPx += stripRows) {
      await job.checkpoint()
      const heightPx = Math.min(stripRows, size.heightPx - topPx)
      const from = Math.floor(topPx * ratio)
      const rows = Math.min(source.height, Math.ceil((topPx + heightPx) * ratio)) - from
      reader.drawImage(source, 0, from, source.width, rows, 0, 0, source.width, rows)
      const { data } = reader.getImageData(0, 0, source.width, rows)
      const part = {
        rows: { widthPx: source.width, heightPx: rows, rgba: data },
        topPx: from,
        wholeHeightPx: source.height,
      }
      const { rgba } = kernels.resizeAreaRows(part, size, { topPx, heightPx })
      writer.putImageData(new ImageData(rgba, size.widthPx, heightPx), 0, topPx)
    }
    return target.transferToImageBitmap()
  } finally {
    source.close()
    shrink(strip)
    shrink(target)
  }
}
