import { StampaError } from '../../errors.ts'
import { type ByteRange, joinTouching, PARTS_MAX, standsAt, uint16 } from '../byte-range.ts'
import { type Orientation, readOrientation } from '../exif.ts'
import { isSrgbProfile } from '../icc.ts'
import { type JpegSegment, jpegCode, jpegSegments } from './segments.ts'

/** What a JPEG file says of itself (ITU-T T.81, annex B). */
export interface JpegHeader {
  readonly format: 'jpeg'
  /** As stored, before it is turned upright. */
  readonly widthPx: number
  readonly heightPx: number
  /** 1 grey, 3 colour, 4 CMYK or YCCK. */
  readonly components: number
  readonly progressive: boolean
  readonly orientation: Orientation
  readonly colour: 'srgb' | 'other'
  /** False where the end marker is missing: the file may be cut short. */
  readonly complete: boolean
  /** Bytes of entropy-coded picture, all scans together. */
  readonly scanBytes: number
  /** What makes the picture; position, camera, previews, gain map and comments are left out. */
  readonly essential: readonly ByteRange[]
}

const code = { app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, comment: 0xfe } as const
/** Huffman-coded baseline, extended and progressive: what browsers decode. */
const decodedFrames = [0xc0, 0xc1, 0xc2]
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** In an APP2 segment, behind its name and the number of the part. */
const PARTS_AT = 13
const PROFILE_AT = 14
const isProfile = (marker: number, body: Uint8Array) =>
  marker === code.app2 && standsAt(body, 0, 'ICC_PROFILE\0')
const isMetadata = (marker: number) =>
  (marker > code.app0 && marker <= 0xef && marker !== code.app14) || marker === code.comment

interface Frame {
  readonly widthPx: number
  readonly heightPx: number
  readonly components: number
  readonly progressive: boolean
}

/** What the walk over the markers has found so far. */
interface Findings {
  frame: Frame | null
  orientation: Orientation
  profile: Uint8Array | null
  /** Profiles in several parts are kept but not read: sRGB fits in one. */
  readonly profileRanges: ByteRange[]
  readonly ranges: ByteRange[]
  scanBytes: number
}

/**
 * Walks the markers of a JPEG file, without decoding anything. Time is linear in the bytes.
 * @throws StampaError `photo-damaged` where there is no picture that a browser could decode
 */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  const found: Findings = {
    frame: null,
    orientation: 1,
    profile: null,
    profileRanges: [],
    ranges: [{ start: 0, end: 2 }],
    scanBytes: 0,
  }
  let complete = false
  let count = 0
  for (const segment of jpegSegments(bytes)) {
    if (++count > PARTS_MAX) throw damaged('segments without end')
    readSegment(bytes, segment, found)
    complete = segment.code === jpegCode.eoi
  }
  const { frame, profile } = found
  if (frame === null || found.scanBytes === 0) throw damaged('no picture before the file ends')
  const other = found.profileRanges.length > 0 && (profile === null || !isSrgbProfile(profile))
  const kept = other ? [...found.ranges, ...found.profileRanges] : found.ranges
  return {
    format: 'jpeg',
    ...frame,
    orientation: found.orientation,
    colour: other ? 'other' : 'srgb',
    complete,
    scanBytes: found.scanBytes,
    essential: joinTouching([...kept].sort((one, two) => one.start - two.start)),
  }
}

/**
 * The ICC profile of a JPEG file, read from what stands before its picture.
 * @returns null where there is none, or one of several parts
 */
export function profileOfJpeg(bytes: Uint8Array): Uint8Array | null {
  let profile: Uint8Array | null = null
  for (const { code: marker, bodyAt, end } of jpegSegments(bytes)) {
    if (isFrame(marker)) break
    const body = bytes.subarray(bodyAt, end)
    if (!isProfile(marker, body)) continue
    const isWhole = profile === null && body[PARTS_AT] === 1
    if (!isWhole) return null
    profile = body.subarray(PROFILE_AT)
  }
  return profile
}

function readSegment(bytes: Uint8Array, segment: JpegSegment, found: Findings): void {
  const { code: marker, start, bodyAt, end, dataEnd } = segment
  const range = { start, end: dataEnd }
  const body = bytes.subarray(bodyAt, end)
  if (marker === code.app1 && standsAt(body, 0, 'Exif\0')) {
    found.orientation = readOrientation(body.subarray(6))
  } else if (isProfile(marker, body)) {
    found.profileRanges.push(range)
    found.profile ??= body.subarray(PROFILE_AT)
  } else if (!isMetadata(marker)) {
    found.ranges.push(range)
  }
  if (isFrame(marker)) {
    if (found.frame !== null) throw damaged('two frames')
    found.frame = readFrame(marker, body)
  }
  if (marker === jpegCode.sos) {
    if (found.frame === null) throw damaged('a scan before its frame')
    found.scanBytes += dataEnd - end
  }
}

function readFrame(marker: number, body: Uint8Array): Frame {
  const frame = {
    heightPx: uint16(body, 1),
    widthPx: uint16(body, 3),
    components: body[5] ?? 0,
    progressive: marker === 0xc2,
  }
  if (!decodedFrames.includes(marker)) throw damaged(`frame type 0x${marker.toString(16)}`)
  if (body[0] !== 8) throw damaged(`${body[0] ?? 0} bits a sample`)
  if (![1, 3, 4].includes(frame.components)) throw damaged(`${frame.components} components`)
  if (frame.widthPx === 0 || frame.heightPx === 0) throw damaged('a side of 0 px')
  return frame
}

const damaged = (cause: string) => new StampaError('photo-damaged', { cause: `JPEG: ${cause}` })
