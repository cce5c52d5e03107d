import type { PhotoRef } from '#core/design/document.ts'
import type { PhotoFace } from '#core/design/faces.ts'
import { detectFacesBy, SURE_FACE } from '#core/imaging/portrait/detect-faces.ts'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import type { DetectedFace } from '#core/imaging/tool.ts'
import type { Job } from '../job-registry.ts'
import { loadKernels } from '../kernels.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import { openPhoto } from '../pixels/open-photo.ts'
import type { ModelCache } from './inference/model-cache.ts'

const LOOKED_AT_PX = 1024

/** The faces of a photo that the detector is sure of. */
export async function facesOf(
  store: PhotoStore,
  models: ModelCache,
  ref: PhotoRef,
  job: Job,
): Promise<readonly PhotoFace[]> {
  job.report({ stage: 'find-face', done: 0, total: 1, unit: 'steps' })
  const photo = await openPhoto(store, ref, job)
  try {
    const copy = await scaledCopy({ ...job, kernels: await loadKernels() }, photo, LOOKED_AT_PX)
    const session = await models.networks(['face/detect'], job)
    const faces = await detectFacesBy(session('face/detect'))(copy)
    job.report({ stage: 'find-face', done: 1, total: 1, unit: 'steps' })
    return faces.filter(({ score }) => score >= SURE_FACE).map(photoFaceOf)
  } finally {
    photo.close()
  }
}

/** The detector's first two points are the eyes; without them they stand in the box's upper half. */
function photoFaceOf({ x, y, width, height, keypoints }: DetectedFace): PhotoFace {
  const [one, two] = keypoints
  if (one !== undefined && two !== undefined) return { width, eyes: [one, two] }
  const eyeAt = (share: number) => ({ x: x + width * share, y: y + height * 0.4 })
  return { width, eyes: [eyeAt(0.3), eyeAt(0.7)] }
}
