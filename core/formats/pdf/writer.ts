import { MM_PER_INCH } from '../../units.ts'
import { ImageRows } from '../image-rows.ts'
import type { PrintPage } from '../print-page.ts'
import type { ByteSink, OpenDeflater, PrintWriter } from '../sink.ts'
import { type PdfPage, pdfFrame } from './frame.ts'

const POINTS_PER_INCH = 72

const points = (mm: number): string => ((mm / MM_PER_INCH) * POINTS_PER_INCH).toFixed(4)

const pdfPage = ({ widthMm, heightMm, bleedMm, widthPx, heightPx }: PrintPage): PdfPage => ({
  width: points(widthMm),
  height: points(heightMm),
  inset: points(bleedMm),
  right: points(widthMm - bleedMm),
  top: points(heightMm - bleedMm),
  widthPx,
  heightPx,
})

/** Millimetres of a length in points as {@link pdfFrame} writes it. */
export const mmFromPoints = (written: string): number =>
  (Number(written) / POINTS_PER_INCH) * MM_PER_INCH

/**
 * A PDF print file of one page, streamed: media and bleed box are the sheet, the trim box lies the
 * bleed within; the pixels carry an sRGB profile. The same pixels give the same bytes.
 */
export async function createPdfWriter(
  page: PrintPage,
  openDeflater: OpenDeflater,
  sink: ByteSink,
): Promise<PrintWriter> {
  const frame = pdfFrame(pdfPage(page))
  let imageBytes = 0
  await sink.write(frame.head)
  const rows = new ImageRows(page, openDeflater, {
    write: async (compressed) => {
      imageBytes += compressed.length
      await sink.write(compressed)
    },
  })
  return {
    writeRows: (rgba, count) => rows.write(rgba, count),
    async finish() {
      await rows.finish()
      await sink.write(frame.tail(imageBytes))
    },
  }
}
