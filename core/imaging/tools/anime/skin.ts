import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { skinShare } from '../../../pixels/skin-colour.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** Lengths are thousandths of the picture's longer side. */
const NEAR_REACH = 7
/** As far as an eye's middle lies from skin in a face that fills a picture. */
const EYE_REACH = 20

/** In the plane's own memory. */
function remap({ values }: FloatPlane, from: number, to: number): Float32Array<ArrayBuffer> {
  for (let at = 0; at < values.length; at++) values[at] = smoothstep(from, to, values[at] as number)
  return values
}

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
    const skin = skinShare(lightness[at] as number, a[at] as number, b[at] as number)
    values[at] = skin * smoothstep(0.1, 0.5, person?.values[at] ?? 1)
  }
  const plane = { widthPx, heightPx, values }
  const near = remap(env.kernels.gaussian(plane, NEAR_REACH * unitPx), 0.15, 0.45)
  const wide = remap(env.kernels.gaussian(plane, EYE_REACH * unitPx), 0.2, 0.45)
  for (let at = 0; at < near.length; at++) {
    near[at] = Math.max(near[at] as number, wide[at] as number)
  }
  return { ...plane, values: near }
}
