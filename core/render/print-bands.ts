import type { JobContext } from '../jobs.ts'
import type { PhotoPass, PhotoSlab } from './photo-plan.ts'
import type { PrintRaster } from './print-raster.ts'

/** The photos of one pass over a print at a time. */
export interface BandPhotos {
  /** Gives the last pass's photos back and begins to decode those of this one. */
  enter(pass: PhotoPass, job: JobContext): void
  /** Waits for those of the pass that bands before `toBand` show. */
  reach(toBand: number): Promise<void>
  close(): void
}

/** What a print is drawn with. */
export interface PrintDrawing {
  readonly raster: PrintRaster
  readonly photos: BandPhotos
  readonly slabs: readonly PhotoSlab[]
  /** Fonts and stickers: they may come while photos are decoded. */
  readonly loaded: Promise<void>
  /** Takes the bands' pixels, top to bottom. */
  readonly write: (rgba: Uint8ClampedArray<ArrayBuffer>, rows: number) => Promise<void>
}

/**
 * Draws a print band by band, from the photos of one slab after the other. A band waits for its own
 * photos alone, so that others are decoded while it is drawn and encoded.
 */
export async function drawPrint(drawing: PrintDrawing, job: JobContext): Promise<void> {
  const { raster, photos, slabs, loaded, write } = drawing
  const total = raster.bandCount
  const finish = async (band: number): Promise<void> => {
    await write(await raster.finish(band), raster.rowsOf(band))
    job.report({ stage: 'draw', done: band + 1, total, unit: 'steps' })
  }
  for (const slab of slabs) {
    const [only, ...others] = slab.passes
    if (others.length > 0 || only === undefined) {
      await loaded
      await drawPasses(raster, photos, slab, job)
      for (let band = slab.fromBand; band < slab.toBand; band++) await finish(band)
      continue
    }
    photos.enter(only, job)
    await loaded
    for (let band = slab.fromBand; band < slab.toBand; band++) {
      await job.checkpoint()
      await photos.reach(band + 1)
      raster.begin(band)
      raster.drawLayers(band, only.fromLayer, only.toLayer)
      await finish(band)
    }
  }
}

/** All bands of the slab stand open while one pass's photos after the other are decoded. */
async function drawPasses(
  raster: PrintRaster,
  photos: BandPhotos,
  slab: PhotoSlab,
  job: JobContext,
): Promise<void> {
  for (let band = slab.fromBand; band < slab.toBand; band++) raster.begin(band)
  for (const pass of slab.passes) {
    photos.enter(pass, job)
    await photos.reach(slab.toBand)
    for (let band = slab.fromBand; band < slab.toBand; band++) {
      await job.checkpoint()
      raster.drawLayers(band, pass.fromLayer, pass.toLayer)
    }
  }
  photos.close()
}
