import { uint16 } from '../byte-range.ts'
import { jpegCode, jpegSegments } from './segments.ts'

/**
 * Rows of a band: as many rows of blocks as there are restart markers, twice, so that the markers of
 * each band begin anew and a band is a whole scan.
 */
export const BAND_ROWS = 128
/** What an index is known by; in a segment that other readers pass over. */
const NAME = [...'Stampa bands'].map((letter) => letter.charCodeAt(0))
const APP9 = 0xe9
const BASELINE = 0xc0
/** The marker between two bands belongs to neither. */
const MARKER_BYTES = 2
const endOfImage = Uint8Array.of(0xff, jpegCode.eoi)
/** Bytes from the start of a file in which the header of the largest one lies. */
export const BANDED_HEADER_BYTES = 4096

/** The segment that says how long each band is, the marker behind it counted in. */
export function bandIndex(bandBytes: readonly number[]): number[] {
  const lengths = bandBytes.flatMap((bytes) => [
    bytes >>> 24,
    (bytes >>> 16) & 0xff,
    (bytes >>> 8) & 0xff,
    bytes & 0xff,
  ])
  const length = 2 + NAME.length + lengths.length
  return [0xff, APP9, length >> 8, length & 0xff, ...NAME, ...lengths]
}

/** A JPEG whose bands can be read alone. */
export interface BandedJpeg {
  readonly widthPx: number
  readonly heightPx: number
  /** In the file, without the marker at their end. */
  readonly bands: readonly { readonly start: number; readonly end: number }[]
  /** What makes a picture of so many rows of some bands' bytes: what stands before and behind. */
  readonly wrap: (rows: number) => readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]
}

/**
 * Reads how a file is divided; null for one that `BandedJpegWriter` did not make.
 * @param head its first {@link BANDED_HEADER_BYTES}
 */
export function readBandedJpeg(head: Uint8Array, fileBytes: number): BandedJpeg | null {
  let lengths: readonly number[] | null = null
  let size: { readonly at: number; readonly widthPx: number; readonly heightPx: number } | null =
    null
  for (const { code, bodyAt, end } of jpegSegments(head)) {
    if (code === APP9) lengths = lengthsIn(head.subarray(bodyAt, end))
    if (code === BASELINE && end - bodyAt >= 6) {
      size = {
        at: bodyAt + 1,
        heightPx: uint16(head, bodyAt + 1),
        widthPx: uint16(head, bodyAt + 3),
      }
    }
    if (code !== jpegCode.sos) continue
    if (lengths === null || size === null) return null
    return bandsOf(head.slice(0, end), fileBytes, size, lengths)
  }
  return null
}

function lengthsIn(body: Uint8Array): readonly number[] | null {
  if (NAME.some((letter, at) => body[at] !== letter)) return null
  const view = new DataView(body.buffer, body.byteOffset + NAME.length, body.length - NAME.length)
  return Array.from({ length: view.byteLength >> 2 }, (_, band) => view.getUint32(band * 4))
}

function bandsOf(
  header: Uint8Array<ArrayBuffer>,
  fileBytes: number,
  { at, widthPx, heightPx }: { at: number; widthPx: number; heightPx: number },
  lengths: readonly number[],
): BandedJpeg | null {
  let start = header.length
  const bands = lengths.map((length) => {
    const band = { start, end: start + length - MARKER_BYTES }
    start += length
    return band
  })
  // A file that was cut short or put together by others is left to the decoder.
  if (start !== fileBytes || bands.length !== Math.ceil(heightPx / BAND_ROWS)) return null
  const wrap = (rows: number) => {
    const own = header.slice()
    own[at] = rows >> 8
    own[at + 1] = rows & 0xff
    return [own, endOfImage] as const
  }
  return { widthPx, heightPx, bands, wrap }
}
