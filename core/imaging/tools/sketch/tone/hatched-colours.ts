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
/** How much less red a green or blue has, by its lightest channel and in bytes: white cloth in the shade has more, and lime, which is as light as white. */
const COOL = { from: 0.22, wholly: 0.46 }
const CLEAR_COOL = { from: 34, wholly: 72 }
const PERSON = { from: 0.5, wholly: 0.9 }
/** How dark a pen shades a full red at least, and a green or blue. */
const LEAST_RED = 0.46
const LEAST_COOL = 0.42

/**
 * How dark cloth of people in clear colours is shaded at least at each place of a copy, 0..1; null where none is.
 * @param skin share of skin with its features, as large as the copy: painted lips are no cloth
 */
export function clearColoursOfPeople(
  kernels: Kernels,
  small: Raster,
  mask: Plane,
  skin: FloatPlane | null,
): FloatPlane | null {
  const { widthPx, heightPx, rgba } = small
  const person = personAt(kernels, mask, small).values
  const least = createFloatPlane(widthPx, heightPx)
  let most = 0
  for (let from = 0; from < least.values.length; from += widthPx)
    most = Math.max(
      most,
      leastInRow(least.values, rgba, person, skin?.values ?? null, from, widthPx),
    )
  return most === 0 ? null : least
}

/** @returns the darkest that is asked for in the row */
function leastInRow(
  least: Float32Array,
  rgba: Uint8ClampedArray,
  person: Float32Array,
  skin: Float32Array | null,
  from: number,
  widthPx: number,
): number {
  let most = 0
  for (let i = from; i < from + widthPx; i++) {
    const some = person[i] as number
    if (some <= PERSON.from) continue
    const at = i * 4
    const full = leastOf(rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number)
    if (full === 0) continue
    const bare = skin === null ? 0 : (skin[i] as number)
    const own = full * smoothstep(PERSON.from, PERSON.wholly, some) * (1 - bare)
    least[i] = own
    if (own > most) most = own
  }
  return most
}

function leastOf(red: number, green: number, blue: number): number {
  const others = green > blue ? green : blue
  const more = red - others
  if (more >= 0) {
    if (more < CLEAR.from || more < RED.from * red) return 0
    const full = smoothstep(RED.from, RED.wholly, more / red)
    return LEAST_RED * full * smoothstep(CLEAR.from, CLEAR.wholly, more)
  }
  const less = -more
  if (less < CLEAR_COOL.from || less < COOL.from * others) return 0
  const full = smoothstep(COOL.from, COOL.wholly, less / others)
  return LEAST_COOL * full * smoothstep(CLEAR_COOL.from, CLEAR_COOL.wholly, less)
}

/**
 * Shades clear colours that a pen would leave as paper, in place: a red coat in the sun is nearly as light as skin and a green one
 * as grey, and no colour tells them.
 */
export const hatchClearColours = (
  env: ToolEnvironment,
  shading: FloatPlane,
  least: FloatPlane,
): Promise<void> => changeByStrips(env, shading, least, hatch)

function hatch(shades: Float32Array, least: Float32Array): void {
  for (let i = 0; i < least.length; i++)
    shades[i] = Math.max(shades[i] as number, least[i] as number)
}
