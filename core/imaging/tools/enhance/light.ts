import type { Kernels } from '../../../kernels/kernels.ts'
import { type ColourTables, LIGHT_STEPS, type RelightPass } from '../../../kernels/light.ts'
import { surroundingsOf } from '../../../kernels/surroundings.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import type { Backdrop } from './found-backdrop.ts'
import { litSkin } from './people.ts'

/** Luma of detail that may be noise, where it is lifted to twice its light. */
const NOISE = 3 / 255
/** Share of the pixels that may reach beyond white. */
const BEYOND = 0.0005

/** Mean luma of the darkest third of a photo whose shadows are opened wholly, and not at all. */
const DARK = 0.045
const DARK_NO_MORE = 0.11
/** The latter against the light, and the luma that a quarter of the photo reaches there, and elsewhere. */
const DARK_AGAINST_LIGHT = 0.22
const BRIGHT = 0.85
const DIM = 0.6
const LIGHTEST_FROM = 0.75
/** Luma of the middle tones; shares of a photo that lies there up to which it lacks them, and has them. */
const MIDDLE_FROM = 0.2
const MIDDLE_TO = 0.55
const LACKED_TO = 0.25
const HAD_FROM = 0.6
/** Of this share of it nothing is opened before lit people, and how soon the light behind them undoes that. */
const NOT_WANTED = 0.85
const AGAINST_SKIN = 2
/** What light is added, at most, to what there is. */
const OPENED = 2.1
/** Luma where shadow ends, and where black begins. */
const SHADOW = 0.8
const BLACK = 0.016

/** A {@link RelightPass} without the places, which change from strip to strip. */
export type Light = Omit<RelightPass, 'around'>

/**
 * How a look lights a photo anew: its shadows come up and its brightest parts come down by how light
 * it is around a place, so that what lies within them keeps its contrast.
 * @param copy of the photo, small
 * @param tables of the look
 * @param gains by the light around, as the whole look has them
 * @param strength 0 leaves the light as it is, 1 gives it the whole look
 */
export function learnedLight(
  kernels: Kernels,
  copy: Raster,
  tables: ColourTables,
  gains: Float32Array<ArrayBuffer>,
  strength: number,
): Light {
  return {
    tables,
    surroundings: surroundingsOf(kernels, kernels.colourTables(copy, tables)),
    gains: gains.map((gain) => gain ** strength),
    noise: NOISE,
    most: mostOf(copy, tables),
    clarity: 0,
    vibrance: 0,
    skinKept: 0,
  }
}

/** A copy of a photo in a light. */
export const litCopy = (kernels: Kernels, copy: Raster, light: Light): Raster =>
  kernels.relight(copy, { ...light, around: placesIn(copy, 0, copy.widthPx) })

/**
 * A light that opens the shadows besides, the more the darker the darkest third of the photo is. Where
 * a quarter of it is bright, that third counts as dark sooner: it stands against the light. Where most
 * of it lies in the middle, shadow is where it belongs. Where people are lit already, black hair and
 * clothes are what is dark: opened, they would be grey, and faces flat.
 * @param strength 0 leaves the light as it is, 1 opens them as far as the photo needs
 * @param backdrop a black one that there may be, which stays black all the same
 */
export function openedLight(
  kernels: Kernels,
  copy: Raster,
  light: Light,
  strength: number,
  backdrop: Backdrop,
): Light {
  const lit = litCopy(kernels, copy, light)
  const ranked = kernels.luma(lit).values.toSorted()
  const lightest = ranked[Math.floor(LIGHTEST_FROM * ranked.length)] ?? 0
  const against = smoothstep(DIM, BRIGHT, lightest)
  const noMore = DARK_NO_MORE + (DARK_AGAINST_LIGHT - DARK_NO_MORE) * against
  const dark = 1 - smoothstep(DARK, noMore, darkestThird(ranked))
  const lacking = 1 - smoothstep(LACKED_TO, HAD_FROM, middleShare(ranked))
  const isLit = litSkin(lit, backdrop) * Math.max(0, 1 - AGAINST_SKIN * against)
  const wanted = dark * lacking * (1 - NOT_WANTED * isLit)
  return { ...light, gains: opened(light.gains, OPENED * strength * wanted) }
}

/** Mean of the darkest third. */
function darkestThird(ranked: Float32Array): number {
  const darkest = ranked.subarray(0, Math.ceil(ranked.length / 3))
  return darkest.reduce((sum, value) => sum + value, 0) / darkest.length
}

function middleShare(values: Float32Array): number {
  let count = 0
  for (const value of values) if (value > MIDDLE_FROM && value < MIDDLE_TO) count++
  return count / values.length
}

/** Gains that open the shadows besides; black stays black. */
const opened = (gains: Float32Array<ArrayBuffer>, much: number): Float32Array<ArrayBuffer> =>
  gains.map((gain, step) => {
    const light = (gain * step) / LIGHT_STEPS
    const far = Math.max(0, 1 - light / SHADOW)
    const isShown = light ** 2 / (light ** 2 + BLACK ** 2)
    return gain * (1 + much * far ** 2 * isShown)
  })

/** The luma that the lightest of the photo come to under the tables, 1 at least. */
function mostOf({ rgba }: Raster, { values }: ColourTables): number {
  const reached = new Float32Array(rgba.length / 4)
  for (let at = 0; at < rgba.length; at += 4) {
    let luma = 0
    for (let channel = 0; channel < 3; channel++) {
      const from = (channel * 256 + (rgba[at + channel] ?? 0)) * 3
      luma += 0.299 * (values[from] ?? 0)
      luma += 0.587 * (values[from + 1] ?? 0)
      luma += 0.114 * (values[from + 2] ?? 0)
    }
    reached[at / 4] = luma / 255
  }
  reached.sort()
  return Math.max(1, reached[Math.floor((1 - BEYOND) * (reached.length - 1))] ?? 1)
}

/** Whether a light leaves every pixel what the tables alone make of it. */
export const isNoLight = ({ gains, most, clarity, vibrance }: Light): boolean =>
  most <= 1 &&
  clarity === 0 &&
  vibrance === 0 &&
  gains.every((gain) => Math.abs(gain - 1) < 0.5 / LIGHT_STEPS / 4)

/** Where the pixels of rows from `topPx` lie in planes of `sidePx` by `sidePx`. */
export const placesIn = (
  photo: { readonly widthPx: number; readonly heightPx: number },
  topPx: number,
  sidePx: number,
) => ({
  x: alongOf(photo.widthPx, 0, sidePx),
  y: alongOf(photo.heightPx, topPx, sidePx),
})

function alongOf(lengthPx: number, firstPx: number, sidePx: number) {
  const step = sidePx / lengthPx
  return { start: (firstPx + 0.5) * step - 0.5, step }
}
