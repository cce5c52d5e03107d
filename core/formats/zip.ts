import { StampaError } from '../errors.ts'
import type { ByteRange } from './byte-range.ts'

/**
 * Just enough ZIP (PKWARE APPNOTE 6.3, sections 4.3 and 4.4) for a design file: entries are stored
 * as they are, never compressed, so that nothing can unpack to more than it is.
 */
export interface ZipEntry {
  /** ASCII path with `/`. */
  readonly name: string
  readonly size: number
  readonly crc: number
}

/** An entry of a file that is read; `start` is where its local header stands. */
export interface ZipListing extends ZipEntry {
  readonly start: number
}

const signature = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const
const headBytes = { local: 30, central: 46, end: 22 } as const
/** 1980-01-01, the first day that ZIP knows: the same design always makes the same file. */
const firstDay = 0x21
const entriesMax = 8192
const sizeMax = 0xffff_ffff

/** How much of a file's end {@link findDirectory} needs to see. */
export const directoryTailBytes = headBytes.end + 0xffff

/** The header that stands before an entry's bytes. */
export function localHeader(entry: ZipEntry): Uint8Array<ArrayBuffer> {
  const name = asciiBytes(entry.name)
  const header = new Uint8Array(headBytes.local + name.length)
  const view = new DataView(header.buffer)
  view.setUint32(0, signature.local, true)
  writeCommon(view, 4, entry, name.length)
  header.set(name, headBytes.local)
  return header
}

/**
 * What stands after the last entry.
 * @param entries in the order in which they were written, without gaps
 * @throws StampaError `photo-too-many-bytes` beyond 4 GB, which needs another format
 */
export function centralDirectory(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const length = entries.reduce((sum, { name }) => sum + headBytes.central + name.length, 0)
  const directory = new Uint8Array(length + headBytes.end)
  const view = new DataView(directory.buffer)
  let at = 0
  let start = 0
  for (const entry of entries) {
    const name = asciiBytes(entry.name)
    view.setUint32(at, signature.central, true)
    view.setUint16(at + 4, 20, true)
    writeCommon(view, at + 6, entry, name.length)
    view.setUint32(at + 42, start, true)
    directory.set(name, at + headBytes.central)
    at += headBytes.central + name.length
    start += headBytes.local + name.length + entry.size
  }
  if (start + length > sizeMax || entries.length > entriesMax)
    throw new StampaError('photo-too-many-bytes', { params: { maxMegabytes: 4095 } })
  view.setUint32(at, signature.end, true)
  view.setUint16(at + 8, entries.length, true)
  view.setUint16(at + 10, entries.length, true)
  view.setUint32(at + 12, length, true)
  view.setUint32(at + 16, start, true)
  return directory
}

/**
 * Where the directory lies.
 * @param tail the last {@link directoryTailBytes} of the file, or all of it
 * @throws StampaError `design-unreadable`
 */
export function findDirectory(tail: Uint8Array<ArrayBuffer>, fileSize: number): ByteRange {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.length)
  for (let at = tail.length - headBytes.end; at >= 0; at--) {
    if (view.getUint32(at, true) !== signature.end) continue
    const start = view.getUint32(at + 16, true)
    const end = start + view.getUint32(at + 12, true)
    const directoryMax = entriesMax * (headBytes.central + 256)
    if (end > fileSize || end - start > directoryMax) break
    return { start, end }
  }
  throw unreadable('no ZIP directory')
}

/**
 * The entries of a directory, in its order.
 * @throws StampaError `design-unreadable` for anything compressed, encrypted, doubled or cut short
 */
export function readDirectory(
  directory: Uint8Array<ArrayBuffer>,
  fileSize: number,
): readonly ZipListing[] {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.length)
  const entries = new Map<string, ZipListing>()
  let at = 0
  while (at + headBytes.central <= directory.length) {
    if (view.getUint32(at, true) !== signature.central) throw unreadable('damaged directory')
    const nameEnd = at + headBytes.central + view.getUint16(at + 28, true)
    if (nameEnd > directory.length) throw unreadable('damaged directory')
    const entry = readEntry(view, at, directory.subarray(at + headBytes.central, nameEnd))
    const end = entry.start + headBytes.local + entry.name.length + entry.size
    if (entries.has(entry.name) || end > fileSize) throw unreadable(`entry ${entry.name}`)
    entries.set(entry.name, entry)
    if (entries.size > entriesMax) throw unreadable('too many entries')
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return [...entries.values()]
}

/**
 * Where an entry's bytes lie.
 * @param local the {@link localHeaderBytes} at the entry's `start`
 * @throws StampaError `design-unreadable`
 */
export function entryRange(
  entry: ZipListing,
  local: Uint8Array<ArrayBuffer>,
  fileSize: number,
): ByteRange {
  const view = new DataView(local.buffer, local.byteOffset, local.length)
  if (local.length < headBytes.local || view.getUint32(0, true) !== signature.local)
    throw unreadable(`no header before ${entry.name}`)
  const start = entry.start + headBytes.local + view.getUint16(26, true) + view.getUint16(28, true)
  if (start + entry.size > fileSize) throw unreadable(`${entry.name} is cut short`)
  return { start, end: start + entry.size }
}

export const localHeaderBytes = headBytes.local

/** The fields that both headers share, from "version needed" to "extra field length". */
function writeCommon(view: DataView, at: number, entry: ZipEntry, nameBytes: number): void {
  view.setUint16(at, 20, true)
  view.setUint16(at + 8, firstDay, true)
  view.setUint32(at + 10, entry.crc, true)
  view.setUint32(at + 14, entry.size, true)
  view.setUint32(at + 18, entry.size, true)
  view.setUint16(at + 22, nameBytes, true)
}

function readEntry(view: DataView, at: number, nameBytes: Uint8Array): ZipListing {
  const name = String.fromCharCode(...nameBytes)
  const size = view.getUint32(at + 24, true)
  const isStored = view.getUint16(at + 10, true) === 0 && view.getUint32(at + 20, true) === size
  const isPlain = (view.getUint16(at + 8, true) & 1) === 0
  if (!isStored || !isPlain || name.length > 255) throw unreadable(`entry ${name.slice(0, 80)}`)
  return { name, size, crc: view.getUint32(at + 16, true), start: view.getUint32(at + 42, true) }
}

const asciiBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 127)

const unreadable = (cause: string) => new StampaError('design-unreadable', { cause })
