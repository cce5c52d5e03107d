import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { skinShare } from '../../../../pixels/skin-colour.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'

/** Lengths are thousandths of the picture's longer side. */
const NEAR_REACH = 7
/** As far as an eye's middle lies from skin in a face that fills a picture. */
const EYE_REACH = 20
/** From which share of a person on skin is somebody's. */
const PERSON = { from: 0.1, to: 0.5 }
/** How much skin lies about a place that is near to it, and that may be an eye. */
const NEAR = { from: 0.15, to: 0.45 }
const EYE = { from: 0.2, to: 0.45 }

/**
 * Where people are: skin, what lies close about it, and what it lies about, as eyes do. 0..1.
 * @param person where a network says that people are; null where nobody was found
 */
export function skinAbout(
  env: ToolEnvironment,
  picture: OkLabPicture,
  person: FloatPlane | null,
): FloatPlane {
  const { widthPx, heightPx, lightness, a, b } = picture
  const unitPx = unitPxOf(picture)
  const values = new Float32Array(lightness.length)
  for (let at = 0; at < values.length; at++) {
    const own = person === null ? 1 : (person.values[at] as number)
    // Most of a picture is nobody: no hue is asked of it.
    if (own <= PERSON.from) continue
    const skin = skinShare(lightness[at] as number, a[at] as number, b[at] as number)
    if (skin === 0) continue
    values[at] = skin * smoothstep(PERSON.from, PERSON.to, own)
  }
  const plane = { widthPx, heightPx, values }
  const near = env.kernels.softSteps(plane, NEAR_REACH * unitPx, NEAR).values
  const wide = env.kernels.softSteps(plane, EYE_REACH * unitPx, EYE).values
  for (let at = 0; at < near.length; at++) {
    near[at] = Math.max(near[at] as number, wide[at] as number)
  }
  return { ...plane, values: near }
}

/** So far within people all is cut finely: at their outline the mask may hold what lies behind, thousandths. */
const WITHIN = { reach: 5, from: 0.9 }

/** Where cells are cut finely, above a half: skin, and all that lies well within people. */
export function fineWithin(
  { kernels }: ToolEnvironment,
  skin: FloatPlane,
  person: FloatPlane | null,
): Float32Array<ArrayBuffer> {
  if (person === null) return skin.values
  const about = kernels.gaussian(person, WITHIN.reach * unitPxOf(person)).values
  for (let at = 0; at < about.length; at++) {
    if ((about[at] as number) > WITHIN.from) about[at] = 1
    else about[at] = skin.values[at] as number
  }
  return about
}

/** Where nobody was found there may be hands and backs: their skin keeps some of its tone. */
const SKIN_OF_NOBODY = 0.5
/** From which share of a person on colours are somebody's, and wholly. */
const SOMEBODY = { from: 0.2, to: 0.6 }

/** How much each place is somebody, whose colours are kept, 0..1. */
export function keptAt(person: FloatPlane | null, skin: FloatPlane): Float32Array<ArrayBuffer> {
  if (person === null) return skin.values.map((own) => own * SKIN_OF_NOBODY)
  const { from, to } = SOMEBODY
  const { values } = person
  const shares = new Float32Array(values.length)
  for (let at = 0; at < shares.length; at++) {
    const own = values[at] as number
    if (own > from) shares[at] = own >= to ? 1 : smoothstep(from, to, own)
  }
  return shares
}
