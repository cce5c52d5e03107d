import { createHash } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import type { Design } from '#core/design/document.ts'
import { unpackDesignFile } from '#core/design-file/unpack.ts'
import { createPdfWriter } from '#core/formats/pdf/writer.ts'
import { createPngWriter } from '#core/formats/png/writer.ts'
import { type PrintPage, printPage } from '#core/formats/print-page.ts'
import type { JobContext } from '#core/jobs.ts'
import { createKept } from '#core/render/kept.ts'
import { renderNeeds } from '#core/render/needs.ts'
import { planPhotos } from '#core/render/photo-plan.ts'
import { drawPrint } from '#core/render/print-bands.ts'
import { PrintRaster } from '#core/render/print-raster.ts'
import { loadKernels } from '../kernels.ts'
import { openScratch, pathOf, pictureOf } from './canvases.ts'
import { openPrintFiles } from './print-files.ts'
import { PrintPhotos } from './print-photos.ts'

/** Bytes of decoded photos that a print holds at a time, as on the device. */
const PHOTO_BYTES = 80 << 20
const writers = { png: createPngWriter, pdf: createPdfWriter } as const

export interface PrintOrder {
  /** The `.stampa` file that was taken along. */
  readonly from: string
  readonly to: string
  readonly format: keyof typeof writers
  readonly dpi: number
}

/**
 * Draws a design that was taken along as one file to a print file, with the renderer, the fonts and
 * the encoder of the studio. The file is there when it is whole.
 * @throws StampaError `design-unreadable`, `design-newer`, `photo-damaged`, `font-failed`, `cancelled`
 */
export async function printDesign(order: PrintOrder, job: JobContext): Promise<PrintPage> {
  const file = new Uint8Array(await readFile(order.from))
  const photos = new Map<string, Uint8Array<ArrayBuffer>>()
  const design = await unpackDesignFile(
    {
      size: file.length,
      read: async (start, end) => file.slice(start, end),
      text: (bytes) => new TextDecoder().decode(bytes),
      sha256: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
      keep: async (bytes, hash) => void photos.set(hash, bytes),
    },
    job,
  )
  const page = printPage(design.product.geometry, order.dpi)
  const draft = `${order.to}.part`
  const handle = await open(draft, 'w')
  try {
    const sink = { write: (bytes: Uint8Array) => handle.writeFile(bytes) }
    const writer = await writers[order.format](page, await loadKernels(), sink)
    const write = (rgba: Uint8ClampedArray, rows: number) => writer.writeRows(rgba, rows)
    await drawDesignFile(design, photos, order.dpi, write, job)
    await writer.finish()
    await handle.close()
    await rename(draft, order.to)
  } catch (thrown) {
    await handle.close()
    await rm(draft, { force: true })
    throw thrown
  }
  return page
}

async function drawDesignFile(
  design: Design,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  dpi: number,
  write: (rgba: Uint8ClampedArray<ArrayBuffer>, rows: number) => Promise<void>,
  job: JobContext,
): Promise<void> {
  const { fontFamily, sticker } = await openPrintFiles(renderNeeds(design, 1))
  const photos = new PrintPhotos(files, await loadKernels())
  const raster = new PrintRaster(design, dpi, {
    photo: photos.picture,
    sticker,
    fontFamily,
    path: pathOf,
    scratch: openScratch,
    picture: pictureOf,
    kept: createKept(),
  })
  const slabs = planPhotos(design, raster.page, PHOTO_BYTES)
  try {
    await drawPrint({ raster, photos, slabs, loaded: Promise.resolve(), write }, job)
  } finally {
    photos.close()
    raster.close()
  }
}
