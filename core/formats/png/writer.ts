import type { PackingKernels } from '../image-rows.ts'
import type { PrintPage } from '../print-page.ts'
import type { ByteSink, RowWriter } from '../sink.ts'
import { chunk, openPng, pngStart, words } from './chunks.ts'

const METRES_PER_INCH = 0.0254
/** Perceptual: what a photograph on a product wants. */
const RENDERING_INTENT = 0
/** sRGB's gamma and chromaticities x 100000, for readers that know no sRGB chunk (clause 11.3.3). */
const GAMMA = 45_455
const CHROMATICITIES = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]

function physicalSize(dpi: number): Uint8Array<ArrayBuffer> {
  const perMetre = Math.round(dpi / METRES_PER_INCH)
  const body = new Uint8Array(9)
  body.set(words(perMetre, perMetre))
  body[8] = 1
  return chunk('pHYs', body)
}

const printChunks = (dpi: number): readonly Uint8Array<ArrayBuffer>[] => [
  chunk('sRGB', Uint8Array.of(RENDERING_INTENT)),
  chunk('gAMA', words(GAMMA)),
  chunk('cHRM', words(...CHROMATICITIES)),
  physicalSize(dpi),
]

/** A PNG print file whose rows are packed already, in pieces as they come. */
export async function* pngOfPackedRows(
  page: Pick<PrintPage, 'widthPx' | 'heightPx' | 'dpi'>,
  packed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* pngStart({ ...page, samples: 3 }, printChunks(page.dpi))
  for await (const piece of packed) yield chunk('IDAT', piece)
  yield chunk('IEND', new Uint8Array(0))
}

/** A PNG print file, streamed: 8-bit sRGB with its resolution. The same pixels give the same bytes. */
export const createPngWriter = (
  page: PrintPage,
  kernels: PackingKernels,
  sink: ByteSink,
): Promise<RowWriter> => openPng({ ...page, samples: 3 }, printChunks(page.dpi), kernels, sink)

/** A PNG of a picture that is kept: RGBA, or a matte as grey. */
export const createPicturePng = (
  size: { readonly widthPx: number; readonly heightPx: number; readonly samples: 1 | 4 },
  kernels: PackingKernels,
  sink: ByteSink,
): Promise<RowWriter> => openPng(size, [], kernels, sink)
