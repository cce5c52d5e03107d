import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UploadType } from '#core/contract/uploads.ts'
import { fail, type Outcome, StampaError, succeed } from '#core/errors.ts'
import { mmFromPoints } from '#core/formats/pdf/writer.ts'
import type { PrintFile } from '#core/formats/print-file.ts'
import { MM_PER_INCH, mmFromPx } from '#core/units.ts'
import { refusedFile } from './refuse-file.ts'
import { scanPdf } from './scan-pdf.ts'
import { type ScannedPng, scanPng } from './scan-png.ts'

type Pieces = AsyncIterable<Uint8Array>
export type PrintType = Extract<UploadType, 'image/png' | 'application/pdf'>

/** More at once would hold the event loop up; zlib's own work is off it. */
const SLICE_BYTES = 1 << 20

/** Our writers make 8-bit RGB. */
const PRINT_BIT_DEPTH = 8
const PRINT_COLOUR_TYPE = 2

/** Four decimals of a point, added up. */
const BOX_TOLERANCE_MM = 0.001

/**
 * Opens a print file and reads it once, in pieces: whether it is whole, and what it prints.
 * @param pieces the file from its first byte; read to the end unless it is refused before
 * @returns `file-refused` for what is no whole print file; a failing stream throws as it does
 */
export async function inspectPrintFile(
  pieces: Pieces,
  type: PrintType,
): Promise<Outcome<PrintFile>> {
  try {
    const file = type === 'image/png' ? await printOfPng(pieces) : await printOfPdf(pieces)
    return succeed(file)
  } catch (thrown) {
    if (thrown instanceof StampaError) return fail('file-refused', { cause: thrown.fault.cause })
    throw thrown
  }
}

async function printOfPng(pieces: Pieces): Promise<PrintFile> {
  const print = printOfScannedPng(await scanPng(inSlices(pieces)))
  if (print === null) throw refusedFile('no 8-bit RGB with its resolution')
  return print
}

/** The print that a whole PNG is; null for one that is a picture only. */
function printOfScannedPng(png: ScannedPng): PrintFile | null {
  const { widthPx, heightPx, bitDepth, colourType, pxPerMetre } = png
  if (bitDepth !== PRINT_BIT_DEPTH || colourType !== PRINT_COLOUR_TYPE) return null
  if (pxPerMetre === null) return null
  const dpi = (pxPerMetre * MM_PER_INCH) / 1000
  return {
    format: 'png',
    widthPx,
    heightPx,
    dpi,
    widthMm: mmFromPx(widthPx, dpi),
    heightMm: mmFromPx(heightPx, dpi),
    bleedMm: null,
  }
}

async function printOfPdf(pieces: Pieces): Promise<PrintFile> {
  const page = await scanPdf(inSlices(pieces))
  const { widthPx, heightPx } = page
  const widthMm = mmFromPoints(page.width)
  const heightMm = mmFromPoints(page.height)
  const bleedMm = mmFromPoints(page.inset)
  const right = mmFromPoints(page.right)
  const top = mmFromPoints(page.top)
  const differs = Math.max(Math.abs(widthMm - bleedMm - right), Math.abs(heightMm - bleedMm - top))
  if (differs > BOX_TOLERANCE_MM || right <= bleedMm || top <= bleedMm) {
    throw refusedFile('boxes that do not lie within each other')
  }
  const dpi = (widthPx / widthMm) * MM_PER_INCH
  return { format: 'pdf', widthPx, heightPx, dpi, widthMm, heightMm, bleedMm }
}

/** Large pieces are cut, and the event loop gets its turn between them. */
async function* inSlices(pieces: Pieces): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE_BYTES) {
      yield piece.subarray(at, at + SLICE_BYTES)
      await nextTurn()
    }
  }
}
