import type { PhotoLayer } from '#core/design/document.ts'
import { StampaError } from '#core/errors.ts'
import type { JobContext } from '#core/jobs.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { limits } from '#core/limits.ts'
import type { PhotoPicture } from '#core/render/assets.ts'
import {
  cutOf,
  type PhotoPass,
  type PlannedPhoto,
  plannedKey,
  SHRINK_BELOW,
} from '#core/render/photo-plan.ts'
import type { BandPhotos } from '#core/render/print-bands.ts'
import { openContext, shrink } from '../pixels/canvases.ts'
import { type Cut, decodePicture } from '../pixels/decode-picture.ts'
import { PlanarPhoto } from '../pixels/planar-photo.ts'
import { shrinkTo } from '../pixels/shrink-photo.ts'
import type { AdjustedPhotos } from './adjusted-photos.ts'
import type { DecodedPhoto } from './decoded-photo.ts'
import type { PhotoSource } from './photo-cache.ts'

/** Bytes of decoded photos that a print holds at a time, beside the one being decoded. */
export const PRINT_PHOTO_BYTES = 80 << 20
/** Photos that are decoded at once, the one that is made smaller among them... */
const DECODED_AT_ONCE = 3
/** ... where they take no more than one of the working size. */
const DECODED_BYTES_MAX = limits.workingPxMax * 4
/** Rows of a photo that are made smaller at a time. */
const STRIP_ROWS = 128
/** Nearer to the size it is drawn at a picture is as good as at that size. */
const TURNED_ABOVE = 0.98
/** So small, a pixel covers a whole value of colour planes that are half as fine as the photo. */
const PLANAR_UP_TO = 0.5

/** A photo on its way to its picture: decoding has begun. */
interface Begun {
  readonly planned: PlannedPhoto
  readonly cut: Cut
  readonly part: DecodedPhoto['part']
  /** What it takes once decoded: of pixels until it is known better. */
  bytes: number
  readonly decoded: Promise<ImageBitmap | PlanarPhoto>
}

/** The photos of one pass on their way. */
interface Decoding {
  readonly photos: readonly PlannedPhoto[]
  /** Of `photos`, the first ones. */
  readonly begun: Begun[]
  isOver: boolean
}

/** No more of them are begun; what was decoded for nothing is given back. */
function endDecoding(decoding: Decoding): void {
  decoding.isOver = true
  for (const { decoded } of decoding.begun) {
    decoded.then((photo) => photo.close()).catch(() => undefined)
  }
}

/** The photos of one pass over a print, decoded at the print's own scale and adjusted. */
export class PrintPhotos implements BandPhotos {
  readonly #source: PhotoSource
  readonly #kernels: Promise<Kernels>
  readonly #adjusted: AdjustedPhotos
  readonly #pictures = new Map<string, DecodedPhoto>()
  #decoding: Decoding | null = null
  #coming: readonly { readonly fromBand: number; readonly ready: Promise<void> }[] = []

  constructor(source: PhotoSource, kernels: Promise<Kernels>, adjusted: AdjustedPhotos) {
    this.#source = source
    this.#kernels = kernels
    this.#adjusted = adjusted
  }

  readonly picture = (layer: PhotoLayer, wantedWidthPx: number): PhotoPicture | null => {
    const picture = this.#pictures.get(plannedKey(layer))
    if (picture === undefined) return null
    const scale = (wantedWidthPx * picture.part.width) / picture.widthPx
    // Nothing is left to make smaller: to turn it, four neighbours are as good as a pyramid.
    return scale <= 1 && scale > TURNED_ABOVE ? { ...picture, smoothing: 'low' } : picture
  }

  /** While one photo is made smaller here, the browser decodes the next. */
  enter(pass: PhotoPass, job: JobContext): void {
    this.close()
    const decoding: Decoding = {
      photos: pass.photos.toSorted((one, other) => one.fromBand - other.fromBand),
      begun: [],
      isOver: false,
    }
    this.#decoding = decoding
    let before: Promise<void> = Promise.resolve()
    this.#coming = decoding.photos.map(({ fromBand }, at) => {
      const ready = before.then(() => this.#make(decoding, at, job))
      // Whoever waits for it is told; it may fail before somebody does.
      ready.catch(() => undefined)
      before = ready
      return { fromBand, ready }
    })
  }

  /** @throws StampaError `photo-missing`, `photo-damaged`, `script-failed`, `cancelled` */
  async reach(toBand: number): Promise<void> {
    for (const { fromBand, ready } of this.#coming) if (fromBand < toBand) await ready
  }

  close(): void {
    if (this.#decoding !== null) endDecoding(this.#decoding)
    this.#decoding = null
    this.#coming = []
    for (const { image } of this.#pictures.values()) image.close()
    this.#pictures.clear()
  }

  async #make(decoding: Decoding, at: number, job: JobContext): Promise<void> {
    try {
      await job.checkpoint()
      this.#beginMore(decoding, at)
      const now = decoding.begun[at]
      if (now === undefined) throw new StampaError('cancelled')
      const decoded = await now.decoded
      if (decoded instanceof PlanarPhoto) now.bytes = decoded.bytes
      this.#beginMore(decoding, at)
      const plain = await this.#atScale(now, decoded, job)
      const { adjustedFor: layer, photo } = now.planned
      const picture = layer === null ? plain : await this.#adjust(layer, plain, job)
      if (decoding.isOver) picture.image.close()
      else this.#pictures.set(layer === null ? photo.hash : layer.id, picture)
    } catch (thrown) {
      endDecoding(decoding)
      throw thrown
    }
  }

  /** Begins as many photos from `at` on as may be decoded at once. */
  #beginMore(decoding: Decoding, at: number): void {
    const { photos, begun, isOver } = decoding
    const room = (next: PlannedPhoto): boolean => {
      const bytes = begun.slice(at).reduce((sum, photo) => sum + photo.bytes, 0)
      return bytes === 0 || bytes + cutOf(next).bytes <= DECODED_BYTES_MAX
    }
    while (!isOver && begun.length < at + DECODED_AT_ONCE) {
      const next = photos[begun.length]
      if (next === undefined || !room(next)) return
      begun.push(this.#begin(next))
    }
  }

  #begin(planned: PlannedPhoto): Begun {
    const { cut, part, bytes } = cutOf(planned)
    const decoded = this.#source
      .get(planned.photo.hash)
      .then((file) => decodePlanned(file, planned, cut))
    // Whoever waits for it is told; it may fail before somebody does.
    decoded.catch(() => undefined)
    return { planned, cut, part, bytes, decoded }
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
    { planned, cut, part }: Begun,
    decoded: ImageBitmap | PlanarPhoto,
    job: JobContext,
  ): Promise<DecodedPhoto> {
    const isAsItIs = decoded instanceof ImageBitmap && !isShrunk(planned)
    const size = sizeOf(planned, cut)
    const image = isAsItIs
      ? decoded
      : await shrinkTo(await this.#kernels, decoded, { cut, ...size }, job.checkpoint)
    return { image, widthPx: image.width, heightPx: image.height, part }
  }
}

const scaleOf = ({ widthPx, photo }: PlannedPhoto): number => widthPx / photo.widthPx
/** Beyond the working size a photo is decoded at the print's scale at once. */
const isLarge = ({ photo }: PlannedPhoto) => photo.widthPx * photo.heightPx > limits.workingPxMax

/** Whether our own kernel makes it smaller, once it is decoded. */
const isShrunk = (planned: PlannedPhoto): boolean =>
  !isLarge(planned) && scaleOf(planned) < SHRINK_BELOW

async function decodePlanned(
  file: Blob,
  planned: PlannedPhoto,
  cut: Cut,
): Promise<ImageBitmap | PlanarPhoto> {
  if (isShrunk(planned) && scaleOf(planned) <= PLANAR_UP_TO) {
    const planar = await PlanarPhoto.decode(file, planned.photo.mediaType)
    if (planar !== null) return planar
  }
  return await decodePicture(file, { cut, ...decodedSizeOf(planned, cut) })
}

/** The size at which a cut of it is printed. */
function sizeOf(planned: PlannedPhoto, cut: Cut) {
  const scale = scaleOf(planned)
  return {
    widthPx: Math.max(1, Math.ceil(cut.width * scale)),
    heightPx: Math.max(1, Math.ceil(cut.height * scale)),
  }
}

function decodedSizeOf(planned: PlannedPhoto, cut: Cut): ImageBitmapOptions {
  if (!isLarge(planned) || scaleOf(planned) >= SHRINK_BELOW) return {}
  const { widthPx, heightPx } = sizeOf(planned, cut)
  return { resizeWidth: widthPx, resizeHeight: heightPx, resizeQuality: 'high' }
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
