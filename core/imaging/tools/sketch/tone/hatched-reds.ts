import type { Kernels } from '../../../../kernels/kernels.ts'
import { createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../../../pixels/raster.ts'
import { personAt } from '../../../portrait/people.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { changeByStrips } from '../change-by-strips.ts'

/** By how much of its red a colour has more of it than of the others; what lies between is too little to be seen. */
const RED = { from: 0.3, wholly: 0.72 }
/** The same in bytes: in the dark hues are noise. */
const CLEAR = { from: 60, wholly: 110 }
const PERSON = { from: 0.5, wholly: 0.9 }
/** How dark a pen shades a full red at least. */
const LEAST = 0.46

/**
 * How much each place of a copy is red cloth of people, 0..1; null where none is.
 * @param skin share of skin with its features, as large as the copy: painted lips are no cloth
 */
export function redsOfPeople(
  kernels: Kernels,
  small: Raster,
  mask: Plane,
  skin: FloatPlane | null,
): FloatPlane | null {
  const { widthPx, heightPx, rgba } = small
  const person = personAt(kernels, mask, small).values
  const reds = createFloatPlane(widthPx, heightPx)
  let most = 0
  for (let i = 0; i < reds.values.length; i++) {
    const red = rgba[i * 4] as number
    const more = red - Math.max(rgba[i * 4 + 1] as number, rgba[i * 4 + 2] as number)
    if (more < CLEAR.from || more < RED.from * red) continue
    const share =
      smoothstep(RED.from, RED.wholly, more / red) *
      smoothstep(CLEAR.from, CLEAR.wholly, more) *
      smoothstep(PERSON.from, PERSON.wholly, person[i] as number) *
      (1 - (skin?.values[i] ?? 0))
    reds.values[i] = share
    most = Math.max(most, share)
  }
  return most === 0 ? null : reds
}

/**
 * Shades reds that a pen would leave as paper, in place: red cloth in the sun is nearly as light as skin, and no colour
 * tells it.
 */
export const hatchReds = (
  env: ToolEnvironment,
  shading: FloatPlane,
  reds: FloatPlane,
): Promise<void> => changeByStrips(env, shading, reds, hatch)

function hatch(shades: Float32Array, reds: Float32Array): void {
  for (let i = 0; i < reds.length; i++)
    shades[i] = Math.max(shades[i] as number, LEAST * (reds[i] as number))
}
