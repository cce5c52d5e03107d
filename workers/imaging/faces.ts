import type { PhotoRef } from '#core/design/document.ts'
import type { PhotoFace } from '#core/design/faces.ts'
import { BLURRED_FACE, detectFacesBy, SURE_FACE } from '#core/imaging/portrait/detect-faces.ts'
import { blurredBehind } from '#core/imaging/portrait/focus.ts'
import { FINE_COPY_PX } from '#core/imaging/preview-sizes.ts'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import type { DetectedFace } from '#core/imaging/tool.ts'
import { foundAgain, locate, lookedAt } from '#core/imaging/tools/cut-out/people/faces/face-gate.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import type { Job } from '../job-registry.ts'
import { loadKernels } from '../kernels.ts'
import type { ModelCache } from './inference/model-cache.ts'
import type { PreviewCopies } from './preview-copies.ts'

const LOOKED_AT_PX = 1024

/**
 * The faces of a photo that the detector is sure of, or finds again when it looks closer, as the cut-out's
 * gate does, and those that are blurred behind them.
 */
export async function facesOf(
  copies: PreviewCopies,
  models: ModelCache,
  ref: PhotoRef,
  job: Job,
): Promise<readonly PhotoFace[]> {
  job.report({ stage: 'find-face', done: 0, total: 1, unit: 'steps' })
  const env = { ...job, kernels: await loadKernels() }
  // The fine preview that follows is made of the same copy: no photo is decoded for its faces alone.
  const decoded = await copies.of(ref, FINE_COPY_PX, env)
  const source = rasterSource(decoded)
  const copy = await scaledCopy(env, source, LOOKED_AT_PX)
  const session = await models.networks(['face/detect'], job)
  const detect = detectFacesBy(session('face/detect'))
  const found = await detect(copy)
  const faces = found.filter(({ score }) => score >= BLURRED_FACE)
  const behind = blurredBehind(env.kernels, copy, faces, (face) => locate(face, copy))
  const isKnown = (face: DetectedFace) => face.score >= SURE_FACE || behind.has(face)
  const photo = { source, overview: copy }
  const doubted = lookedAt(found.filter((face) => !isKnown(face)))
  const again = new Set(await foundAgain(env, photo, doubted, detect))
  job.report({ stage: 'find-face', done: 1, total: 1, unit: 'steps' })
  return found
    .filter((face) => isKnown(face) || again.has(face))
    .map((face) => ({ ...photoFaceOf(face), isBehind: behind.has(face) }))
}

/** The detector's first two points are the eyes; without them they stand in the box's upper half. */
function photoFaceOf({ x, y, width, height, keypoints }: DetectedFace): PhotoFace {
  const [one, two] = keypoints
  if (one !== undefined && two !== undefined) return { width, eyes: [one, two] }
  const eyeAt = (share: number) => ({ x: x + width * share, y: y + height * 0.4 })
  return { width, eyes: [eyeAt(0.3), eyeAt(0.7)] }
}
