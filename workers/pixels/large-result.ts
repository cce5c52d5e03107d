import type { PhotoRef } from '#core/design/document.ts'
import { LargeResult } from '#core/imaging/large-result.ts'
import type { Job } from '../job-registry.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'

/** A large result whose file is stored by its hash. */
export class StoredLargeResult extends LargeResult<Blob> {
  constructor(widthPx: number, heightPx: number) {
    super(widthPx, heightPx, (bytes) => new Blob([bytes]))
  }

  async store(store: PhotoStore, job: Job): Promise<PhotoRef> {
    job.report({ stage: 'store', done: 0, total: 1, unit: 'steps' })
    const hash = await store.put(new Blob(this.finish(), { type: 'image/jpeg' }))
    job.report({ stage: 'store', done: 1, total: 1, unit: 'steps' })
    const { widthPx, heightPx } = this
    return { hash, widthPx, heightPx, mediaType: 'image/jpeg' }
  }
}
