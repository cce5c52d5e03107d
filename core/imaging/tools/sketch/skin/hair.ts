import { createFloatPlane, cropRaster, scaledBox, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { maskOf } from '../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import { type FoundFace, scaledFace } from '../../../face-points/find-faces.ts'
import { hairChanceOf, maskAbout } from '../../../face-points/hair-chance.ts'
import type { HairSeen } from '../../../face-points/hair-on-face.ts'
import { headOf, partOf } from '../../../face-points/head.ts'
import { labOf } from '../../../face-points/skin-likeness.ts'
import { type People, personAt } from '../../../portrait/people.ts'
import type { InferenceSession, ToolEnvironment } from '../../../tool.ts'
import { scalpIn } from './scalp.ts'

/** Faces that are narrower than this, in shares of the longer side, have no hair that could be told. */
const SMALLEST = 0.018
/** So far below what the network is shown it is believed, face widths: arms and hands lie there. */
const BELOW = 0.12
/** So far its borders are moved onto the picture's, face widths: a place of the network is wider. */
const BORDER = 0.06
const SMOOTH = 1e-3
/** What the mask of people has of a head: the network was shown few walls above one. */
const PERSON = { none: 0.3, wholly: 0.7 }

/** How sure the network of hair is where a place is no skin, and how much surer it has to be within a face. */
const HAIR = { from: 0.35, wholly: 0.65, within: 0.22 }

/** Where people have hair, as a network of hair has it. */
export interface FoundHair {
  /** How likely each place is hair, 0..1; soft. */
  readonly chance: FloatPlane
  /** The same about single heads, in pixels of the picture of the faces. */
  readonly of: ReadonlyMap<FoundFace, HairSeen>
}

/**
 * Asks the network of hair about the heads of people.
 * @param small a copy of the picture that faces are of; the chance is as large
 * @param scale its size against the picture's
 * @returns null where no head is large enough
 */
export async function hairIn(
  env: ToolEnvironment,
  network: InferenceSession,
  small: Raster,
  { faces, mask }: People,
  scale: number,
): Promise<FoundHair | null> {
  const { widthPx, heightPx } = small
  const least = SMALLEST * Math.max(widthPx, heightPx)
  const heads = faces.map((face) => ({ face, own: scaledFace(face, scale) }))
  const large = heads.filter(({ own }) => own.widthPx >= least)
  if (large.length === 0) return null
  const person = mask === null ? null : personAt(env.kernels, mask, small)
  const all = createFloatPlane(widthPx, heightPx)
  const of = new Map<FoundFace, HairSeen>()
  for (const { face, own } of large) {
    const { box } = headOf(own, small)
    const about = maskAbout(own, person)
    const chance = await chanceAbout(env, network, own, small, about)
    of.set(face, { box: scaledBox(box, 1 / scale), chance })
    for (let y = 0, from = 0; y < box.height; y++) {
      let at = (box.y + y) * widthPx + box.x
      for (let x = 0; x < box.width; x++, from++, at++) {
        const sure = chance.values[from] as number
        if (sure > (all.values[at] as number)) all.values[at] = sure
      }
    }
    await env.checkpoint()
  }
  return { chance: all, of }
}

/** How likely each place of a head's box is hair, up to the edges of its luma. */
async function chanceAbout(
  env: ToolEnvironment,
  network: InferenceSession,
  face: FoundFace,
  small: Raster,
  person: FloatPlane | null,
): Promise<FloatPlane> {
  const rough = await hairChanceOf(network, face, small, person, BELOW)
  const head = headOf(face, small)
  const { box } = head
  const about = person && partOf(person.values, head, small)
  const masked = rough.values.map(
    (share, i) => share * smoothstep(PERSON.none, PERSON.wholly, about?.[i] ?? 1),
  )
  const crop = cropRaster(small, box)
  const place = ({ x, y }: Point) => ({ x: x - box.x, y: y - box.y })
  const oval = maskOf([pointsOf(face.points, 'faceOval')], box.width, box.height, place)
  const scalp = scalpIn(labOf(env.kernels, crop), masked, oval.values)
  const values = scalp === 0 ? masked : masked.map((share) => share * (1 - scalp))
  const radius = Math.max(2, Math.round(face.widthPx * BORDER))
  return env.kernels.guidedFilter(env.kernels.luma(crop), { ...rough, values }, radius, SMOOTH)
}

/** How much a place is hair for a network that is so sure of it; within a face's oval skin is the rule. */
export const hairyAt = (chance: number, inside: number): number =>
  chance < HAIR.from
    ? 0
    : smoothstep(HAIR.from + HAIR.within * inside, HAIR.wholly + HAIR.within * inside, chance)
