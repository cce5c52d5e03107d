import { expose } from 'comlink'
import { outcomeOf } from '#core/errors.ts'
import { JobRegistry } from '../job-registry.ts'
import { PhotoStore } from '../photo-store/photo-store.ts'
import type { LibraryApi } from './api.ts'
import { decodeSmall, encodeThumbnail } from './decode.ts'
import { packDesign, unpackDesign } from './design-file.ts'
import { takeIn } from './take-in.ts'

const jobs = new JobRegistry()
const store = new PhotoStore()

const api: LibraryApi = {
  takeIn: (jobId, file, report) => jobs.run(jobId, report, (job) => takeIn(store, file, job)),
  photo: (photo) => outcomeOf(() => store.get(photo.hash)),
  thumbnail: (photo, sidePx) =>
    outcomeOf(async () => {
      const file = await store.get(photo.hash)
      const bitmap = await decodeSmall(file, photo.widthPx, photo.heightPx, sidePx)
      try {
        return await encodeThumbnail(bitmap, sidePx, { hasAlpha: photo.mediaType === 'image/png' })
      } finally {
        bitmap.close()
      }
    }),
  exportDesign: (jobId, design, report) =>
    jobs.run(jobId, report, (job) => packDesign(store, design, job)),
  importDesign: (jobId, file, report) =>
    jobs.run(jobId, report, (job) => unpackDesign(store, file, job)),
  prune: (keep) =>
    outcomeOf(async () => {
      const kept = new Set(keep)
      const unused = (await store.list()).filter((hash) => !kept.has(hash))
      for (const hash of unused) await store.remove(hash)
      return unused.length
    }),
  cancel: (jobId) => jobs.cancel(jobId),
}

expose(api)
