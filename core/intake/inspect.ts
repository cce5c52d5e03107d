import { StampaError } from '../errors.ts'
import { swapsSides } from '../formats/exif.ts'
import { type JpegHeader, readJpegHeader } from '../formats/jpeg/header.ts'
import { type PngHeader, readPngHeader } from '../formats/png/header.ts'
import { sniffFormat } from '../formats/sniff.ts'
import { limits } from '../limits.ts'

export type PhotoHeader = JpegHeader | PngHeader

/** Deflate's largest expansion: 258 bytes from two bits. */
const deflateMax = 1032
/** PNG files up to this size stay lossless when they are written again. */
const losslessPxMax = 4_194_304
const endOfImage = Uint8Array.of(0xff, 0xd9)

/**
 * Checks the size of a file before it is read.
 * @throws StampaError `photo-too-many-bytes`
 */
export function admitBytes(byteCount: number, bytesMax: number = limits.intakeBytesMax): void {
  if (byteCount <= bytesMax) return
  const maxMegabytes = Math.floor(bytesMax / (1024 * 1024))
  throw new StampaError('photo-too-many-bytes', { params: { maxMegabytes } })
}

/**
 * Everything that can be said of a photo from its bytes, before anything is decoded.
 * @throws StampaError `upload-format`, `photo-damaged`, `photo-too-large`, `photo-too-long`,
 *   `photo-too-many-bytes`
 */
export function inspectPhoto(bytes: Uint8Array, bytesMax?: number): PhotoHeader {
  admitBytes(bytes.length, bytesMax)
  const format = sniffFormat(bytes)
  if (format === null) throw new StampaError('upload-format')
  const header = format === 'jpeg' ? readJpegHeader(bytes) : readPngHeader(bytes)
  admitPixels(header)
  if (isTooLittleFor(header))
    throw new StampaError('photo-damaged', { cause: 'fewer bytes than its size needs' })
  // A sequential file may lack its end marker and be whole; here passes could be missing.
  if (header.format === 'jpeg' && header.progressive && !header.complete)
    throw new StampaError('photo-damaged', { cause: 'progressive and cut short' })
  return header
}

function admitPixels({ widthPx, heightPx }: PhotoHeader): void {
  const cause = `${widthPx} x ${heightPx}`
  if (widthPx * heightPx > limits.intakePxMax) {
    const maxMegapixels = limits.intakePxMax / 1_000_000
    throw new StampaError('photo-too-large', { params: { maxMegapixels }, cause })
  }
  if (Math.max(widthPx, heightPx) <= limits.intakeSidePxMax) return
  const maxPixels = limits.intakeSidePxMax
  throw new StampaError('photo-too-long', { params: { maxPixels }, cause })
}

/** Whether no encoder could have put so many pixels into so few bytes: the header lies. */
function isTooLittleFor(header: PhotoHeader): boolean {
  if (header.format === 'png') return header.unpackedBytes > header.dataBytes * deflateMax
  // At least one bit for each 8 x 8 block of the first component.
  const blocks = Math.ceil(header.widthPx / 8) * Math.ceil(header.heightPx / 8)
  return blocks > header.scanBytes * 8
}

/** The parts of a file that its picture is made of, without metadata; none is copied. */
export function essentialParts(
  bytes: Uint8Array<ArrayBuffer>,
  header: PhotoHeader,
): Uint8Array<ArrayBuffer>[] {
  const parts = header.essential.map(({ start, end }) => bytes.subarray(start, end))
  if (header.format === 'jpeg' && !header.complete) parts.push(endOfImage)
  return parts
}

/** How a photo is turned into what is stored. */
export interface IntakePlan {
  /** Decoded to this size before it is turned upright. */
  readonly decodeWidthPx: number
  readonly decodeHeightPx: number
  /** The stored, upright size. */
  readonly widthPx: number
  readonly heightPx: number
  /** `keep`: the essential bytes as they are; otherwise the format it is encoded in again. */
  readonly store: 'keep' | 'jpeg' | 'png'
}

/** Keeps the photographer's own bytes wherever they already are what the studio works on. */
export function planIntake(header: PhotoHeader): IntakePlan {
  const { widthPx: decodeWidthPx, heightPx: decodeHeightPx } = workingSize(header)
  const turned = swapsSides(header.orientation)
  const shrunk = decodeWidthPx !== header.widthPx || decodeHeightPx !== header.heightPx
  const asItIs =
    header.orientation === 1 &&
    header.colour === 'srgb' &&
    (header.format === 'jpeg' ? header.components !== 4 : header.bitDepth <= 8)
  return {
    decodeWidthPx,
    decodeHeightPx,
    widthPx: turned ? decodeHeightPx : decodeWidthPx,
    heightPx: turned ? decodeWidthPx : decodeHeightPx,
    store: asItIs && !shrunk ? 'keep' : encodingFor(header, decodeWidthPx * decodeHeightPx),
  }
}

function encodingFor(header: PhotoHeader, px: number): 'jpeg' | 'png' {
  if (header.format === 'jpeg') return 'jpeg'
  return header.hasAlpha || px <= losslessPxMax ? 'png' : 'jpeg'
}

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/** A picture's size, made smaller where it has more than `limits.workingPxMax` pixels. */
export function workingSize({ widthPx, heightPx }: Size): Size {
  const scale = Math.min(1, Math.sqrt(limits.workingPxMax / (widthPx * heightPx)))
  return {
    widthPx: Math.max(1, Math.floor(widthPx * scale)),
    heightPx: Math.max(1, Math.floor(heightPx * scale)),
  }
}

/**
 * Admits a picture that is decoded whole before it is made smaller: less of these.
 * @throws StampaError `photo-too-large`
 */
export function admitConvertible({ widthPx, heightPx }: Size): void {
  if (widthPx * heightPx <= limits.convertPxMax) return
  throw new StampaError('photo-too-large', {
    params: { maxMegapixels: limits.convertPxMax / 1_000_000 },
    cause: `${widthPx} x ${heightPx}`,
  })
}
