import type { Kernels } from '../../../kernels/kernels.ts'
import { fittedSize } from '../../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../../pixels/raster.ts'
import { type FoundFace, findFaces } from '../../face-points/find-faces.ts'
import type { ToolJob } from '../../tool-definition.ts'

/** Who is in a picture. */
export interface People {
  /** In pixels of the picture. */
  readonly faces: readonly FoundFace[]
  /** Where people are, 0 to 255, at a size of its own; null where there is no face. */
  readonly mask: Plane | null
}

/** Where people are, 0..1, at the size of a copy of their picture. */
export function personAt(kernels: Kernels, mask: Plane, copy: Raster): FloatPlane {
  const values = Float32Array.from(mask.values, (value) => value / 255)
  return kernels.resizePlane({ ...mask, values }, copy.widthPx, copy.heightPx)
}

export const nobody: People = { faces: [], mask: null }

const MASKED_PX = 768

/** A slider that is moved asks for the same picture again and again. */
const KEPT = 2
const kept: { readonly key: string; readonly people: People }[] = []

/** Looks for people with the networks of a job, once in a picture. */
export async function findPeopleIn(job: ToolJob, picture: Raster): Promise<People> {
  const key = keyOf(picture)
  const known = kept.find((one) => one.key === key)
  if (known !== undefined) return known.people
  const people = await lookFor(job, picture)
  kept.unshift({ key, people })
  kept.length = Math.min(KEPT, kept.length)
  return people
}

/** Two sums over all pixels (FNV-1a from two starts): equal for equal pictures. */
function keyOf({ widthPx, heightPx, rgba }: Raster): string {
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length >> 2)
  let [one, other] = [0x811c9dc5, 0x01000193]
  for (const word of words) {
    one = Math.imul(one ^ word, 0x01000193)
    other = Math.imul(other ^ (word >>> 7), 0x85ebca6b) + word
  }
  return `${widthPx}x${heightPx} ${one >>> 0} ${other >>> 0}`
}

async function lookFor({ env, network, withPortrait }: ToolJob, picture: Raster): Promise<People> {
  const points = await network('face/points', 'instant')
  if (points === null) return nobody
  return await withPortrait(async ({ detectFaces, segmentPerson }) => {
    const faces = await findFaces(env, picture, detectFaces, points)
    if (faces.length === 0) return nobody
    const { widthPx, heightPx } = fittedSize(picture, MASKED_PX)
    const isLarge = Math.max(picture.widthPx, picture.heightPx) > MASKED_PX
    const small = isLarge ? env.kernels.resizeArea(picture, widthPx, heightPx) : picture
    return { faces, mask: await segmentPerson(small) }
  })
}
