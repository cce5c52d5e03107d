import { crc32 } from '../crc32.ts'
import { ImageRows, type PackingKernels, type SampledSize } from '../image-rows.ts'
import type { ByteSink, RowWriter } from '../sink.ts'
import { PNG_SIGNATURE } from '../sniff.ts'

const SIGNATURE = Uint8Array.from(PNG_SIGNATURE)
const COLOUR_TYPES = { 1: 0, 3: 2, 4: 6 } as const

const typeBytes = (type: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(type, (letter) => letter.charCodeAt(0))

/** Big-endian 32-bit words. */
export const words = (...values: number[]): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  values.forEach((value, at) => {
    view.setUint32(at * 4, value)
  })
  return new Uint8Array(view.buffer)
}

/** A whole chunk: length, type, body, sum. */
export function chunk(type: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + body.length)
  bytes.set(words(body.length))
  bytes.set(typeBytes(type), 4)
  bytes.set(body, 8)
  bytes.set(words(crc32(bytes.subarray(4, 8 + body.length))), 8 + body.length)
  return bytes
}

function header({ widthPx, heightPx, samples }: SampledSize): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(13)
  body.set(words(widthPx, heightPx))
  // 8 bits a channel, deflate, adaptive filters, not interlaced.
  body.set([8, COLOUR_TYPES[samples], 0, 0, 0], 8)
  return chunk('IHDR', body)
}

/** What stands before the pixels. @param chunks whole ones, behind the header */
export const pngStart = (
  size: SampledSize,
  chunks: readonly Uint8Array<ArrayBuffer>[],
): readonly Uint8Array<ArrayBuffer>[] => [SIGNATURE, header(size), ...chunks]

/**
 * A PNG, streamed.
 * @param chunks whole ones, that stand before the pixels
 * @see ISO/IEC 15948 (PNG, third edition)
 */
export async function openPng(
  size: SampledSize,
  chunks: readonly Uint8Array<ArrayBuffer>[],
  kernels: PackingKernels,
  sink: ByteSink,
): Promise<RowWriter> {
  const pixelType = typeBytes('IDAT')
  const rows = new ImageRows(size, kernels, {
    write: async (packed) => {
      const head = new Uint8Array(8)
      head.set(words(packed.length))
      head.set(pixelType, 4)
      await sink.write(head)
      await sink.write(packed)
      await sink.write(words(kernels.crc32(packed, crc32(pixelType))))
    },
  })
  for (const piece of pngStart(size, chunks)) await sink.write(piece)
  return {
    writeRows: (pixels, count, order) => rows.write(pixels, count, order),
    async finish() {
      await rows.finish()
      await sink.write(chunk('IEND', new Uint8Array(0)))
    },
  }
}
