import type { PhotoRef } from '#core/design/document.ts'
import { madeOr } from '#core/errors.ts'
import type { InferenceSession } from '#core/imaging/tool.ts'
import type { FoundSheet } from '#core/imaging/tools/rescue/sheet/find-corners.ts'
import type { Job } from '../job-registry.ts'
import { loadKernels } from '../kernels.ts'
import { loadScript } from '../load-script.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import { openPhoto } from '../pixels/open-photo.ts'
import type { ModelCache } from './inference/model-cache.ts'

/** The sheet of paper in a photo; null where none is found. */
export async function paperIn(
  store: PhotoStore,
  models: ModelCache,
  ref: PhotoRef,
  job: Job,
): Promise<FoundSheet | null> {
  const kernels = await loadKernels()
  const { findPaper } = await loadScript(() => import('#core/imaging/tools/rescue/rescue.ts'))
  const photo = await openPhoto(store, ref, job)
  try {
    return await findPaper({ ...job, kernels }, photo, () => sheetNetwork(models, job))
  } finally {
    photo.close()
  }
}

/** Null where it cannot be had now: the sheet is then found by its edges. */
async function sheetNetwork(models: ModelCache, job: Job): Promise<InferenceSession | null> {
  const session = await madeOr(null, () => models.networks(['rescue/sheet'], job))
  return session?.('rescue/sheet') ?? null
}
