import { deflateSync } from 'node:zlib'
import { crc32 } from '#core/formats/crc32.ts'

/** Bytes from numbers, ASCII texts and other bytes. */
export const bytesOf = (...parts: (number | string | Uint8Array | readonly number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'number'
        ? [part]
        : typeof part === 'string'
          ? [...Buffer.from(part, 'latin1')]
          : [...part],
    ),
  )

const big16 = (value: number) => [(value >> 8) & 255, value & 255]
const big32 = (value: number) => [...big16(value >>> 16), ...big16(value & 0xffff)]

export function pngChunk(type: string, body: Uint8Array): Uint8Array {
  const named = bytesOf(type, body)
  return bytesOf(big32(body.length), named, big32(crc32(named)))
}

interface PngShape {
  readonly width: number
  readonly height: number
  readonly depth?: number
  readonly colourType?: number
  readonly before?: readonly Uint8Array[]
  readonly after?: readonly Uint8Array[]
  readonly rawBytes?: number
}

/** A grey PNG of zeros, or a header that only says so. */
export function png({ width, height, depth = 8, colourType = 0, ...rest }: PngShape): Uint8Array {
  const head = bytesOf(big32(width), big32(height), depth, colourType, 0, 0, 0)
  const raw = rest.rawBytes ?? Math.min(1_000_000, height * (Math.ceil((width * depth) / 8) + 1))
  return bytesOf(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    pngChunk('IHDR', head),
    ...(rest.before ?? []),
    pngChunk('IDAT', deflateSync(new Uint8Array(raw))),
    ...(rest.after ?? []),
    pngChunk('IEND', new Uint8Array(0)),
  )
}

export const jpegSegment = (code: number, body: Uint8Array): Uint8Array =>
  bytesOf(0xff, code, big16(body.length + 2), body)

/** An EXIF block that says one orientation. */
export const exif = (orientation: number, order: 'II' | 'MM' = 'MM'): Uint8Array => {
  const two = (value: number) => (order === 'MM' ? big16(value) : big16(value).reverse())
  const four = (value: number) => (order === 'MM' ? big32(value) : big32(value).reverse())
  return bytesOf(
    order,
    two(42),
    four(8),
    two(1),
    two(0x0112),
    two(3),
    four(1),
    two(orientation),
    two(0),
    four(0),
  )
}

interface JpegShape {
  readonly width: number
  readonly height: number
  readonly frame?: number
  readonly precision?: number
  readonly before?: readonly Uint8Array[]
  readonly scan?: Uint8Array
  readonly end?: boolean
}

/**
 * A grey JPEG whose every block is the code 0 (no difference) and 0 (end of block): two bits each.
 */
export function jpeg({ width, height, frame = 0xc0, precision = 8, ...rest }: JpegShape) {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const oneCode = bytesOf(1, new Uint8Array(15), 0)
  return bytesOf(
    0xff,
    0xd8,
    ...(rest.before ?? []),
    jpegSegment(0xdb, bytesOf(0, new Uint8Array(64).fill(1))),
    jpegSegment(frame, bytesOf(precision, big16(height), big16(width), 1, 1, 0x11, 0)),
    jpegSegment(0xc4, bytesOf(0x00, oneCode, 0x10, oneCode)),
    jpegSegment(0xda, bytesOf(1, 1, 0, 0, 63, 0)),
    rest.scan ?? new Uint8Array(Math.ceil((blocks * 2) / 8)),
    rest.end === false ? [] : [0xff, 0xd9],
  )
}
