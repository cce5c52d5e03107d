import type { Kernels } from '../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import { type Box, cropRaster, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import { beyond, boxAbout, featureOutlines, maskOf } from './face-outlines.ts'
import type { FoundFace } from './find-faces.ts'
import { labOf, likenessOf } from './skin-likeness.ts'
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

/** Side of the planes. */
const SIDE_PX = 256
const ABOUT = 0.06
/** How softly that ends. */
const FADE = 0.05
/** Smoothing of the light, in face widths: what is smaller is texture. */
const SOFT = 0.05

/** @param isDrawn whether eyes, brows and lips are drawn anew */
export function faceSkinOf(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  isDrawn: boolean,
): FaceSkin | null {
  const oval = pointsOf(face.points, 'faceOval')
  const around = beyond(oval, face)
  const box = boxAbout(around, face.widthPx * ABOUT, picture)
  const width = Math.max(8, Math.round((SIDE_PX * box.width) / Math.max(box.width, box.height)))
  const height = Math.max(8, Math.round((SIDE_PX * box.height) / Math.max(box.width, box.height)))
  const crop = cropRaster(picture, box)
  const small = kernels[box.width > width ? 'resizeArea' : 'resizeLanczos3'](crop, width, height)
  const place = (p: Point) => ({
    x: ((p.x - box.x) * width) / box.width,
    y: ((p.y - box.y) * height) / box.height,
  })
  const inside = maskOf([oval], width, height, place).values
  const features = maskOf(featureOutlines(face), width, height, place).values
  const facePx = (face.widthPx * width) / box.width
  const plane = (values: Float32Array<ArrayBuffer>): FloatPlane => ({
    widthPx: width,
    heightPx: height,
    values,
  })
  const near = kernels.gaussian(
    maskOf([beyond(oval, face, 0.8)], width, height, place),
    FADE * facePx,
  )
  const lab = labOf(small)
  const bare = lab.light.map((_, i) => ((inside[i] ?? 0) > 0.9 && (features[i] ?? 0) < 0.1 ? 1 : 0))
  const about = maskOf([beyond(oval, face, 0.6)], width, height, place).values
  const likeness = likenessOf(lab, bare, inside, about)
  if (likeness === null) return null
  const sure = kernels.gaussian(
    plane(Float32Array.from(likeness, (v, i) => ((features[i] ?? 0) > 0.1 ? 0 : v))),
    1,
  )
  const weight = sure.values.map((v) => v + 1e-4)
  const own = weight.map((v, i) => v * (inside[i] ?? 0))
  const light = lightOf(kernels, weight, lab.light, { width, height }, facePx)
  const share = plane(
    Float32Array.from(inside, (v, i) => {
      const skin = sure.values[i] ?? 0
      const feature = Math.min(v, features[i] ?? 0)
      return isDrawn ? Math.max(skin, feature) : skin * (1 - (features[i] ?? 0))
    }),
  )
  const { tone, tones, steps } = tonesOf(light, lab, own)
  return { box, light: plane(light), share: kernels.gaussian(share, 1), near, tone, tones, steps }
}

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
