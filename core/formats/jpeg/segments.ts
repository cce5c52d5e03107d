import { uint16 } from '../byte-range.ts'

/** One marker segment of a JPEG file (ITU-T T.81, B.1.1.4), and the scan data behind an SOS. */
export interface JpegSegment {
  readonly code: number
  /** Of the marker. */
  readonly start: number
  /** Behind the length field. */
  readonly bodyAt: number
  /** Behind the segment; of an SOS, where its entropy-coded bytes begin. */
  readonly end: number
  /** Where an SOS segment's entropy-coded bytes end; `end` for all others. */
  readonly dataEnd: number
}

export const jpegCode = { eoi: 0xd9, sos: 0xda, dht: 0xc4, dqt: 0xdb, dri: 0xdd } as const

const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7
/** Markers without a length: stuffing, TEM, restart, SOI. */
const standsAlone = (code: number) => code < 2 || isRestart(code) || code === 0xd8

/**
 * The segments in the order of the file, the end marker last where it is there. Fill bytes and
 * strays between segments are passed over, as decoders do; the position only ever grows.
 */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment, void> {
  let at = 2
  while (at < bytes.length) {
    const start = bytes.indexOf(0xff, at)
    if (start < 0) return
    let codeAt = start + 1
    while (bytes[codeAt] === 0xff) codeAt++
    const code = bytes[codeAt] ?? 0
    at = codeAt + 1
    if (standsAlone(code)) continue
    if (code === jpegCode.eoi) return yield { code, start, bodyAt: at, end: at, dataEnd: at }
    const end = at + uint16(bytes, at)
    if (end < at + 2 || end > bytes.length) return
    const dataEnd = code === jpegCode.sos ? endOfData(bytes, end) : end
    yield { code, start, bodyAt: at + 2, end, dataEnd }
    at = dataEnd
  }
}

/** Entropy-coded bytes end at a marker that is neither a restart nor a stuffed zero. */
function endOfData(bytes: Uint8Array, start: number): number {
  let at = start
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return bytes.length
    const code = bytes[at + 1] ?? 0
    if (code !== 0 && code !== 0xff && !isRestart(code)) return at
    at += code === 0xff ? 1 : 2
  }
}
