import { photosOf } from '#core/design/design-photos.ts'
import type { Design } from '#core/design/document.ts'
import { fileNameOf } from '#core/design/file-name.ts'
import { DESIGN_ENTRY, unpackDesignFile } from '#core/design-file/unpack.ts'
import { crc32 } from '#core/formats/crc32.ts'
import { centralDirectory, localHeader, type ZipEntry } from '#core/formats/zip.ts'
import type { JobContext } from '#core/jobs.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import { readBytes } from '../read-bytes.ts'
import { sha256Hex } from '../sha256.ts'
import type { DesignFile } from './api.ts'

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
  await add(DESIGN_ENTRY, new Blob([JSON.stringify(design)]))
  for (const { hash } of photos) await add(`photos/${hash}`, await store.get(hash))
  parts.push(centralDirectory(entries))
  return { name: fileNameOf(design, '.stampa'), file: new Blob(parts, { type: mediaType }) }
}

/**
 * Unpacks a design file and stores its photos, each checked.
 * @throws StampaError `design-unreadable`, `design-newer`, `storage-full`, `storage-unavailable`,
 *   `cancelled`
 */
export const unpackDesign = (store: PhotoStore, file: Blob, job: JobContext): Promise<Design> =>
  unpackDesignFile(
    {
      size: file.size,
      read: (start, end) => bytesOf(file.slice(start, end)),
      text: (bytes) => new TextDecoder().decode(bytes),
      sha256: sha256Hex,
      keep: async (bytes) => void (await store.put(bytes)),
    },
    job,
  )

const bytesOf = (file: Blob) => readBytes(file, 'design-unreadable')
