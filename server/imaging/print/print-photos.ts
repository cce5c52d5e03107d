import { adjustPixels, changesPixels } from '#core/adjustments/adjust-pixels.ts'
import type { PhotoLayer } from '#core/design/document.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import { StampaError } from '#core/errors.ts'
import type { JobContext } from '#core/jobs.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import type { Surroundings } from '#core/kernels/light.ts'
import { SURROUNDINGS_PX, surroundingsOf } from '#core/kernels/surroundings.ts'
import { createRaster, cropRaster, fittedSize, rasterRows } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import {
  cutOf,
  type PhotoPass,
  type PlannedPhoto,
  plannedKey,
  SHRINK_BELOW,
} from '#core/render/photo-plan.ts'
import type { BandPhotos } from '#core/render/print-bands.ts'
import { decodePhoto } from '../decode-photo.ts'
import { type PrintPicture, photoPicture } from './canvases.ts'

/** Rows of a photo that are worked on at a time. */
const STRIP_ROWS = 128

/** The photos of one pass over a print, decoded at the print's own scale and adjusted. */
export class PrintPhotos implements BandPhotos {
  readonly #files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  readonly #kernels: Kernels
  readonly #pictures = new Map<string, PrintPicture>()
  readonly #surroundings = new Map<string, Surroundings>()
  #coming: readonly { readonly planned: PlannedPhoto; readonly job: JobContext }[] = []

  /** @param files of the design's photos, by their hash */
  constructor(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>, kernels: Kernels) {
    this.#files = files
    this.#kernels = kernels
  }

  readonly picture = (layer: PhotoLayer): PrintPicture | null =>
    this.#pictures.get(plannedKey(layer)) ?? null

  enter(pass: PhotoPass, job: JobContext): void {
    this.close()
    this.#coming = pass.photos.map((planned) => ({ planned, job }))
  }

  async reach(toBand: number): Promise<void> {
    const wanted = this.#coming.filter(({ planned }) => planned.fromBand < toBand)
    this.#coming = this.#coming.filter(({ planned }) => planned.fromBand >= toBand)
    for (const { planned, job } of wanted) {
      await job.checkpoint()
      const layer = planned.adjustedFor
      const { raster, part } = await this.#atScale(planned, layer, job)
      if (layer !== null) await this.#adjust(layer, raster, part, job)
      const key = layer === null ? planned.photo.hash : layer.id
      this.#pictures.set(key, photoPicture(raster, part))
    }
  }

  close(): void {
    for (const picture of this.#pictures.values()) picture.release()
    this.#pictures.clear()
  }

  async #atScale(planned: PlannedPhoto, layer: PhotoLayer | null, job: JobContext) {
    const { hash, widthPx } = planned.photo
    const file = this.#files.get(hash)
    if (file === undefined) throw new StampaError('photo-missing', { cause: hash })
    const photo = await decodePhoto(file, { ...job, report: () => undefined }, 'own')
    if (layer !== null && !this.#surroundings.has(hash)) {
      const small = fittedSize(photo, SURROUNDINGS_PX)
      const copy = this.#kernels.resizeArea(photo, small.widthPx, small.heightPx)
      this.#surroundings.set(hash, surroundingsOf(this.#kernels, copy))
    }
    const { cut, part } = cutOf(planned)
    const raster = cropRaster(photo, cut)
    const scale = planned.widthPx / widthPx
    return { raster: scale < SHRINK_BELOW ? await this.#shrink(raster, scale, job) : raster, part }
  }

  /** Made smaller by our own kernel, strip by strip. */
  async #shrink(source: Raster, scale: number, job: JobContext): Promise<Raster> {
    const widthPx = Math.max(1, Math.ceil(source.widthPx * scale))
    const heightPx = Math.max(1, Math.ceil(source.heightPx * scale))
    const result = createRaster(widthPx, heightPx)
    const ratio = source.heightPx / heightPx
    const stripRows = Math.max(1, Math.floor(STRIP_ROWS / ratio))
    for (let topPx = 0; topPx < heightPx; topPx += stripRows) {
      await job.checkpoint()
      const rows = Math.min(stripRows, heightPx - topPx)
      const from = Math.floor(topPx * ratio)
      const until = Math.min(source.heightPx, Math.ceil((topPx + rows) * ratio))
      const part = {
        rows: rasterRows(source, from, until - from),
        topPx: from,
        wholeHeightPx: source.heightPx,
      }
      const strip = this.#kernels.resizeAreaRows(
        part,
        { widthPx, heightPx },
        { topPx, heightPx: rows },
      )
      result.rgba.set(strip.rgba, topPx * widthPx * 4)
    }
    return result
  }

  /** The picture as its layer's adjustments show it, in place. */
  async #adjust(
    layer: PhotoLayer,
    raster: Raster,
    part: PrintPicture['part'],
    job: JobContext,
  ): Promise<void> {
    const surroundings = this.#surroundings.get(shownPhoto(layer).hash)
    if (surroundings === undefined || !changesPixels(layer.adjustments)) return
    const frame = { surroundings, crop: layer.crop, aspect: layer.widthMm / layer.heightMm }
    const { widthPx, heightPx } = raster
    for (let topPx = 0; topPx < heightPx; topPx += STRIP_ROWS) {
      await job.checkpoint()
      const rows = rasterRows(raster, topPx, Math.min(STRIP_ROWS, heightPx - topPx))
      const place = { part, widthPx, heightPx }
      adjustPixels(this.#kernels, layer.adjustments, frame, place, rows, topPx, 'fine')
    }
  }
}
