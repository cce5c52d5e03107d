import { photosOf } from '#core/design/design-photos.ts'
import type { Design, PhotoRef } from '#core/design/document.ts'
import { fileNameOf } from '#core/design/file-name.ts'
import { parseDesignText } from '#core/design/migrations/migrate.ts'
import { StampaError, unwrap } from '#core/errors.ts'
import { crc32 } from '#core/formats/crc32.ts'
import { mediaTypeOf } from '#core/formats/sniff.ts'
import {
  centralDirectory,
  directoryTailBytes,
  entryRange,
  findDirectory,
  localHeader,
  localHeaderBytes,
  readDirectory,
  type ZipEntry,
  type ZipListing,
} from '#core/formats/zip.ts'
import { inspectPhoto } from '#core/intake/inspect.ts'
import type { JobContext } from '#core/jobs.ts'
import { limits } from '#core/limits.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import { readBytes } from '../read-bytes.ts'
import { sha256Hex } from '../sha256.ts'
import type { DesignFile } from './api.ts'

/** A `.stampa` file: a ZIP of `design.json` and `photos/<sha256>`, stored as they are. */
const documentName = 'design.json'
const documentBytesMax = 32 * 1024 * 1024
const entryForm = /^(design\.json|photos\/[0-9a-f]{64})$/
const mediaType = 'application/zip'

/**
 * Packs a design and all its photos, one photo in memory at a time.
 * @throws StampaError `photo-missing`, `storage-unavailable`, `cancelled`
 */
export async function packDesign(
  store: PhotoStore,
  design: Design,
  job: JobContext,
): Promise<DesignFile> {
  const photos = photosOf(design)
  const total = photos.length + 1
  const entries: ZipEntry[] = []
  const parts: BlobPart[] = []
  const add = async (name: string, content: Blob) => {
    await job.checkpoint()
    const bytes = await bytesOf(content)
    const entry = { name, size: bytes.length, crc: crc32(bytes) }
    entries.push(entry)
    // A blob of its own: the browser may keep it on disk, and the stored photo may go meanwhile.
    parts.push(localHeader(entry), new Blob([bytes]))
    job.report({ stage: 'encode', done: entries.length, total, unit: 'steps' })
  }
  await add(documentName, new Blob([JSON.stringify(design)]))
  for (const { hash } of photos) await add(`photos/${hash}`, await store.get(hash))
  parts.push(centralDirectory(entries))
  return { name: fileNameOf(design, '.stampa'), file: new Blob(parts, { type: mediaType }) }
}

/**
 * Unpacks a design file and stores its photos. Everything is checked: the document by its schema,
 * the entries by their names, each photo by its hash, kind and size before it is kept.
 * @throws StampaError `design-unreadable`, `design-newer`, `storage-full`, `storage-unavailable`,
 *   `cancelled`
 */
export async function unpackDesign(
  store: PhotoStore,
  file: Blob,
  job: JobContext,
): Promise<Design> {
  const entries = await listEntries(file)
  const document = entries.get(documentName)
  if (document === undefined || document.size > documentBytesMax)
    throw new StampaError('design-unreadable', { cause: `no ${documentName}` })
  const text = new TextDecoder().decode(await bytesOf(await contentOf(file, document)))
  const design = unwrap(parseDesignText(text))
  const photos = photosOf(design)
  for (const [index, photo] of photos.entries()) {
    await job.checkpoint()
    const bytes = await photoBytes(file, entries.get(`photos/${photo.hash}`), photo)
    await store.put(bytes)
    job.report({ stage: 'store', done: index + 1, total: photos.length, unit: 'steps' })
  }
  return design
}

async function listEntries(file: Blob): Promise<ReadonlyMap<string, ZipListing>> {
  const tail = await bytesOf(file.slice(Math.max(0, file.size - directoryTailBytes)))
  const { start, end } = findDirectory(tail, file.size)
  const entries = readDirectory(await bytesOf(file.slice(start, end)), file.size)
  const foreign = entries.find(({ name }) => !entryForm.test(name))
  if (foreign !== undefined)
    throw new StampaError('design-unreadable', { cause: `entry ${foreign.name}` })
  return new Map(entries.map((entry) => [entry.name, entry]))
}

async function contentOf(file: Blob, entry: ZipListing): Promise<Blob> {
  const local = await bytesOf(file.slice(entry.start, entry.start + localHeaderBytes))
  const { start, end } = entryRange(entry, local, file.size)
  return file.slice(start, end)
}

/** The bytes of one photo, proven to be what the document says of them. */
async function photoBytes(
  file: Blob,
  entry: ZipListing | undefined,
  photo: PhotoRef,
): Promise<Uint8Array<ArrayBuffer>> {
  const refused = (cause: string) => new StampaError('design-unreadable', { cause })
  if (entry === undefined || entry.size > storedBytesMax) throw refused(`no photo ${photo.hash}`)
  const bytes = await bytesOf(await contentOf(file, entry))
  if ((await sha256Hex(bytes)) !== photo.hash) throw refused(`wrong photo ${photo.hash}`)
  const header = inspectStored(bytes)
  const asSaid =
    header.widthPx === photo.widthPx &&
    header.heightPx === photo.heightPx &&
    header.orientation === 1 &&
    mediaTypeOf(header.format) === photo.mediaType
  if (!asSaid) throw refused(`photo ${photo.hash} is not as described`)
  return bytes
}

/** A noisy cut-out at working size is larger as a PNG than any photo that is taken in. */
const storedBytesMax = limits.workingPxMax * 4 + 1024 * 1024

function inspectStored(bytes: Uint8Array<ArrayBuffer>) {
  try {
    return inspectPhoto(bytes, storedBytesMax)
  } catch (thrown) {
    throw new StampaError('design-unreadable', { cause: thrown })
  }
}

const bytesOf = (file: Blob) => readBytes(file, 'design-unreadable')
