import { photosOf } from '../design/design-photos.ts'
import type { Design, PhotoRef } from '../design/document.ts'
import { parseDesignText } from '../design/migrations/migrate.ts'
import { StampaError, unwrap } from '../errors.ts'
import { mediaTypeOf } from '../formats/sniff.ts'
import {
  directoryTailBytes,
  entryRange,
  findDirectory,
  localHeaderBytes,
  readDirectory,
  type ZipListing,
} from '../formats/zip.ts'
import { inspectPhoto } from '../intake/inspect.ts'
import type { JobContext } from '../jobs.ts'
import { limits } from '../limits.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A `.stampa` file: a ZIP of `design.json` and `photos/<sha256>`, stored as they are. */
export const DESIGN_ENTRY = 'design.json'
const documentBytesMax = 32 * 1024 * 1024
const entryForm = /^(design\.json|photos\/[0-9a-f]{64})$/
/** A noisy cut-out at working size is larger as a PNG than any photo that is taken in. */
const storedBytesMax = limits.workingPxMax * 4 + 1024 * 1024

/** A design file, read a piece at a time, and what its photos are proven and kept with. */
export interface DesignFileHost {
  readonly size: number
  readonly read: (start: number, end: number) => Promise<Bytes>
  /** UTF-8. */
  readonly text: (bytes: Bytes) => string
  /** SHA-256 as 64 lower case hexadecimal digits. */
  readonly sha256: (bytes: Bytes) => Promise<string>
  readonly keep: (bytes: Bytes, hash: string) => Promise<void>
}

/**
 * Unpacks a design file and keeps its photos. Everything is checked: the document by its schema,
 * the entries by their names, each photo by its hash, kind and size before it is kept.
 * @throws StampaError `design-unreadable`, `design-newer`, `cancelled`, and what the host throws
 */
export async function unpackDesignFile(host: DesignFileHost, job: JobContext): Promise<Design> {
  const entries = await listEntries(host)
  const document = entries.get(DESIGN_ENTRY)
  if (document === undefined || document.size > documentBytesMax)
    throw new StampaError('design-unreadable', { cause: `no ${DESIGN_ENTRY}` })
  const text = host.text(await contentOf(host, document))
  const design = unwrap(parseDesignText(text))
  const photos = photosOf(design)
  for (const [index, photo] of photos.entries()) {
    await job.checkpoint()
    await host.keep(await photoBytes(host, entries.get(`photos/${photo.hash}`), photo), photo.hash)
    job.report({ stage: 'store', done: index + 1, total: photos.length, unit: 'steps' })
  }
  return design
}

async function listEntries({
  size,
  read,
}: DesignFileHost): Promise<ReadonlyMap<string, ZipListing>> {
  const tail = await read(Math.max(0, size - directoryTailBytes), size)
  const { start, end } = findDirectory(tail, size)
  const entries = readDirectory(await read(start, end), size)
  const foreign = entries.find(({ name }) => !entryForm.test(name))
  if (foreign !== undefined)
    throw new StampaError('design-unreadable', { cause: `entry ${foreign.name}` })
  return new Map(entries.map((entry) => [entry.name, entry]))
}

async function contentOf({ size, read }: DesignFileHost, entry: ZipListing): Promise<Bytes> {
  const local = await read(entry.start, entry.start + localHeaderBytes)
  const { start, end } = entryRange(entry, local, size)
  return await read(start, end)
}

/** The bytes of one photo, proven to be what the document says of them. */
async function photoBytes(
  host: DesignFileHost,
  entry: ZipListing | undefined,
  photo: PhotoRef,
): Promise<Bytes> {
  const refused = (cause: string) => new StampaError('design-unreadable', { cause })
  if (entry === undefined || entry.size > storedBytesMax) throw refused(`no photo ${photo.hash}`)
  const bytes = await contentOf(host, entry)
  if ((await host.sha256(bytes)) !== photo.hash) throw refused(`wrong photo ${photo.hash}`)
  const header = inspectStored(bytes)
  const asSaid =
    header.widthPx === photo.widthPx &&
    header.heightPx === photo.heightPx &&
    header.orientation === 1 &&
    mediaTypeOf(header.format) === photo.mediaType
  if (!asSaid) throw refused(`photo ${photo.hash} is not as described`)
  return bytes
}

function inspectStored(bytes: Bytes) {
  try {
    return inspectPhoto(bytes, storedBytesMax)
  } catch (thrown) {
    throw new StampaError('design-unreadable', { cause: thrown })
  }
}
