import type { PhotoRef } from '#core/design/document.ts'
import type { FoundSheet } from '#core/imaging/tools/rescue/find-corners.ts'
import type { Job } from '../job-registry.ts'
import { loadKernels } from '../kernels.ts'
import { loadScript } from '../load-script.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import { openPhoto } from '../pixels/open-photo.ts'

/** The sheet of paper in a photo; null where none is found. */
export async function paperIn(
  store: PhotoStore,
  ref: PhotoRef,
  job: Job,
): Promise<FoundSheet | null> {
  const kernels = await loadKernels()
  const { findPaper } = await loadScript(() => import('#core/imaging/tools/rescue/rescue.ts'))
  const photo = await openPhoto(store, ref, job)
  try {
    return await findPaper({ ...job, kernels }, photo)
  } finally {
    photo.close()
  }
}
