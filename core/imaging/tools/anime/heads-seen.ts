import type { FloatPlane } from '../../../pixels/raster.ts'
import { scaledFace } from '../../face-points/find-faces.ts'
import { type Head, headOf } from '../../face-points/head.ts'
import { type SeenHand, seenHandOf } from '../../hand-parts/seen-hand.ts'
import type { HandPoints } from '../../hand-points/hand-points.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { DrawnFace } from './faces/draw-faces.ts'
import { type ZoneAt, zonesAbout } from './faces/face-zones.ts'
import { findHairs, type HairChances } from './hair/find-hairs.ts'
import type { Hair } from './hair/hair.ts'
import type { PhotoStudy } from './photo-study.ts'
import { headPlaces } from './places.ts'
import { isBesideFaces } from './skin/flat-skin.ts'
import { handPlaces, inReachOf } from './skin/hand-places.ts'
import type { SkinOfBody } from './skin/skin-of-body.ts'

/** Loose hair goes so many times as far as a head, and has lines as hands have. */
const LOOSE_HAIR = 1.45

/** What is known of people's heads in a picture, whatever the hand's strength; nothing of it is written on. */
export interface HeadsSeen {
  /** Of each face its hair, its head, and how likely something is worn on it. */
  readonly hairs: readonly (Hair | null)[]
  readonly heads: readonly Head[]
  readonly worn: readonly (FloatPlane | null)[]
  /** 1 at each pixel of a head or its hair. */
  readonly isHead: Uint8Array
  /** What a place is to faces. */
  readonly zoneAt: ZoneAt
  /** Whether a place lies so near a face that skin there is of its body. */
  readonly isBeside: (at: number) => boolean
  /** Where hands are, as {@link handPlaces} tells. */
  readonly isHand: Uint8Array
  /** Those of which every finger is known. */
  readonly hands: readonly SeenHand[]
}

/**
 * Looks at the heads of people, for all moves of the slider of strength.
 * @param chances of `findHairChances`
 * @param hands in pixels of the painted picture
 */
export async function lookAtHeads(
  env: ToolEnvironment,
  study: PhotoStudy,
  faces: readonly DrawnFace[],
  chances: HairChances,
  hands: readonly HandPoints[],
): Promise<HeadsSeen> {
  const { picture, large } = study
  const scale = picture.widthPx / large.widthPx
  const hairs = await findHairs(env, study, faces, chances)
  const heads = faces.map(({ face }) => headOf(scaledFace(face, scale), picture))
  const worn = faces.map(({ face }) => chances.get(face)?.worn ?? null)
  const asked = {
    widthPx: Math.max(0, ...faces.map(({ face }) => face.widthPx * scale)),
    light: Math.min(1, ...faces.map(({ skin }) => skin.tone[0])),
    isInReach: inReachOf(faces.map(({ face }) => scaledFace(face, scale))),
  }
  const isAboutHead = headPlaces(picture, heads, hairs, [], LOOSE_HAIR)
  return {
    hairs,
    heads,
    worn,
    isHead: headPlaces(picture, heads, hairs, worn),
    isHand: handPlaces(env.kernels, study, isAboutHead, asked),
    hands: seenHandsOf(env, study, hands),
    zoneAt: zonesAbout(faces, picture, scale),
    isBeside: rememberedAt(picture, isBesideFaces(skinsOf(faces, scale))),
  }
}

function seenHandsOf(
  { kernels }: ToolEnvironment,
  { fine, skin, person }: PhotoStudy,
  hands: readonly HandPoints[],
): readonly SeenHand[] {
  if (person === null) return []
  const seen = { fine, skin, person }
  return hands.flatMap((hand) => {
    const others = hands.filter((other) => other !== hand)
    return seenHandOf(kernels, seen, hand, others) ?? []
  })
}

const NO = 1
const YES = 2

/** What is told of places, each of which is asked once however often a slider moves. */
export function rememberedAt(
  { widthPx, heightPx }: Pick<FloatPlane, 'widthPx' | 'heightPx'>,
  ask: (x: number, y: number) => boolean,
): (at: number) => boolean {
  const told = new Uint8Array(widthPx * heightPx)
  return (at) => {
    const known = told[at] as number
    if (known !== 0) return known === YES
    const is = ask(at % widthPx, Math.floor(at / widthPx))
    told[at] = is ? YES : NO
    return is
  }
}

/** The skin of faces that are not small, whose bodies are painted in its tone. @param scale of the cel */
export const skinsOf = (faces: readonly DrawnFace[], scale: number): SkinOfBody[] =>
  faces
    .filter(({ isSmall }) => !isSmall)
    .map(({ face, skin, base, isBearded }) => ({
      face: scaledFace(face, scale),
      tone: base,
      light: skin.tone[0],
      isBearded,
      pale: skin.pale,
    }))
