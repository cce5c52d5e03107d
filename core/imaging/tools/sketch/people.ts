import type { Plane, Raster } from '../../../pixels/raster.ts'
import { type FoundFace, findFaces } from '../../face-points/find-faces.ts'
import type { ToolJob } from '../../tool-definition.ts'

/** Who is in a picture. */
export interface People {
  /** In pixels of the picture. */
  readonly faces: readonly FoundFace[]
  /** Where people are, 0 to 255, at a size of its own; null where there is no face. */
  readonly mask: Plane | null
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
    const scale = Math.min(1, MASKED_PX / Math.max(picture.widthPx, picture.heightPx))
    const [width = 1, height = 1] = [picture.widthPx, picture.heightPx].map((px) =>
      Math.max(1, Math.round(px * scale)),
    )
    const small = scale < 1 ? env.kernels.resizeArea(picture, width, height) : picture
    return { faces, mask: await segmentPerson(small) }
  })
}
