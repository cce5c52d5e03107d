import type { Kernels } from '../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import { type Box, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { skinOfFace } from '../../../face-points/skin-of-face.ts'
import { tonesOf } from './skin-tones.ts'

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
  /** From the darkest on. */
  readonly tones: readonly OkLab[]
  /** Light from which the next tone begins. */
  readonly steps: readonly number[]
}

/** Smoothing of the light, in face widths: what is smaller is texture. */
const SOFT = 0.08
const FEATURE_ROOM = 0.022
const HOLES = 0.045

/** @param isDrawn whether eyes, brows and lips are drawn anew */
export function faceSkinOf(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  isDrawn: boolean,
): FaceSkin | null {
  const seen = skinOfFace(kernels, picture, face)
  if (seen === null) return null
  const { box, lab, near, facePx } = seen
  const { widthPx: width, heightPx: height, values: inside } = seen.inside
  const features = isDrawn
    ? grown(kernels, seen.features, FEATURE_ROOM * seen.facePx)
    : seen.features.values
  const sure = seen.skin
  const weight = sure.values.map((v) => v + 1e-4)
  const own = weight.map((v, i) => v * (inside[i] ?? 0))
  const light = lightOf(kernels, weight, lab.light, { width, height }, facePx)
  const values = Float32Array.from(inside, (v, i) => {
    const skin = sure.values[i] ?? 0
    const feature = Math.min(v, features[i] ?? 0)
    return isDrawn ? Math.max(skin, feature) : skin * (1 - (features[i] ?? 0))
  })
  const share = kernels.gaussian(whole(kernels, seen.inside, values, isDrawn ? seen.facePx : 0), 1)
  const { tone, tones, steps } = tonesOf(light, lab, own)
  const lit: FloatPlane = { widthPx: width, heightPx: height, values: light }
  return { box, light: lit, share, near, tone, tones, steps }
}

/** Skin without the holes that nostrils, moles and gloss leave in it. @param facePx 0 to leave them */
function whole(
  kernels: Kernels,
  inside: FloatPlane,
  values: Float32Array<ArrayBuffer>,
  facePx: number,
): FloatPlane {
  if (facePx === 0) return { ...inside, values }
  const about = kernels.gaussian({ ...inside, values }, HOLES * facePx).values
  const closed = values.map((share, i) =>
    Math.max(share, smoothstep(0.45, 0.6, about[i] ?? 0) * (inside.values[i] ?? 0)),
  )
  return { ...inside, values: closed }
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
  const lit = Float32Array.from(weight, (w, i) => w * (light[i] ?? 0))
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
