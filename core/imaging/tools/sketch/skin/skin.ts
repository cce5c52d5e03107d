import type { Kernels } from '../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import { createFloatPlane, fittedSize, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { HairSeen } from '../../../face-points/hair-on-face.ts'
import { meanOf } from '../../../face-points/samples.ts'
import { labOf } from '../../../face-points/skin-likeness.ts'
import { skinColoursOf, skinOfFace } from '../../../face-points/skin-of-face.ts'
import { type People, personAt } from '../../../portrait/people.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { guided } from '../guided.ts'
import { takeCloth } from './cloth.ts'
import { faceLightOf } from './face-light.ts'
import type { FoundHair } from './hair.ts'
import { lightLimbs, wholeLimbs } from './limbs.ts'
import { nearestOf } from './nearest-face.ts'
import { ruddiness } from './ruddy.ts'
import { growLimbs } from './shaded-limbs.ts'
import { liftOfShadows } from './shadow-side.ts'
import { withoutStrands } from './skin-like.ts'
import { addBody, addFace, awayFrom, breadthOf, type LitFace } from './skin-places.ts'
import { deepness, lightIn } from './skin-tone.ts'
import { toneByWhites, withoutWhites } from './whites.ts'

/**
 * Where skin is in a small copy of a picture, and how its light would have to change for every
 * face to lie in the same one: `log lit = log luma + share * (gain + (power - 1) * log luma)`.
 */
export interface Skin {
  /** Faces with their features, and the skin of bodies. */
  readonly share: FloatPlane
  /** The same without eyes, brows and lips. */
  readonly bare: FloatPlane
  /** Where the tone of skin lies: {@link withoutWhites}. */
  readonly toned: FloatPlane
  /** How much of each place is a limb far from its face, which takes less of the light of all; null where none is. */
  readonly limbs: FloatPlane | null
  readonly gain: FloatPlane
  /** The gain of who has no colours, with what limbs in the shade have more. */
  readonly greyGain: FloatPlane
  readonly power: FloatPlane
  /** How dark the skin is in the photo, 0..1, before it is lit as all is. */
  readonly tone: FloatPlane
  /** How dark the skin itself is, 0..1: {@link deepness}. */
  readonly deep: FloatPlane
  /** Mean colour of the skin of each face that shows enough of it. */
  readonly colours: ReadonlyMap<FoundFace, OkLab>
}

/** Luma of the middle of every face once it is lit as all are. */
export const FACE_LUMA = 0.7
/** Half the way from the 15th to the 85th percentile of log luma in such a face. */
const FACE_SPREAD = 0.15
const POWER = { least: 0.72, most: 1.5 }
/** Lightness of a face that lies in the dark, where hues are noise: skin may differ from it by twice as much. */
const DIM = { wholly: 0.22, from: 0.3, less: 0.2 }
/** How much less dark skin is for dark that is known to be pale. */
const PALE_LESS = 0.85
const LIGHT_LONG_SIDE_PX = 64
const SHADOWS_LONG_SIDE_PX = 384
/** Skin ends at the edges of the picture. */
const EDGE_RADIUS_PX = 3
const EDGE_EPSILON = 0.0015

/**
 * @param picture the faces' own
 * @param small a copy of it
 * @param hair what is known to be hair in that copy; null where nobody looked
 */
export async function skinOf(
  env: ToolEnvironment,
  picture: Raster,
  small: Raster,
  { faces, mask }: People,
  hair: FoundHair | null = null,
): Promise<Skin | null> {
  const { kernels } = env
  const lit: LitFace[] = []
  for (const face of faces) {
    const one = litFace(kernels, picture, face, hair?.of.get(face) ?? null)
    if (one !== null) lit.push(one)
    await env.checkpoint()
  }
  if (lit.length === 0) return null
  const { widthPx, heightPx } = small
  const plane = () => createFloatPlane(widthPx, heightPx)
  const found = { share: plane(), bare: plane(), body: plane(), far: plane(), farLikely: plane() }
  const { share, bare, body } = found
  const lab = labOf(kernels, small)
  const person = mask === null ? null : personAt(kernels, mask, small)
  const scale = widthPx / picture.widthPx
  for (const one of lit) {
    addFace(found, one, lit, { lab, person, hair: hair?.chance ?? null, scale })
    await env.checkpoint()
  }
  const luma = kernels.luma(small)
  withoutStrands(kernels, body, luma, hair?.chance ?? null)
  addBody(found)
  const limbs = wholeLimbs(kernels, found)
  if (limbs && person) {
    const seen = { lab, person, ...nearestOf(lit, scale) }
    const cloth = takeCloth(kernels, found, limbs, seen)
    growLimbs(limbs, found, { ...seen, cloth })
  }
  const aligned = async (plane: FloatPlane) => {
    const soft = kernels.gaussian(plane, 0.8)
    return clamped(await guided(env, soft, EDGE_RADIUS_PX, EDGE_EPSILON, luma))
  }
  const [edged, smooth] = [
    { share: await aligned(share), bare: await aligned(bare) },
    lightOf(picture, lit, lightIn(luma)),
  ]
  const toned = withoutWhites(edged, luma, faces, scale)
  const facePx = (scale * lit.reduce((sum, { face }) => sum + face.widthPx, 0)) / lit.length
  const gains = await gainsOf(env, luma, { ...smooth, ...edged, limbs }, facePx)
  const colours = new Map(lit.map(({ face, seen }) => [face, meanOf(skinColoursOf(seen))]))
  return { ...edged, ...smooth, ...gains, limbs, toned, colours }
}

/** The gain with what it is more where a face lies in a shadow, and where a limb does. */
async function gainsOf(
  env: ToolEnvironment,
  luma: FloatPlane,
  {
    bare,
    share,
    gain,
    power,
    limbs,
  }: Omit<Skin, 'tone' | 'deep' | 'colours' | 'greyGain' | 'toned'>,
  facePx: number,
): Promise<Pick<Skin, 'gain' | 'greyGain'>> {
  const { widthPx, heightPx } = fittedSize(luma, SHADOWS_LONG_SIDE_PX)
  const at = (plane: FloatPlane) => env.kernels.resizePlane(plane, widthPx, heightPx)
  const small = { bare: at(bare), gain: at(gain), power: at(power) }
  const light = at(luma)
  const lift = await liftOfShadows(env, light, small, FACE_LUMA, facePx * (widthPx / luma.widthPx))
  for (let i = 0; i < lift.values.length; i++) {
    lift.values[i] = (lift.values[i] as number) + (small.gain.values[i] as number)
  }
  if (limbs === null) return { gain: lift, greyGain: lift }
  const more = { ...lift, values: lift.values.slice() }
  const lit = { share: at(share), gain: more, power: small.power }
  lightLimbs(env.kernels, light, lit, at(limbs))
  return { gain: lift, greyGain: more }
}

function clamped(plane: FloatPlane): FloatPlane {
  const { values } = plane
  for (let i = 0; i < values.length; i++) values[i] = Math.min(1, Math.max(0, values[i] ?? 0))
  return plane
}

/** How a face's own light is brought to the light of all; null where too little skin shows. */
function litFace(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  hair: HairSeen | null,
): LitFace | null {
  const seen = skinOfFace(kernels, picture, face, undefined, hair)
  if (seen === null) return null
  const light = faceLightOf(kernels, face, seen)
  if (light === null) return null
  const { luma, lightness } = light
  const width = Math.log(light.high / light.low) / 2
  const power = Math.min(POWER.most, Math.max(POWER.least, FACE_SPREAD / Math.max(0.01, width)))
  const dim = 1 - smoothstep(DIM.wholly, DIM.from, lightness)
  const gain = Math.log(FACE_LUMA - DIM.less * dim) - power * Math.log(luma)
  const hue = [light.red, light.yellow] as const
  const byWhites = toneByWhites(kernels, picture, face, { luma, lit: light.high })
  const pale = Math.max(byWhites.pale, ruddiness(luma, hue, byWhites.white))
  const known = { ...byWhites, pale }
  return { face, seen, gain, power, luma, lightness, dim, hue, breadth: breadthOf(face), known }
}

/** Gain, power and tone, small as they are smooth: each place takes them from the faces near to it. */
function lightOf(
  picture: Raster,
  all: readonly LitFace[],
  light: number,
): Omit<Skin, 'share' | 'bare' | 'toned' | 'limbs' | 'colours' | 'greyGain'> {
  const { widthPx, heightPx } = fittedSize(picture, LIGHT_LONG_SIDE_PX)
  const plane = () => createFloatPlane(widthPx, heightPx)
  const [gain, power, tone, deep] = [plane(), plane(), plane(), plane()]
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x
      const place = [
        ((x + 0.5) * picture.widthPx) / widthPx,
        ((y + 0.5) * picture.heightPx) / heightPx,
      ] as const
      const weights = all.map((one) => 1 / (0.05 + awayFrom(one, ...place) ** 4))
      const sum = weights.reduce((a, b) => a + b, 0)
      const mean = (of: (one: LitFace) => number) =>
        all.reduce((whole, one, k) => whole + of(one) * (weights[k] ?? 0), 0) / sum
      gain.values[i] = mean((one) => one.gain)
      power.values[i] = mean((one) => one.power)
      tone.values[i] = mean((one) => 1 - one.luma)
      deep.values[i] = mean(
        ({ luma, hue, known }) =>
          deepness(luma, hue, light, known.dark) * (1 - PALE_LESS * known.pale),
      )
    }
  }
  return { gain, power, tone, deep }
}
