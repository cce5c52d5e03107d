import type { PhotoRef } from '#core/design/document.ts'
import { mediaTypeOf } from '#core/formats/sniff.ts'
import { inspectPhoto } from '#core/intake/inspect.ts'
import type { JobContext } from '#core/jobs.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import { readBytes } from '../read-bytes.ts'

/**
 * Stores a picture that came as a file, checked by its bytes.
 * @throws StampaError `photo-damaged`, `storage-full`, `storage-unavailable`
 */
export async function keepPicture(
  store: PhotoStore,
  file: Blob,
  job: JobContext,
): Promise<PhotoRef> {
  job.report({ stage: 'store', done: 0, total: 1, unit: 'steps' })
  const bytes = await readBytes(file, 'photo-damaged')
  const { format, widthPx, heightPx } = inspectPhoto(bytes)
  await job.checkpoint()
  const hash = await store.put(bytes)
  job.report({ stage: 'store', done: 1, total: 1, unit: 'steps' })
  return { hash, widthPx, heightPx, mediaType: mediaTypeOf(format) }
}
