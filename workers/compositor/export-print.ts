import { fileNameOf } from '#core/design/file-name.ts'
import { createPdfWriter } from '#core/formats/pdf/writer.ts'
import { createPngWriter } from '#core/formats/png/writer.ts'
import type { PrintWriter } from '#core/formats/sink.ts'
import type { JobContext } from '#core/jobs.ts'
import { type PhotoSlab, planPhotos } from '#core/render/photo-plan.ts'
import { PrintRaster } from '#core/render/print-raster.ts'
import type { PrintFile, PrintRequest } from './api.ts'
import { openPrintFile } from './print-file.ts'
import { PRINT_PHOTO_BYTES, PrintPhotos } from './print-photos.ts'
import type { RenderResources } from './render-resources.ts'
import { ScratchCanvases } from './scratch-canvases.ts'
import { openBrowserDeflater } from './zlib-deflater.ts'

const formats = {
  png: { mediaType: 'image/png', createWriter: createPngWriter },
  pdf: { mediaType: 'application/pdf', createWriter: createPdfWriter },
} as const

/**
 * Draws a design at print resolution into a file, band by band: nothing of the print is ever whole
 * in memory.
 * @throws StampaError `cancelled`, `photo-missing`, `photo-damaged`, `font-failed`, `storage-full`
 */
export async function exportPrint(
  resources: RenderResources,
  request: PrintRequest,
  job: JobContext,
): Promise<PrintFile> {
  const { mediaType, createWriter } = formats[request.format]
  job.report({ stage: 'decode', done: 0, total: 1, unit: 'steps' })
  await resources.loadStickers(request.design)
  job.report({ stage: 'decode', done: 1, total: 1, unit: 'steps' })
  await job.checkpoint()
  const storedName = `${Date.now()}-${crypto.randomUUID()}.${request.format}`
  const photos = new PrintPhotos(resources.photoSource)
  const canvases = new ScratchCanvases(true)
  const assets = resources.assets(photos.picture, undefined, canvases)
  const raster = new PrintRaster(request.design, request.dpi, assets, canvases.lend)
  const draft = await openPrintFile(storedName)
  try {
    const writer = await createWriter(raster.page, openBrowserDeflater, draft)
    await writeBands(raster, photos, writer, request, job)
    await writer.finish()
    job.report({ stage: 'store', done: 0, total: 1, unit: 'steps' })
    const { file, sha256 } = await draft.finish(mediaType)
    job.report({ stage: 'store', done: 1, total: 1, unit: 'steps' })
    const { widthPx, heightPx, dpi } = raster.page
    const name = fileNameOf(request.design, `-${dpi}dpi.${request.format}`)
    return { name, file, mediaType, widthPx, heightPx, dpi, sha256 }
  } catch (thrown) {
    await draft.discard().catch(() => undefined)
    throw thrown
  } finally {
    photos.close()
    raster.close()
    canvases.clear()
  }
}

async function writeBands(
  raster: PrintRaster,
  photos: PrintPhotos,
  writer: PrintWriter,
  request: PrintRequest,
  job: JobContext,
): Promise<void> {
  const slabs = planPhotos(request.design, raster.page, PRINT_PHOTO_BYTES)
  const total = raster.bandCount
  const finish = async (band: number): Promise<void> => {
    await writer.writeRows(raster.finish(band), raster.rowsOf(band))
    job.report({ stage: 'draw', done: band + 1, total, unit: 'steps' })
  }
  for (const slab of slabs) {
    const [only, ...others] = slab.passes
    if (others.length > 0 || only === undefined) {
      await drawPasses(raster, photos, slab, job)
      for (let band = slab.fromBand; band < slab.toBand; band++) await finish(band)
      continue
    }
    await photos.enter(only, job)
    for (let band = slab.fromBand; band < slab.toBand; band++) {
      await job.checkpoint()
      raster.begin(band)
      raster.drawLayers(band, only.fromLayer, only.toLayer)
      await finish(band)
    }
  }
}

/** All bands of the slab stand open while one pass's photos after the other are decoded. */
async function drawPasses(
  raster: PrintRaster,
  photos: PrintPhotos,
  slab: PhotoSlab,
  job: JobContext,
): Promise<void> {
  for (let band = slab.fromBand; band < slab.toBand; band++) raster.begin(band)
  for (const pass of slab.passes) {
    await photos.enter(pass, job)
    for (let band = slab.fromBand; band < slab.toBand; band++) {
      await job.checkpoint()
      raster.drawLayers(band, pass.fromLayer, pass.toLayer)
    }
  }
  photos.close()
}
