import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { skinShare } from '../../../pixels/skin-colour.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** Lengths are thousandths of the picture's longer side. */
const NEAR_REACH = 7
/** As far as an eye's middle lies from skin in a face that fills a picture. */
const EYE_REACH = 20
const INNER_REACH = 8
/** As far as long hair lies from a face. */
const HAIR_REACH = 90
/** A face much smaller than this is a small one. */
const LARGE_REACH = 50
/** Lines give way to features by this in a small face. */
const FAINT_IF_SMALL = 0.85
/** Steps of the painted lightness that are an outline, and how near to it, and not shade. */
const OUTLINE = { reach: 3, spread: 1.5, from: 0.025, to: 0.07 }

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

/** Where people are in a picture, at the size of its paint. */
export interface People {
  readonly skin: FloatPlane
  readonly hair: FloatPlane
  /** OKLab lightness of the paint. */
  readonly lightness: FloatPlane
}

/** Where hair may be: what is dark about skin and is not skin, 0..1. */
export function hairAbout(
  env: ToolEnvironment,
  skin: FloatPlane,
  lightness: FloatPlane,
): FloatPlane {
  const about = env.kernels.gaussian(skin, HAIR_REACH * unitPxOf(skin))
  const values = remapped(about, 0.06, 0.22).values.map((share, at) => {
    const dark = 1 - smoothstep(0.35, 0.6, lightness.values[at] as number)
    return share * dark * (1 - (skin.values[at] as number))
  })
  return { ...skin, values }
}

/**
 * Lines as wide as an eye make a mask of a small face, and one eye inked beside one that is not
 * makes a wink: within faces the pen draws the paint's outlines alone, and steps back behind the
 * features that are given back.
 * @param faint how far it steps back in every face, 0..1
 */
export function inkOnFaces(
  env: ToolEnvironment,
  ink: FloatPlane,
  { skin, lightness }: People,
  faint: number,
): FloatPlane {
  const unitPx = unitPxOf(skin)
  const inner = remapped(env.kernels.gaussian(skin, INNER_REACH * unitPx), 0.8, 0.98)
  const large = remapped(env.kernels.gaussian(skin, LARGE_REACH * unitPx), 0.55, 0.85)
  const stepped = inner.values.map((share, at) => {
    const small = (1 - (large.values[at] as number)) * (skin.values[at] as number)
    return Math.max(faint * share, FAINT_IF_SMALL * small)
  })
  const enlarged = (plane: FloatPlane) =>
    env.kernels.resizePlane(plane, ink.widthPx, ink.heightPx).values
  const back = enlarged({ ...skin, values: stepped })
  const within = enlarged(inner)
  const outline = enlarged(outlinesOf(env, lightness))
  const values = ink.values.map((line, at) => {
    const left = 1 - (within[at] as number) * (1 - (outline[at] as number))
    return line * left * (1 - (back[at] as number))
  })
  return { ...ink, values }
}

/** Where the paint itself changes, 0..1. */
function outlinesOf(env: ToolEnvironment, lightness: FloatPlane): FloatPlane {
  const unitPx = unitPxOf(lightness)
  const mean = env.kernels.gaussian(lightness, OUTLINE.reach * unitPx).values
  const away = lightness.values.map((light, at) => Math.abs(light - (mean[at] as number)))
  const spread = env.kernels.gaussian({ ...lightness, values: away }, OUTLINE.spread * unitPx)
  return remapped(spread, OUTLINE.from, OUTLINE.to)
}
