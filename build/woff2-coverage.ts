import { brotliDecompressSync } from 'node:zlib'

/**
 * Which characters a WOFF2 file really draws, read from its `cmap`. The ranges of a font package
 * name what its slice is for, not what the font has.
 * @see W3C WOFF 2.0 (table directory), OpenType cmap formats 4 and 12
 */
const CMAP_FLAG = 0
const GLYF_FLAG = 10
const LOCA_FLAG = 11
const NO_KNOWN_TAG = 63

class Reader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  u8(): number {
    return this.#bytes[this.at++] ?? 0
  }

  u16(): number {
    return this.u8() * 256 + this.u8()
  }

  u32(): number {
    return this.u16() * 65_536 + this.u16()
  }

  /** UIntBase128: seven bits a byte, the highest bit says that more follow. */
  base128(): number {
    let value = 0
    for (let index = 0; index < 5; index++) {
      const byte = this.u8()
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
    throw new Error('UIntBase128 too long')
  }
}

interface TableEntry {
  readonly isCmap: boolean
  readonly length: number
}

function readEntry(reader: Reader): TableEntry {
  const flags = reader.u8()
  const known = flags & NO_KNOWN_TAG
  const tag = known === NO_KNOWN_TAG ? reader.u32() : -1
  const originalLength = reader.base128()
  const version = flags >> 6
  const isOutline = known === GLYF_FLAG || known === LOCA_FLAG
  const transformed = isOutline ? version !== 3 : version !== 0
  const length = transformed ? reader.base128() : originalLength
  return { isCmap: known === CMAP_FLAG || tag === 0x636d6170, length }
}

function cmapTable(file: Uint8Array): Uint8Array {
  const header = new Reader(file)
  if (header.u32() !== 0x774f4632) throw new Error('not a WOFF2 file')
  header.at = 12
  const tables = header.u16()
  header.at = 20
  const compressedLength = header.u32()
  const reader = new Reader(file, 48)
  const entries = Array.from({ length: tables }, () => readEntry(reader))
  const body = brotliDecompressSync(file.subarray(reader.at, reader.at + compressedLength))
  let offset = 0
  for (const entry of entries) {
    if (entry.isCmap) return body.subarray(offset, offset + entry.length)
    offset += entry.length
  }
  throw new Error('the font has no cmap')
}

function readSegments(cmap: Uint8Array, start: number, found: Set<number>): void {
  const reader = new Reader(cmap, start + 6)
  const count = reader.u16() / 2
  const word = (index: number): number => new Reader(cmap, start + 14 + index * 2).u16()
  for (let segment = 0; segment < count; segment++) {
    const end = word(segment)
    const first = word(count + 1 + segment)
    const delta = word(2 * count + 1 + segment)
    const rangeOffset = word(3 * count + 1 + segment)
    for (let code = first; code <= end && code < 0xffff; code++) {
      const inGlyphs = 3 * count + 1 + segment + rangeOffset / 2 + (code - first)
      const glyph = rangeOffset === 0 ? (code + delta) & 0xffff : word(inGlyphs)
      if (glyph !== 0) found.add(code)
    }
  }
}

function readGroups(cmap: Uint8Array, start: number, found: Set<number>): void {
  const reader = new Reader(cmap, start + 12)
  const groups = reader.u32()
  for (let group = 0; group < groups; group++) {
    const first = reader.u32()
    const last = reader.u32()
    reader.u32()
    for (let code = first; code <= last; code++) found.add(code)
  }
}

/** @returns code points with a glyph, ascending */
export function coverageOf(woff2: Uint8Array): number[] {
  const cmap = cmapTable(woff2)
  const reader = new Reader(cmap, 2)
  const subtables = reader.u16()
  const found = new Set<number>()
  for (let index = 0; index < subtables; index++) {
    reader.at = 4 + index * 8 + 4
    const start = reader.u32()
    const format = new Reader(cmap, start).u16()
    if (format === 4) readSegments(cmap, start, found)
    if (format === 12) readGroups(cmap, start, found)
  }
  return [...found].sort((a, b) => a - b)
}

/** Code points as a CSS unicode-range: `U+20-7e,U+a0`. */
export function unicodeRange(codePoints: readonly number[]): string {
  const ranges: string[] = []
  for (let index = 0; index < codePoints.length; index++) {
    const first = codePoints[index] ?? 0
    let last = first
    while (codePoints[index + 1] === last + 1) last = codePoints[++index] ?? last
    const hex = first.toString(16)
    ranges.push(first === last ? `U+${hex}` : `U+${hex}-${last.toString(16)}`)
  }
  return ranges.join(',')
}
