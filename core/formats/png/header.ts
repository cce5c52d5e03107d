import { StampaError } from '../../errors.ts'
import { type ByteRange, joinTouching, PARTS_MAX, standsAt, uint32 } from '../byte-range.ts'
import { crc32 } from '../crc32.ts'
import { type Orientation, readOrientation } from '../exif.ts'

/** What a PNG file says of itself (W3C PNG, third edition). */
export interface PngHeader {
  readonly format: 'png'
  readonly widthPx: number
  readonly heightPx: number
  readonly bitDepth: number
  readonly hasAlpha: boolean
  readonly animated: boolean
  readonly orientation: Orientation
  readonly colour: 'srgb' | 'other'
  /** Compressed bytes of the still picture. */
  readonly dataBytes: number
  /** Bytes that the compressed picture unpacks to. */
  readonly unpackedBytes: number
  /** The still picture without text, dates, position and the frames of an animation. */
  readonly essential: readonly ByteRange[]
}

const chunkFrameBytes = 12
/** Channels and allowed bit depths by colour type (table 11.1). */
const colourTypes: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP'])
const colourChunks = new Set(['iCCP', 'cICP', 'gAMA', 'cHRM'])
/** A gamma of 1/2.2, as `gAMA` writes the one that goes with sRGB. */
const srgbGamma = 45_455

interface Chunk extends ByteRange {
  readonly type: string
  readonly body: Uint8Array
}

/**
 * Walks the chunks of a PNG file and checks the sums of those that make the picture, without
 * unpacking anything. Time is linear in the bytes.
 * @throws StampaError `photo-damaged`
 */
export function readPngHeader(bytes: Uint8Array): PngHeader {
  const chunks = readChunks(bytes)
  const head = chunks[0]
  if (head?.type !== 'IHDR' || head.body.length !== 13) throw damaged('no IHDR at the start')
  const picture = readPngHead(head.body)
  const data = chunks.filter(({ type }) => type === 'IDAT')
  const dataBytes = data.reduce((sum, { body }) => sum + body.length, 0)
  if (dataBytes === 0) throw damaged('no IDAT')
  if (head.body[9] === 3 && !chunks.some(({ type }) => type === 'PLTE')) throw damaged('no PLTE')
  const exif = chunks.find(({ type }) => type === 'eXIf')
  const { bitsPerPixel: _, ...shown } = picture
  return {
    format: 'png',
    ...shown,
    hasAlpha: picture.hasAlpha || chunks.some(({ type }) => type === 'tRNS'),
    animated: chunks.some(({ type }) => type === 'acTL'),
    orientation: exif === undefined ? 1 : readOrientation(exif.body),
    colour: colourOf(chunks),
    dataBytes,
    essential: joinTouching([
      { start: 0, end: 8 },
      ...chunks.filter(({ type }) => kept.has(type) || type === 'cICP'),
    ]),
  }
}

function readChunks(bytes: Uint8Array): readonly Chunk[] {
  const chunks: Chunk[] = []
  let at = 8
  while (at + chunkFrameBytes <= bytes.length) {
    const length = uint32(bytes, at)
    const end = at + chunkFrameBytes + length
    if (end > bytes.length) throw damaged('cut short within a chunk')
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (!/^[A-Za-z]{4}$/.test(type)) throw damaged('no chunk where one must be')
    if (isCritical(type)) checkSum(bytes, at, end, type)
    chunks.push({ type, start: at, end, body: bytes.subarray(at + 8, end - 4) })
    if (type === 'IEND') return chunks
    if (chunks.length === PARTS_MAX) throw damaged('chunks without end')
    at = end
  }
  throw damaged('cut short before its end')
}

function checkSum(bytes: Uint8Array, start: number, end: number, type: string): void {
  if (!kept.has(type)) throw damaged(`unknown critical chunk ${type}`)
  if (crc32(bytes.subarray(start + 4, end - 4)) !== uint32(bytes, end - 4))
    throw damaged(`wrong sum of ${type}`)
}

/**
 * The size of a picture by the body of its IHDR chunk.
 * @throws StampaError `photo-damaged`
 */
export function readPngHead(body: Uint8Array) {
  const widthPx = uint32(body, 0)
  const heightPx = uint32(body, 4)
  const bitDepth = body[8] ?? 0
  const colourType = colourTypes[body[9] ?? 255]
  if (widthPx === 0 || heightPx === 0) throw damaged('a side of 0 px')
  if (!colourType?.depths.includes(bitDepth)) throw damaged('unknown colour type or bit depth')
  if (body[10] !== 0 || body[11] !== 0 || (body[12] ?? 2) > 1) throw damaged('unknown method')
  const bitsPerPixel = bitDepth * colourType.channels
  const rowBytes = Math.ceil((widthPx * bitsPerPixel) / 8) + 1
  const hasAlpha = colourType.channels === 2 || colourType.channels === 4
  return { widthPx, heightPx, bitDepth, bitsPerPixel, hasAlpha, unpackedBytes: rowBytes * heightPx }
}

function colourOf(chunks: readonly Chunk[]): 'srgb' | 'other' {
  if (chunks.some(({ type }) => type === 'sRGB')) return 'srgb'
  const telling = chunks.filter(({ type }) => colourChunks.has(type))
  const plain = ({ type, body }: Chunk) =>
    type === 'gAMA'
      ? uint32(body, 0) === srgbGamma
      : type === 'cHRM'
        ? isSrgbPrimaries(body)
        : type === 'iCCP' && isNamedSrgb(body)
  return telling.every(plain) ? 'srgb' : 'other'
}

/** The compressed profile carries its name in the clear before it. */
const isNamedSrgb = (body: Uint8Array): boolean =>
  standsAt(body, 0, 'sRGB') || standsAt(body, 0, 'c2\0')

/** White point and primaries of BT.709, in units of 1/100000. */
function isSrgbPrimaries(body: Uint8Array): boolean {
  const srgb = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000]
  return srgb.every((value, index) => Math.abs(uint32(body, index * 4) - value) <= 100)
}

/** An upper-case first letter: a decoder that does not know the chunk must not go on. */
const isCritical = (type: string): boolean => type.charCodeAt(0) < 0x60

const damaged = (cause: string) => new StampaError('photo-damaged', { cause: `PNG: ${cause}` })
