import type { FloatPlane } from '../../kernels/kernels.ts'
import { smoothstep } from '../pixels.ts'
import { skinShare } from '../skin-colour.ts'
import type { ToolEnvironment } from '../tool.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** Lengths are thousandths of the picture's longer side. */
const NEAR_REACH = 7
/** As far as an eye's middle lies from skin in a face that fills a picture. */
const EYE_REACH = 20
const INNER_REACH = 8
/** A face much smaller than this is a small one. */
const LARGE_REACH = 50
/** Lines give way to features by this in every face, and by that in a small one. */
const FAINT = 0.4
const FAINT_IF_SMALL = 0.85

const remapped = (plane: FloatPlane, from: number, to: number): FloatPlane => ({
  ...plane,
  values: plane.values.map((value) => smoothstep(from, to, value)),
})

/** Where people are: skin, what lies close about it, and what it lies about, as eyes do. 0..1. */
export function skinAbout(env: ToolEnvironment, picture: OkLabPicture): FloatPlane {
  const { widthPx, heightPx, lightness, a, b } = picture
  const unitPx = unitPxOf(picture)
  const values = lightness.map((light, at) => skinShare(light, a[at] as number, b[at] as number))
  const plane = { widthPx, heightPx, values }
  const near = remapped(env.kernels.gaussian(plane, NEAR_REACH * unitPx), 0.15, 0.45)
  const wide = remapped(env.kernels.gaussian(plane, EYE_REACH * unitPx), 0.2, 0.45)
  return {
    ...plane,
    values: near.values.map((share, at) => Math.max(share, wide.values[at] as number)),
  }
}

/**
 * Lines as wide as an eye make a mask of a small face, and one eye inked beside one that is not
 * makes a wink: within faces lines step back behind the features.
 */
export function fainterOnFaces(
  env: ToolEnvironment,
  ink: FloatPlane,
  skin: FloatPlane,
): FloatPlane {
  const unitPx = unitPxOf(skin)
  const inner = remapped(env.kernels.gaussian(skin, INNER_REACH * unitPx), 0.8, 0.98)
  const large = remapped(env.kernels.gaussian(skin, LARGE_REACH * unitPx), 0.55, 0.85)
  const faint = large.values.map((share, at) =>
    Math.max(
      FAINT * (inner.values[at] as number),
      FAINT_IF_SMALL * (1 - share) * (skin.values[at] as number),
    ),
  )
  const { widthPx, heightPx } = ink
  const given = env.kernels.resizePlane({ ...skin, values: faint }, widthPx, heightPx).values
  return { ...ink, values: ink.values.map((line, at) => line * (1 - (given[at] as number))) }
}
