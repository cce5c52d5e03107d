import type { Kernels } from '../../../kernels/kernels.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import type { ColourOfLight } from './colour-of-light.ts'
import { shareOfDaylight, type ToDaylight, tablesByDaylight } from './daylight.ts'
import { blocksOf, DARKEST_LIGHT, guessedLights, litOf } from './guessed-lights.ts'
import { peopleIn } from './people.ts'

/** Share of what is lit that counts as the least green of it. */
const LEAST_GREEN = 0.05
/** Greenness of that up to which nothing is under tubes, and from which all is: elsewhere something is grey, or skin. */
const ALL_GREEN = [0.02, 0.06] as const
/** Of the guess at the light that is the least green. */
const GREEN_LIGHT = [0.08, 0.14] as const
/** Of the middle of what is lit, and of the lightest, from which it is leaves or water. */
const LEAVES = [0.4, 0.5] as const
const GREEN_WHITE = [0.35, 0.45] as const
/** What is taken of it. */
const TAKEN = 0.85
/** What lies full is no measure. */
const FULL = 0.96
/** How the channels' logarithms share a change of greenness, so that a grey keeps its luma. */
const SHARES: ToDaylight = [0.59, -0.41, 0.59]
const NOTHING: ToDaylight = [0, 0, 0]

/**
 * What takes the green of fluorescent tubes out of a photo; nothing where there is none. Under tubes
 * nothing at all is grey or of skin's red, four guesses at the light agree, and without their green
 * there are people: a forest and a sea are green themselves.
 * @param copy of the photo, small
 */
export function withoutTubes(kernels: Kernels, copy: Raster): ToDaylight {
  const lights = blocksOf(copy)
  const ranked = Float64Array.from(
    litOf(lights).filter((light) => Math.max(...light) < FULL),
    greennessOf,
  ).sort()
  const at = (share: number) => ranked[Math.floor(share * (ranked.length - 1))] ?? 0
  const guesses = guessedLights(lights).map(greennessOf)
  const least = Math.min(...guesses)
  const sure =
    smoothstep(...ALL_GREEN, at(LEAST_GREEN)) *
    smoothstep(...GREEN_LIGHT, least) *
    (1 - smoothstep(...LEAVES, at(0.5))) *
    (1 - smoothstep(...GREEN_WHITE, Math.max(...guesses.slice(2))))
  if (sure === 0) return NOTHING
  const change = shareOfDaylight(SHARES, TAKEN * least)
  return shareOfDaylight(
    change,
    sure * peopleIn(kernels.colourTables(copy, tablesByDaylight(change))),
  )
}

/** Logarithm of green to red and blue light. */
const greennessOf = (light: ColourOfLight): number => {
  const [red = 0, green = 0, blue = 0] = light.map((value) =>
    Math.log(Math.max(DARKEST_LIGHT, value)),
  )
  return green - (red + blue) / 2
}
