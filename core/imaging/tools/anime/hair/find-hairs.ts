import { scaledBox } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { type FoundFace, scaledFace } from '../../../face-points/find-faces.ts'
import { headChancesOf, maskAbout } from '../../../face-points/hair-chance.ts'
import type { HairSeen } from '../../../face-points/hair-on-face.ts'
import { headOf } from '../../../face-points/head.ts'
import { giveBack } from '../../../give-back.ts'
import type { InferenceSession, ToolEnvironment } from '../../../tool.ts'
import { Cel } from '../cel.ts'
import { type DrawnFace, paintSkin } from '../faces/draw-faces.ts'
import { isSmallHeadIn } from '../faces/face-sizes.ts'
import type { PhotoStudy } from '../photo-study.ts'
import { findHair, type Hair } from './hair.ts'

interface AskedHead {
  /** How likely hair is about it, as the network has it, 0..1. */
  readonly chance: FloatPlane
  /** How likely something is worn on it. */
  readonly worn: FloatPlane
  /** Whether the mask of people has it. */
  readonly isMasked: boolean
}

/** What is known of the head of each face that is large enough to be asked about. */
export type HairChances = ReadonlyMap<FoundFace, AskedHead>

/**
 * Asks the network of hair about the heads of people.
 * @param network of where hair is; null where it cannot be had
 */
export async function findHairChances(
  env: ToolEnvironment,
  { picture, person, large, people }: PhotoStudy,
  network: InferenceSession | null,
): Promise<HairChances> {
  const chances = new Map<FoundFace, AskedHead>()
  if (network === null) return chances
  const scale = picture.widthPx / large.widthPx
  for (const face of people.faces) {
    if (isSmallHeadIn(face, large)) continue
    const own = scaledFace(face, scale)
    const mask = maskAbout(own, person)
    const { hair, worn } = await headChancesOf(network, own, picture, mask)
    chances.set(face, { chance: hair, worn, isMasked: mask !== null })
    await env.checkpoint()
  }
  return chances
}

/** Where hair is about a face, in pixels of the picture in which it was found; null where nobody looked. */
export function hairSeenOf(
  { picture, large }: Pick<PhotoStudy, 'picture' | 'large'>,
  face: FoundFace,
  chances: HairChances,
): HairSeen | null {
  const asked = chances.get(face)
  if (asked === undefined) return null
  const scale = picture.widthPx / large.widthPx
  const box = scaledBox(headOf(scaledFace(face, scale), picture).box, 1 / scale)
  return { box, chance: asked.chance, worn: asked.worn }
}

/**
 * Looks for the hair of people, who are painted as it is found, whatever the hand's strength.
 * @returns one for each face, null where none is seen
 */
export async function findHairs(
  env: ToolEnvironment,
  { picture, fine, person, large }: PhotoStudy,
  faces: readonly DrawnFace[],
  chances: HairChances,
): Promise<readonly (Hair | null)[]> {
  const scale = picture.widthPx / large.widthPx
  const { widthPx, heightPx } = picture
  const count = widthPx * heightPx
  const any = new Float32Array(count)
  const blank = { widthPx, heightPx, of: new Uint32Array(count), total: 1 }
  const skin = new Cel(blank, { widthPx, heightPx, lightness: any, a: any, b: any })
  paintSkin(skin, faces, scale)
  const hairs: (Hair | null)[] = []
  for (const { face } of faces) {
    const asked = chances.get(face)
    if (asked === undefined) {
      hairs.push(null)
      continue
    }
    const own = scaledFace(face, scale)
    const mask = asked.isMasked ? person : null
    hairs.push(findHair(env, picture, fine, own, mask, skin.bare, asked.chance))
    await env.checkpoint()
  }
  giveBack(env, [blank.of, skin.cells, ...skin.spent()])
  return hairs
}
