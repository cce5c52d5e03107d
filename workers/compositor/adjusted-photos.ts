import { adjustPixels, changesPixels, type PhotoPart } from '#core/adjustments/adjust-pixels.ts'
import { ByteLru } from '#core/cache/byte-lru.ts'
import type { Adjustments } from '#core/design/adjustments.ts'
import type { Crop, PhotoLayer, PhotoRef } from '#core/design/document.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import type { Surroundings } from '#core/kernels/light.ts'
import { SURROUNDINGS_PX, surroundingsOf } from '#core/kernels/surroundings.ts'
import { fittedSize } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import type { PhotoPicture } from '#core/render/assets.ts'
import { loadKernels } from '../kernels.ts'
import { openContext, shrink } from '../pixels/canvases.ts'
import { decodePicture } from '../pixels/decode-picture.ts'
import type { DecodedPhoto } from './decoded-photo.ts'
import type { PhotoCache, PhotoSource } from './photo-cache.ts'

/** How carefully a picture is made: while a slider is pulled, each frame must come in time. */
export type Care = 'moving' | 'still'

/** Pixels of a layer's crop at most; beyond it the canvas enlarges. */
const PIXELS_MAX: Readonly<Record<Care, number>> = { moving: 360_000, still: 4_000_000 }
const SOURCE_BYTES = 32 << 20
const PICTURE_BYTES = 48 << 20
const SURROUNDINGS_BYTES = 8 << 20
/** Widths that pictures are made at, as factors: a photo that is scaled keeps its picture a while. */
const WIDTH_STEP = Math.SQRT2

interface AdjustedPicture {
  readonly picture: PhotoPicture
  readonly canvas: OffscreenCanvas
  /** What it shows now. */
  adjustments: Adjustments
}

/**
 * Photos as their layers' adjustments show them. A photo's crop is kept in the size it is shown
 * at, so that another setting costs one pass over those pixels. Bounded by bytes.
 */
export class AdjustedPhotos {
  readonly #source: PhotoSource
  readonly #photos: PhotoCache
  #kernels: Kernels | null = null
  readonly #surroundings = new ByteLru<string, Surroundings>({ budgetBytes: SURROUNDINGS_BYTES })
  readonly #crops = new ByteLru<string, Raster>({ budgetBytes: SOURCE_BYTES })
  readonly #pictures = new ByteLru<string, AdjustedPicture>({
    budgetBytes: PICTURE_BYTES,
    release: ({ canvas }) => shrink(canvas),
  })
  /** Photos whose surroundings could not be had; the stage shows them as they are. */
  readonly #failed = new Set<string>()

  constructor(source: PhotoSource, photos: PhotoCache) {
    this.#source = source
    this.#photos = photos
  }

  /** Layers that cannot be drawn adjusted yet, and have not failed. */
  lacking(layers: readonly PhotoLayer[]): readonly PhotoLayer[] {
    return layers.filter((layer) => {
      const { hash } = shownPhoto(layer)
      return changesPixels(layer.adjustments) && !this.#isReady(hash) && !this.#failed.has(hash)
    })
  }

  /**
   * Makes ready what adjusting these layers takes.
   * @throws StampaError `script-failed`, `photo-missing`, `photo-damaged`
   */
  async load(layers: readonly PhotoLayer[]): Promise<void> {
    for (const layer of layers) {
      const photo = shownPhoto(layer)
      if (!changesPixels(layer.adjustments) || this.#isReady(photo.hash)) continue
      try {
        this.#kernels ??= await loadKernels()
        const made = await this.#readSurroundings(this.#kernels, photo)
        const bytes = 2 * made.follow.values.byteLength
        this.#surroundings.set(photo.hash, made, bytes)
        this.#failed.delete(photo.hash)
      } catch (thrown) {
        this.#failed.add(photo.hash)
        throw thrown
      }
    }
  }

  /** Adjusts rows in place; nothing happens to a layer without adjustments. It must be loaded. */
  adjustRows(
    layer: PhotoLayer,
    place: PhotoPart,
    rows: Raster,
    topPx: number,
    care: Care = 'still',
  ): void {
    const surroundings = this.#surroundings.get(shownPhoto(layer).hash)
    if (this.#kernels === null || surroundings === undefined) return
    if (!changesPixels(layer.adjustments)) return
    const frame = { surroundings, crop: layer.crop, aspect: layer.widthMm / layer.heightMm }
    const grading = care === 'moving' ? 'coarse' : 'fine'
    adjustPixels(this.#kernels, layer.adjustments, frame, place, rows, topPx, grading)
  }

  /**
   * The layer's photo as it is to be drawn, from the best that is decoded. What is not loaded is
   * shown unadjusted.
   * @param wantedWidthPx of the whole photo
   */
  picture(
    layer: PhotoLayer,
    wantedWidthPx: number,
    care: Care,
  ): { readonly picture: PhotoPicture | null; readonly isStill: boolean } {
    const photo = shownPhoto(layer)
    const decoded = this.#photos.picture(photo, wantedWidthPx)
    const { adjustments } = layer
    if (decoded === null || !changesPixels(adjustments) || !this.#isReady(photo.hash)) {
      return { picture: decoded, isStill: true }
    }
    const still = this.#known(layer, adjustments, decoded, wantedWidthPx, 'still')
    if (still !== null) return { picture: still, isStill: true }
    const known =
      care === 'still' ? null : this.#known(layer, adjustments, decoded, wantedWidthPx, care)
    const picture = known ?? this.#make(layer, adjustments, decoded, wantedWidthPx, care)
    return { picture, isStill: care === 'still' }
  }

  forget(hashes: readonly string[]): void {
    for (const hash of hashes) {
      this.#failed.delete(hash)
      this.#surroundings.delete(hash)
      for (const [key] of this.#crops.entries()) {
        if (key.startsWith(`${hash}@`)) this.#crops.delete(key)
      }
      for (const [key] of this.#pictures.entries()) {
        if (key.includes(` ${hash}@`)) this.#pictures.delete(key)
      }
    }
  }

  #isReady(hash: string): boolean {
    return this.#kernels !== null && this.#surroundings.has(hash)
  }

  #known(
    layer: PhotoLayer,
    adjustments: Adjustments,
    decoded: DecodedPhoto,
    wantedWidthPx: number,
    care: Care,
  ): PhotoPicture | null {
    const { key } = cropOf(layer, decoded, wantedWidthPx, care)
    const before = this.#pictures.get(pictureKey(layer, care, key))
    return before?.adjustments === adjustments ? before.picture : null
  }

  #make(
    layer: PhotoLayer,
    adjustments: Adjustments,
    decoded: DecodedPhoto,
    wantedWidthPx: number,
    care: Care,
  ): PhotoPicture {
    const { key, widthPx, heightPx } = cropOf(layer, decoded, wantedWidthPx, care)
    const source = this.#crops.get(key) ?? readCrop(decoded, layer.crop, widthPx, heightPx)
    if (!this.#crops.has(key)) this.#crops.set(key, source, source.rgba.byteLength)
    const pixels = new ImageData(widthPx, heightPx)
    pixels.data.set(source.rgba)
    const rows = { widthPx, heightPx, rgba: pixels.data }
    this.adjustRows(layer, { part: layer.crop, widthPx, heightPx }, rows, 0, care)
    const name = pictureKey(layer, care, key)
    // Drawn on again and not opened anew: a slider makes one each frame.
    const before = this.#pictures.get(name)
    const canvas = before?.canvas ?? new OffscreenCanvas(widthPx, heightPx)
    openContext(canvas, { willReadFrequently: true }).putImageData(pixels, 0, 0)
    const smoothing = care === 'moving' ? 'low' : 'high'
    const picture = { image: canvas, widthPx, heightPx, part: layer.crop, smoothing } as const
    if (before !== undefined) before.adjustments = adjustments
    else this.#pictures.set(name, { picture, canvas, adjustments }, widthPx * heightPx * 4)
    return picture
  }

  async #readSurroundings(kernels: Kernels, photo: PhotoRef): Promise<Surroundings> {
    const { widthPx, heightPx } = fittedSize(photo, SURROUNDINGS_PX)
    const lent = this.#photos.lent.picture(photo.hash)
    if (lent !== null) return surroundingsOf(kernels, readCrop(lent, lent.part, widthPx, heightPx))
    const file = await this.#source.get(photo.hash)
    const small = await decodePicture(file, {
      resizeWidth: widthPx,
      resizeHeight: heightPx,
      resizeQuality: 'high',
    })
    const whole = { image: small, widthPx, heightPx, part: { x: 0, y: 0, width: 1, height: 1 } }
    try {
      return surroundingsOf(kernels, readCrop(whole, whole.part, widthPx, heightPx))
    } finally {
      small.close()
    }
  }
}

const pictureKey = ({ id }: PhotoLayer, care: Care, source: string): string =>
  `${id} ${care} ${source}`

/** The size that a layer's crop is adjusted in, and a name for those pixels. */
function cropOf(layer: PhotoLayer, decoded: DecodedPhoto, wantedWidthPx: number, care: Care) {
  const { crop } = layer
  let width = decoded.widthPx
  while (width / WIDTH_STEP >= wantedWidthPx && width > 64) width /= WIDTH_STEP
  const scale = width / decoded.widthPx
  const across = crop.width * decoded.widthPx * scale
  const down = crop.height * decoded.heightPx * scale
  const fit = Math.min(1, Math.sqrt(PIXELS_MAX[care] / (across * down)))
  const widthPx = Math.max(1, Math.round(across * fit))
  const heightPx = Math.max(1, Math.round(down * fit))
  const place = [crop.x, crop.y, crop.width, crop.height].join()
  return {
    widthPx,
    heightPx,
    key: `${shownPhoto(layer).hash}@${decoded.widthPx}@${widthPx}x${heightPx}@${place}`,
  }
}

/** Straight RGBA of a part of a picture of a whole photo, in another size. */
export function readCrop(
  { image, widthPx: fromWidth, heightPx: fromHeight }: DecodedPhoto,
  crop: Crop,
  widthPx: number,
  heightPx: number,
): Raster {
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  try {
    const ctx = openContext(canvas, { willReadFrequently: true })
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(
      image,
      crop.x * fromWidth,
      crop.y * fromHeight,
      crop.width * fromWidth,
      crop.height * fromHeight,
      0,
      0,
      widthPx,
      heightPx,
    )
    return { widthPx, heightPx, rgba: ctx.getImageData(0, 0, widthPx, heightPx).data }
  } finally {
    shrink(canvas)
  }
}
