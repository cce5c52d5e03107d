import type { Kernels } from '../../kernels/kernels.ts'
import { fittedSize } from '../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../pixels/raster.ts'
import { toldFromBlur } from '../face-points/blurred-faces.ts'
import {
  withoutBodies,
  withoutFalse,
  withoutNobodys,
  withoutThings,
} from '../face-points/false-faces.ts'
import { type FoundFace, findFaces } from '../face-points/find-faces.ts'
import { KeptOfPictures } from '../kept-of-pictures.ts'
import type { ToolJob } from '../tool-definition.ts'
import { detectFacesBy } from './detect-faces.ts'
import { detectSmallToo } from './detect-small-faces.ts'
import { isGroupLeftOut, withGroups } from './segment-groups.ts'
import { segmentPersonBy } from './segment-person.ts'

/** Who is in a picture. */
export interface People {
  /** In pixels of the picture. */
  readonly faces: readonly FoundFace[]
  /** Where people are, 0 to 255, at a size of its own; null where there is no face. */
  readonly mask: Plane | null
}

/** Where people are, 0..1, at the size of a copy of their picture. */
export const personAt = (kernels: Kernels, mask: Plane, copy: Raster): FloatPlane =>
  kernels.resizeMask(mask, copy.widthPx, copy.heightPx)

export const nobody: People = { faces: [], mask: null }

const MASKED_PX = 768

/** The job's part that people are looked for with. */
type LookingJob = Pick<ToolJob, 'env' | 'network' | 'networks' | 'memory'>

/** Of the quick and the fine preview of a photo, in the ways in which tools ask. */
const kept = new KeptOfPictures<People>(4)
const masks = new KeptOfPictures<Plane>(2)

/** How closely people are looked for. */
export interface PeopleAsked {
  /** The faces of a group that are too small to be seen at once, too. */
  readonly isGroupToo?: boolean
  /** Those behind larger ones, too, as in a crowd. */
  readonly isCrowdToo?: boolean
}

/** As many faces are looked at, and in a group that is looked at in parts. */
const FACES_MAX = { usual: 16, group: 40 }

/** Looks for people with the networks of a job, once in a picture. */
export const findPeopleIn = (
  job: LookingJob,
  picture: Raster,
  { isGroupToo = false, isCrowdToo = false }: PeopleAsked = {},
): Promise<People> => {
  const asked = { isGroupToo: isGroupToo || isCrowdToo, isCrowdToo }
  const known = isCrowdToo ? 'crowd' : isGroupToo ? 'group' : ''
  return kept.of(job.memory, picture, () => lookFor(job, picture, asked), known)
}

async function lookFor(
  { env, network, networks, memory }: LookingJob,
  picture: Raster,
  { isGroupToo, isCrowdToo }: Required<PeopleAsked>,
): Promise<People> {
  const points = await network('face/points')
  if (points === null) return nobody
  const session = await networks(['face/detect', 'person/mask'])
  const one = detectFacesBy(session('face/detect'))
  const [detect, most] = isGroupToo
    ? [detectSmallToo(one, isCrowdToo), FACES_MAX.group]
    : [one, FACES_MAX.usual]
  const found = withoutFalse(await findFaces(env, picture, detect, points, most))
  if (found.length === 0) return nobody
  const segment = segmentPersonBy(session('person/mask'))
  const small = () => {
    const { widthPx, heightPx } = fittedSize(picture, MASKED_PX)
    const isLarge = Math.max(picture.widthPx, picture.heightPx) > MASKED_PX
    return isLarge ? env.kernels.resizeArea(picture, widthPx, heightPx) : picture
  }
  const mask = await masks.of(memory, picture, () => segment(small()))
  const isLeftOut = isGroupLeftOut(mask, found, picture)
  const seen = withoutNobodys(found, picture, mask)
  if (seen.length === 0) return nobody
  const people = isLeftOut ? seen : withoutBodies(withoutThings(seen, picture, mask), picture, mask)
  const faces = toldFromBlur(env.kernels, people, picture, mask)
  if (!isCrowdToo || !isLeftOut) return { faces, mask }
  return { faces, mask: await withGroups(env, segment, small(), mask) }
}
