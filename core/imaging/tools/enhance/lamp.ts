import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { type ColourOfLight, lumaOf } from './colour-of-light.ts'
import type { ToDaylight } from './daylight.ts'
import { blocksOf, DARKEST_LIGHT, guessedLights, litOf, meanLight } from './guessed-lights.ts'

/** Logarithm of red to blue light from which a photo is under a lamp, and is so without a doubt. */
const DOUBTFUL = 0.8
const CERTAIN = 1.1
/** What warmth good photographs have, and the share of the rest that is taken away. */
const USUAL = 0.3
const TAKEN = 0.9
/** How the channels' logarithms share a change of warmth: along a lamp's temperatures. */
const SHARES = [-0.3, 0.07, 0.7] as const

/** The share of a photo that must be lit: a lit tower at night is golden. */
const TOO_LITTLE_LIT = 0.25
const ENOUGH_LIT = 0.5

/** The same logarithm from which light is perhaps no lamp's but a dusk's or a fire's, and surely is. */
const RED_AS_A_LAMP = 3.2
const RED_AS_DUSK = 4.2

/** How far red and blue, and green between them, may be apart in what is grey, as logarithms. */
const GREY_BY_WARMTH = 0.25
const GREY_BY_GREEN = 0.12
/** Share of what is lit that is grey: under a lamp nothing is; beside a wall of colour much may be. */
const NO_GREY = 0.05
const GREY = 0.15

/** Logarithm of green to red from which a colour is green by daylight: a lamp makes leaves olive. */
const GREEN = 0.8
/** Share of what is lit that is so under some lamps, and never is: a field of red and yellow flowers has a lawn. */
const LITTLE_GREEN = 0.25
const MUCH_GREEN = 0.4

/** How much warmer, as that logarithm, and how many times lighter a sky at dusk is than what lies below. */
const WARMER_ABOVE = 0.7
const DUSK_ABOVE = 1
const LIGHTER_ABOVE = 3
const SKY_ABOVE = 5

/**
 * How much lamp light there is to be taken out of a photo, as a logarithm of red to blue; 0 where
 * there is none. All guesses must agree on it.
 * @param copy of the photo, small
 */
export function lampOf(copy: Raster): number {
  const lights = blocksOf(copy)
  const warmth = Math.min(...guessedLights(lights).map(warmthOf))
  const lit = litOf(lights)
  const shareOf = (isSo: (light: ColourOfLight) => boolean) =>
    lit.filter(isSo).length / Math.max(1, lit.length)
  const sure =
    smoothstep(DOUBTFUL, CERTAIN, warmth) *
    (1 - smoothstep(RED_AS_A_LAMP, RED_AS_DUSK, warmth)) *
    smoothstep(TOO_LITTLE_LIT, ENOUGH_LIT, lit.length / lights.length) *
    (1 - smoothstep(NO_GREY, GREY, shareOf(isGrey))) *
    (1 - smoothstep(LITTLE_GREEN, MUCH_GREEN, shareOf(isGreen))) *
    (1 - duskOf(lights))
  return Math.max(0, warmth - USUAL) * TAKEN * sure
}

/** What takes so much lamp light out. */
export const withoutLamp = (lamp: number): ToDaylight => {
  const [red, green, blue] = SHARES
  return [red * lamp, green * lamp, blue * lamp]
}

/**
 * How surely the warm light is a sky's at dusk, 0..1: it comes from above, and what lies below has
 * neither its warmth nor its light. A lamp's lies on all of a room.
 * @param lights of the blocks, from the photo's top to its foot
 */
function duskOf(lights: readonly ColourOfLight[]): number {
  const third = Math.ceil(lights.length / 3)
  const above = meanLight(lights.slice(0, third))
  const below = meanLight(lights.slice(-third))
  const lighter = lumaOf(above) / Math.max(DARKEST_LIGHT, lumaOf(below))
  return (
    smoothstep(WARMER_ABOVE, DUSK_ABOVE, warmthOf(above) - warmthOf(below)) *
    smoothstep(LIGHTER_ABOVE, SKY_ABOVE, lighter)
  )
}

const warmthOf = ([red = 0, , blue = 0]: readonly number[]): number =>
  Math.log(Math.max(DARKEST_LIGHT, red) / Math.max(DARKEST_LIGHT, blue))

const isGrey = (light: ColourOfLight): boolean => {
  const [red = 0, green = 0, blue = 0] = light.map((value) =>
    Math.log(Math.max(DARKEST_LIGHT, value)),
  )
  return (
    Math.abs(red - blue) < GREY_BY_WARMTH && Math.abs(2 * green - red - blue) < 2 * GREY_BY_GREEN
  )
}

const isGreen = ([red, green]: ColourOfLight): boolean =>
  Math.log(Math.max(DARKEST_LIGHT, green) / Math.max(DARKEST_LIGHT, red)) > GREEN
