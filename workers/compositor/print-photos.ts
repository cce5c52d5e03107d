import type { PhotoRef } from '#core/design/document.ts'
import type { JobContext } from '#core/jobs.ts'
import { AreaScaler } from '#core/render/area-scale.ts'
import type { PhotoPicture } from '#core/render/assets.ts'
import type { PhotoPass, PlannedPhoto } from '#core/render/photo-plan.ts'
import { decodePicture } from '../pixels/decode-picture.ts'
import type { PhotoSource } from './photo-cache.ts'
import { openContext, shrink } from './scratch-canvases.ts'

/** Bytes of decoded photos that a print holds at a time, beside the one being decoded. */
export const PRINT_PHOTO_BYTES = 80 << 20
const STRIP_ROWS = 128
/** Nearer to its own size a photo is drawn as it is: the canvas interpolates. */
const SHRINK_BELOW = 0.95

interface Picture extends PhotoPicture {
  readonly image: ImageBitmap
}

/** The photos of one pass over a print, decoded at the print's own scale. */
export class PrintPhotos {
  readonly #source: PhotoSource
  readonly #pictures = new Map<string, Picture>()

  constructor(source: PhotoSource) {
    this.#source = source
  }

  readonly picture = (photo: PhotoRef): PhotoPicture | null =>
    this.#pictures.get(photo.hash) ?? null

  /**
   * Closes the last pass's photos and decodes those of this one.
   * @throws StampaError `photo-missing`, `photo-damaged`, `cancelled`
   */
  async enter(pass: PhotoPass, job: JobContext): Promise<void> {
    this.close()
    for (const planned of pass.photos) {
      await job.checkpoint()
      const file = await this.#source.get(planned.photo.hash)
      this.#pictures.set(planned.photo.hash, await preparePart(file, planned, job))
    }
  }

  close(): void {
    for (const { image } of this.#pictures.values()) image.close()
    this.#pictures.clear()
  }
}

/** The planned part in whole source pixels, at most as large as it is printed. */
async function preparePart(file: Blob, planned: PlannedPhoto, job: JobContext): Promise<Picture> {
  const { photo, part } = planned
  const x = Math.floor(part.x * photo.widthPx)
  const y = Math.floor(part.y * photo.heightPx)
  const width = Math.min(photo.widthPx, Math.ceil((part.x + part.width) * photo.widthPx)) - x
  const height = Math.min(photo.heightPx, Math.ceil((part.y + part.height) * photo.heightPx)) - y
  const cut = await decodePicture(file, { cut: { x, y, width, height } })
  const scale = planned.widthPx / photo.widthPx
  const image = scale < SHRINK_BELOW ? await shrinkTo(cut, scale, job) : cut
  return {
    image,
    widthPx: image.width,
    heightPx: image.height,
    part: {
      x: x / photo.widthPx,
      y: y / photo.heightPx,
      width: width / photo.widthPx,
      height: height / photo.heightPx,
    },
  }
}

/** Made smaller by our own kernel, strip by strip; the source is closed. */
async function shrinkTo(source: ImageBitmap, scale: number, job: JobContext): Promise<ImageBitmap> {
  const width = Math.max(1, Math.ceil(source.width * scale))
  const height = Math.max(1, Math.ceil(source.height * scale))
  const strip = new OffscreenCanvas(source.width, STRIP_ROWS)
  const target = new OffscreenCanvas(width, height)
  try {
    const reader = openContext(strip, { willReadFrequently: true })
    const writer = openContext(target, { willReadFrequently: true })
    const scaler = new AreaScaler(source.width, source.height, width, height)
    let written = 0
    for (let y = 0; y < source.height; y += STRIP_ROWS) {
      await job.checkpoint()
      const rows = Math.min(STRIP_ROWS, source.height - y)
      reader.clearRect(0, 0, source.width, rows)
      reader.drawImage(source, 0, y, source.width, rows, 0, 0, source.width, rows)
      const done = scaler.push(reader.getImageData(0, 0, source.width, rows).data, rows)
      const doneRows = done.length / (width * 4)
      if (doneRows === 0) continue
      writer.putImageData(new ImageData(done, width, doneRows), 0, written)
      written += doneRows
    }
    source.close()
    return target.transferToImageBitmap()
  } finally {
    source.close()
    shrink(strip)
    shrink(target)
  }
}
