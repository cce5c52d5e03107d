import { crc32 } from '../crc32.ts'
import { ImageRows } from '../image-rows.ts'
import type { PrintPage } from '../print-page.ts'
import type { ByteSink, OpenDeflater, PrintWriter } from '../sink.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const METRES_PER_INCH = 0.0254
/** Perceptual: what a photograph on a product wants. */
const RENDERING_INTENT = 0
/** sRGB's gamma and chromaticities x 100000, for readers that know no sRGB chunk (clause 11.3.3). */
const GAMMA = 45_455
const CHROMATICITIES = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]

function chunk(type: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + body.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, body.length)
  for (let at = 0; at < 4; at++) bytes[4 + at] = type.charCodeAt(at)
  bytes.set(body, 8)
  view.setUint32(8 + body.length, crc32(bytes.subarray(4, 8 + body.length)))
  return bytes
}

const words = (...values: number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  values.forEach((value, at) => {
    view.setUint32(at * 4, value)
  })
  return new Uint8Array(view.buffer)
}

function header(page: PrintPage): Uint8Array {
  const body = new Uint8Array(13)
  body.set(words(page.widthPx, page.heightPx))
  // 8 bits a channel, RGB, deflate, adaptive filters, not interlaced.
  body.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', body)
}

function physicalSize(dpi: number): Uint8Array {
  const perMetre = Math.round(dpi / METRES_PER_INCH)
  const body = new Uint8Array(9)
  body.set(words(perMetre, perMetre))
  body[8] = 1
  return chunk('pHYs', body)
}

/**
 * A PNG print file, streamed: 8-bit sRGB with its resolution. The same pixels give the same bytes.
 * @see ISO/IEC 15948 (PNG, third edition)
 */
export async function createPngWriter(
  page: PrintPage,
  openDeflater: OpenDeflater,
  sink: ByteSink,
): Promise<PrintWriter> {
  const rows = new ImageRows(page, openDeflater, {
    write: (compressed) => sink.write(chunk('IDAT', compressed)),
  })
  await sink.write(SIGNATURE)
  await sink.write(header(page))
  await sink.write(chunk('sRGB', Uint8Array.of(RENDERING_INTENT)))
  await sink.write(chunk('gAMA', words(GAMMA)))
  await sink.write(chunk('cHRM', words(...CHROMATICITIES)))
  await sink.write(physicalSize(page.dpi))
  return {
    writeRows: (rgba, count) => rows.write(rgba, count),
    async finish() {
      await rows.finish()
      await sink.write(chunk('IEND', new Uint8Array(0)))
    },
  }
}
