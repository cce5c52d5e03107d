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
/**
 * How much less blue a yellow or an orange has, by its lightest channel: a yellow, whose green lies so far between its
 * blue and its red, is no skin's hue; an orange is one, and is told by having next to no blue at all.
 */
const WARM = {
  yellow: { from: 0.38, wholly: 0.52, green: { from: 0.52, wholly: 0.6 } },
  orange: { from: 0.84, wholly: 0.95, green: { from: 0.3, wholly: 0.4 } },
  clear: { from: 44, wholly: 80 },
}
/** A chance from which hair may be there, and is. */
const HAIR = { from: 0.15, wholly: 0.4 }
const PERSON = { from: 0.5, wholly: 0.9 }
/** How dark a pen shades a full red at least, and a green or blue. */
const LEAST_RED = 0.46
const LEAST_COOL = 0.42
const LEAST_WARM = 0.4
/** A yellow of so much light, in bytes of its green, is nearly as light as white. */
const LEMON = { from: 175, wholly: 235 }

/**
 * How dark cloth of people in clear colours is shaded at least at each place of a copy, 0..1; null where none is.
 * @param skin share of skin with its features, as large as the copy: painted lips are no cloth
 * @param hair chance of hair, as large; null where nobody looked
 */
export function clearColoursOfPeople(
  kernels: Kernels,
  small: Raster,
  mask: Plane,
  skin: FloatPlane | null,
  hair: FloatPlane | null = null,
): FloatPlane | null {
  const { widthPx, heightPx, rgba } = small
  const person = personAt(kernels, mask, small).values
  const least = createFloatPlane(widthPx, heightPx)
  const others = { person, skin: skin?.values ?? null, hair: hair?.values ?? null }
  let most = 0
  for (let from = 0; from < least.values.length; from += widthPx)
    most = Math.max(most, leastInRow(least.values, rgba, others, from, widthPx))
  return most === 0 ? null : least
}

/** What is no cloth, 0..1, and who wears it. */
interface About {
  readonly person: Float32Array
  readonly skin: Float32Array | null
  readonly hair: Float32Array | null
}

/** @returns the darkest that is asked for in the row */
function leastInRow(
  least: Float32Array,
  rgba: Uint8ClampedArray,
  { person, skin, hair }: About,
  from: number,
  widthPx: number,
): number {
  let most = 0
  for (let i = from; i < from + widthPx; i++) {
    const some = person[i] as number
    if (some <= PERSON.from) continue
    const at = i * 4
    const hairy = hair === null ? 0 : (hair[i] as number)
    const full = leastOf(
      rgba[at] as number,
      rgba[at + 1] as number,
      rgba[at + 2] as number,
      1 - smoothstep(HAIR.from, HAIR.wholly, hairy),
    )
    if (full === 0) continue
    const bare = skin === null ? 0 : (skin[i] as number)
    const own = full * smoothstep(PERSON.from, PERSON.wholly, some) * (1 - bare)
    least[i] = own
    if (own > most) most = own
  }
  return most
}

/** @param cloth how sure it is that no hair is there, which may be yellow or orange */
function leastOf(red: number, green: number, blue: number, cloth: number): number {
  const others = green > blue ? green : blue
  const more = red - others
  if (more >= 0) {
    const warm = cloth * warmOf(red, green, blue)
    if (more < CLEAR.from || more < RED.from * red) return warm
    const full = smoothstep(RED.from, RED.wholly, more / red)
    return Math.max(warm, LEAST_RED * full * smoothstep(CLEAR.from, CLEAR.wholly, more))
  }
  const less = -more
  if (less < CLEAR_COOL.from || less < COOL.from * others) return 0
  const full = smoothstep(COOL.from, COOL.wholly, less / others)
  return LEAST_COOL * full * smoothstep(CLEAR_COOL.from, CLEAR_COOL.wholly, less)
}

/** How dark a yellow or an orange is shaded at least. */
function warmOf(red: number, green: number, blue: number): number {
  const { yellow, orange, clear } = WARM
  const less = red - blue
  if (green < blue || less < clear.from || less < yellow.from * red) return 0
  const share = less / red
  const hue = (green - blue) / less
  const isYellow =
    smoothstep(yellow.from, yellow.wholly, share) *
    smoothstep(yellow.green.from, yellow.green.wholly, hue)
  const isOrange =
    smoothstep(orange.from, orange.wholly, share) *
    smoothstep(orange.green.from, orange.green.wholly, hue)
  const full = Math.max(isYellow, isOrange) * smoothstep(clear.from, clear.wholly, less)
  return LEAST_WARM * full * (1 - smoothstep(LEMON.from, LEMON.wholly, green))
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
