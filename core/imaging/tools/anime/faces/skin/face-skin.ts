import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../../pixels/oklab.ts'
import { type Box, smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { maskOf } from '../../../../face-points/face-outlines.ts'
import { type FacePlaces, placesOf } from '../../../../face-points/face-places.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { litToneOf } from '../../../../face-points/fringe.ts'
import type { LabPlanes } from '../../../../face-points/skin-likeness.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import { sizesOf } from '../../cells/cells.ts'
import { faceTonesOf, levelsOf, tonesAt, tonesOf, withoutIslands } from '../../cells/tones.ts'
import { type Beard, beardOf } from '../beard/beard.ts'
import { celShadeOf, farShadeOf, isCast, isShadedFar, lampOn, litBy } from '../light/cel-shade.ts'
import { faceFormOf } from '../light/face-form.ts'
import { fittedLight, formedLight } from '../light/face-light.ts'
import { hardLightOn } from '../light/hard-light.ts'
import { type PaleShade, paleShadeOf } from '../light/pale-shade.ts'
import { shineOf } from '../light/shine.ts'
import { bareAbout } from '../parts/bare-about.ts'
import { type DrawnParts, outlinesOf } from '../parts/drawn-parts.ts'
import { placesIn } from '../parts/places-in-face.ts'

/** The skin of a face as a few flat tones that end where its light does. */
export interface FaceSkin {
  /** Where it lies, in the picture it was made of, and how much larger that is. */
  readonly box: Box
  /** Light of the skin, as if it had no features, OKLab. */
  readonly light: FloatPlane
  /** 1 where skin is to be painted. */
  readonly share: FloatPlane
  /** Fades out where the face ends, over neck and shoulders. */
  readonly near: FloatPlane
  /** The mean of the face's skin. */
  readonly tone: OkLab
  /** How light cheeks and nose are where light falls on them. */
  readonly lit: number
  /** From the darkest on. */
  readonly tones: readonly OkLab[]
  /** How much of the skin has each tone. */
  readonly shares: readonly number[]
  /** Which tone the skin has, 0 for the darkest; halfway to the next one that begins. */
  readonly level: FloatPlane
  /** How surely it is pale skin in the shade, 0..1. */
  readonly pale: number
  /** How far that is beyond doubt, 0..1. */
  readonly surelyPale: number
  /** How surely a hard light falls on skin that is not dark, 0..1. */
  readonly hard: number
  readonly beard: Beard | null
}

/** Smoothing of the light, in face widths: what is smaller is texture. */
const SOFT = 0.11
const FEATURE_ROOM = 0.022
const HOLES = 0.045
/** A hole smaller than this is a gloss or a mole, square face widths. */
const SPECK = 0.012
/** A patch of one tone within another that is smaller than this is a blot, square face widths. */
const ISLAND = 0.045
/** How far the borders of tones are rounded, face widths. */
const ROUNDED = 0.025

/**
 * @param parts which eyes, brows and lips are drawn anew
 * @param isFar whether a face is so small in its picture that even light leaves it one tone, unless its mean is far
 * darker than what is lit: a border would crowd it
 */
export function faceSkinOf(
  kernels: Kernels,
  seen: SkinOfFace,
  face: FoundFace,
  parts: DrawnParts,
  isFar = false,
): FaceSkin {
  const { box, lab, near, facePx, inside } = seen
  const { widthPx: width, heightPx: height } = inside
  const { toPlane: place } = placesIn(seen)
  const outlines = outlinesOf(face, parts)
  const drawn = maskOf(outlines.drawn, width, height, place)
  const glass = maskOf(parts.darkGlass?.outlines ?? [], width, height, place).values
  const kept = maskOf(parts.isTraced ? [] : outlines.kept, width, height, place).values
  const features = grown(kernels, drawn, FEATURE_ROOM * facePx)
  const skin = { ...seen.skin, values: seen.skin.values.map((v, i) => v * (1 - (glass[i] ?? 0))) }
  const beard = face.isBlurred
    ? null
    : beardOf(kernels, { ...seen, skin }, face, parts.darkGlass !== null)
  const weight = skin.values.map((v) => v + 1e-4)
  const own = weight.map(
    (v, i) => v * (inside.values[i] ?? 0) * (1 - (beard?.share.values[i] ?? 0)),
  )
  const size = { width, height }
  const soft = lightOf(kernels, weight, lab.light, size, facePx)
  const plane = (values: Float32Array<ArrayBuffer>) => ({
    widthPx: width,
    heightPx: height,
    values,
  })
  const light = plane(soft)
  const places = placesOf(face, box, size)
  const pale = paleShadeOf(lab, own)
  const bare = own.map((share) => (share > 0.5 ? 1 : 0))
  const pixels = { widthPx: width, light: lab.light, inside: inside.values, bare, places }
  const litTone = litToneOf(pixels)
  const hard = litTone === null ? 0 : hardLightOn(meanLight(lab, own), litTone)
  const { level, tone, tones, shares } = litTonesOf(kernels, seen, face, {
    parts,
    isFar,
    light,
    own,
    places,
    pale,
    hard,
    litTone,
  })
  const lit = litTone ?? tone[0]
  const shine = shineOf(kernels, seen, face, tone)
  const under = parts.isTraced ? underFeatures(kernels, seen, features) : features
  const values = inside.values.map((v, i) =>
    Math.max(seen.skin.values[i] ?? 0, shine[i] ?? 0, Math.min(v, under[i] ?? 0)),
  )
  const closed = whole(kernels, inside, values, facePx).map((v, i) => v * (1 - (kept[i] ?? 0)))
  const share = kernels.gaussian({ ...inside, values: closed }, 1)
  const { share: isPale, sure: surelyPale } = pale
  const toned = { tone, lit, tones, shares, level, pale: isPale, surelyPale, hard }
  return { box, light, share, near, ...toned, beard }
}

/** @param weight how much each pixel is skin */
function meanLight({ light }: LabPlanes, weight: Float32Array): number {
  let [sum, whole] = [0, 0]
  for (let i = 0; i < light.length; i++) {
    sum += (light[i] as number) * (weight[i] as number)
    whole += weight[i] as number
  }
  return sum / Math.max(1e-6, whole)
}

interface LitSkin {
  readonly parts: DrawnParts
  readonly isFar: boolean
  /** Light of the skin, without its texture. */
  readonly light: FloatPlane
  /** How much each pixel is bare skin of the face. */
  readonly own: Float32Array<ArrayBuffer>
  readonly places: FacePlaces
  readonly pale: PaleShade
  readonly hard: number
  /** How light cheeks and nose are where light falls on them; null where too little shows. */
  readonly litTone: number | null
}

/** The tones of a face and where each lies: by a painter's lamp, or by the photo's light where something casts a hard shadow on it. */
function litTonesOf(
  kernels: Kernels,
  { box, lab, inside, facePx }: SkinOfFace,
  face: FoundFace,
  { parts, isFar, light, own, places, pale, hard, litTone }: LitSkin,
): Pick<FaceSkin, 'level' | 'tone' | 'tones' | 'shares'> {
  const form = faceFormOf(kernels, face, box, inside.widthPx, inside.heightPx)
  const fitted = fittedLight(light.values, own, form)
  const formed = formedLight(kernels, light, own, form, facePx, fitted)
  // What is seen from the side and keeps the photo's features has form enough.
  const hasEyes = parts.right || parts.left
  const toned = hasEyes
    ? faceTonesOf(formed.values, lab, own, places.across)
    : tonesOf(formed.values, lab, own)
  const levels = (of: FloatPlane, steps: readonly number[]) => {
    const calm = withoutIslands(kernels, of, inside.values, steps, ISLAND * facePx * facePx)
    return levelsOf(kernels, calm, steps, ROUNDED * facePx)
  }
  const isEven = toned.steps.length === 0
  const isFaceOn = hasEyes || parts.darkGlass !== null
  const mean = meanLight(lab, own)
  const above = (litTone ?? mean) - mean
  const isEvenFar = isEven && isFar && pale.share < 0.5
  const isPlain = isEvenFar && !isShadedFar(above)
  const isLamp = isFaceOn && !isPlain && !isCast(fitted, toned.centres)
  if (!isLamp) {
    const level = levels(formed, toned.steps)
    return { level, ...tonesAt(level.values, lab, own, toned.steps.length + 1) }
  }
  const lamp = lampOn(face, places, form, fitted)
  const { step, apart } = isEvenFar
    ? farShadeOf(lamp, own, above)
    : celShadeOf(lamp, own, toned.centres, toned.shares, { pale, hard })
  const level = levels({ ...light, values: lamp }, [step])
  const painted = tonesAt(level.values, lab, own, 2)
  return { level, ...painted, tones: litBy(painted, apart) }
}

/** Skin without the holes that nostrils, moles and gloss leave in it. */
function whole(
  kernels: Kernels,
  inside: FloatPlane,
  values: Float32Array<ArrayBuffer>,
  facePx: number,
): Float32Array<ArrayBuffer> {
  const about = kernels.gaussian({ ...inside, values }, HOLES * facePx).values
  const closed = values.map((share, i) =>
    Math.max(share, smoothstep(0.45, 0.6, about[i] ?? 0) * (inside.values[i] ?? 0)),
  )
  const of = withValues(new Uint32Array(closed.length), (i) => ((closed[i] ?? 0) < 0.5 ? 1 : 0))
  const patches = kernels.connectCells({ ...inside, of, total: 2 })
  const sizes = sizesOf(patches)
  return closed.map((share, i) =>
    of[i] === 1 && (sizes[patches.of[i] ?? 0] ?? 0) < SPECK * facePx * facePx ? 1 : share,
  )
}

/** Where features lie on skin, also where the points are a guess and may lie beyond the face. */
function underFeatures(kernels: Kernels, seen: SkinOfFace, drawn: Float32Array): Float32Array {
  const { values } = seen.inside
  return bareAbout(kernels, seen).map((share, i) =>
    Math.max(drawn[i] as number, smoothstep(0.5, 0.65, share) * (values[i] as number)),
  )
}

/** Features with room about them: lashes, the corners of eyes and the shade of lips are theirs. */
const grown = (kernels: Kernels, features: FloatPlane, reachPx: number): Float32Array =>
  kernels.gaussian(features, reachPx).values.map((share) => smoothstep(0.1, 0.3, share))

/**
 * The light of the skin without its texture; where little skin is near, as it is farther away.
 * @param weight how much each pixel is skin
 * @param facePx width of the face in the planes
 */
function lightOf(
  kernels: Kernels,
  weight: Float32Array<ArrayBuffer>,
  light: Float32Array,
  { width, height }: { readonly width: number; readonly height: number },
  facePx: number,
): Float32Array<ArrayBuffer> {
  const lit = withValues(
    new Float32Array(weight.length),
    (i) => (weight[i] as number) * (light[i] as number),
  )
  const blurred = (values: Float32Array<ArrayBuffer>, sigma: number) =>
    kernels.gaussian({ widthPx: width, heightPx: height, values }, sigma).values
  const sigma = Math.max(1.2, SOFT * facePx)
  const [near, nearLit] = [blurred(weight, sigma), blurred(lit, sigma)]
  const [wide, wideLit] = [blurred(weight, sigma * 4), blurred(lit, sigma * 4)]
  return near.map((w, i) => {
    const trust = smoothstep(0.02, 0.3, w)
    return ((nearLit[i] ?? 0) / w) * trust + ((wideLit[i] ?? 0) / (wide[i] ?? 1)) * (1 - trust)
  })
}
