import { MM_PER_INCH } from '../../units.ts'
import { ImageRows, type PackingKernels } from '../image-rows.ts'
import type { PrintPage } from '../print-page.ts'
import type { ByteSink, RowWriter } from '../sink.ts'
import { type PdfPage, pdfFrame } from './frame.ts'

const POINTS_PER_INCH = 72

const points = (mm: number): string => ((mm / MM_PER_INCH) * POINTS_PER_INCH).toFixed(4)

const pdfPage = ({
  widthMm,
  heightMm,
  bleedMm,
  widthPx,
  heightPx,
}: Omit<PrintPage, 'scalePxPerMm'>): PdfPage => ({
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
  kernels: PackingKernels,
  sink: ByteSink,
): Promise<RowWriter> {
  const frame = pdfFrame(pdfPage(page))
  let imageBytes = 0
  await sink.write(frame.head)
  const rows = new ImageRows({ ...page, samples: 3 }, kernels, {
    write: async (packed) => {
      imageBytes += packed.length
      await sink.write(packed)
    },
  })
  return {
    writeRows: (pixels, count, order) => rows.write(pixels, count, order),
    async finish() {
      await rows.finish()
      await sink.write(frame.tail(imageBytes))
    },
  }
}

/** A PDF print file whose rows are packed already, in pieces as they come. */
export async function* pdfOfPackedRows(
  page: Omit<PrintPage, 'scalePxPerMm'>,
  packed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const frame = pdfFrame(pdfPage(page))
  let imageBytes = 0
  yield frame.head
  for await (const piece of packed) {
    imageBytes += piece.length
    yield piece
  }
  yield frame.tail(imageBytes)
}
