import { fileNameOf } from '#core/design/file-name.ts'
import { printPage } from '#core/formats/print-page.ts'
import type { JobContext } from '#core/jobs.ts'
import { planPhotos } from '#core/render/photo-plan.ts'
import { drawPrint } from '#core/render/print-bands.ts'
import { PrintRaster } from '#core/render/print-raster.ts'
import { loadKernels } from '../kernels.ts'
import type { PrintFile, PrintRequest } from './api.ts'
import { CanvasReader } from './canvas-reader.ts'
import { PrintEncoder } from './print-encoder.ts'
import { PRINT_PHOTO_BYTES, PrintPhotos } from './print-photos.ts'
import type { RenderResources } from './render-resources.ts'
import { ScratchCanvases } from './scratch-canvases.ts'

const mediaTypes = { png: 'image/png', pdf: 'application/pdf' } as const

/**
 * Draws a design at print resolution into a file, band by band: nothing of the print is ever whole
 * in memory. While a band is drawn, those before it are encoded in a worker beside this one.
 * @throws StampaError `cancelled`, `photo-missing`, `photo-damaged`, `font-failed`, `storage-full`,
 *   `script-failed`, `worker-died`
 */
export async function exportPrint(
  resources: RenderResources,
  request: PrintRequest,
  job: JobContext,
): Promise<PrintFile> {
  const page = printPage(request.design.product.geometry, request.dpi)
  const storedName = `${Date.now()}-${crypto.randomUUID()}.${request.format}`
  const reader = new CanvasReader()
  const encoder = new PrintEncoder(storedName, request.format, page, reader)
  try {
    await drawInto(encoder, reader, resources, request, job)
    job.report({ stage: 'store', done: 0, total: 1, unit: 'steps' })
    const { file, sha256 } = await encoder.finish()
    job.report({ stage: 'store', done: 1, total: 1, unit: 'steps' })
    const { widthPx, heightPx, dpi } = page
    const name = fileNameOf(request.design, `-${dpi}dpi.${request.format}`)
    const mediaType = mediaTypes[request.format]
    return { name, file, mediaType, widthPx, heightPx, dpi, sha256 }
  } catch (thrown) {
    await encoder.discard()
    throw thrown
  } finally {
    encoder.close()
  }
}

async function drawInto(
  encoder: PrintEncoder,
  reader: CanvasReader,
  resources: RenderResources,
  request: PrintRequest,
  job: JobContext,
): Promise<void> {
  job.report({ stage: 'decode', done: 0, total: 1, unit: 'steps' })
  // Fonts and stickers may arrive while photos are decoded.
  const loaded = resources.loadStickers(request.design)
  loaded.catch(() => undefined)
  const kernels = loadKernels()
  kernels.catch(() => undefined)
  const photos = new PrintPhotos(resources.photoSource, kernels, resources.adjusted)
  const canvases = new ScratchCanvases(true)
  const assets = resources.assets(photos.picture, undefined, canvases)
  const raster = new PrintRaster(request.design, request.dpi, assets, reader.read)
  try {
    const slabs = planPhotos(request.design, raster.page, PRINT_PHOTO_BYTES)
    const write = (rgba: Uint8ClampedArray<ArrayBuffer>, rows: number) => encoder.write(rgba, rows)
    await drawPrint({ raster, photos, slabs, loaded, write }, job)
  } finally {
    photos.close()
    raster.close()
    canvases.clear()
  }
}
