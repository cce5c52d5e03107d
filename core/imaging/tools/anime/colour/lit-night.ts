import type { Kernels } from '../../../../kernels/kernels.ts'
import { lumaOf } from '../../../../pixels/luma.ts'
import { createRaster, smoothstep } from '../../../../pixels/pixels.ts'
import { median } from '../../../../pixels/ranked.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { unitPxOf } from '../study.ts'

/** Three quarters of a dark photo stay below this luma; where a face tells that it is dark, below more. */
const DARK = { share: 0.75, scene: { from: 38, to: 48 }, face: { from: 55, to: 70 } }
/** What is as light as this was lit by who took the photo: what is black about it is meant. */
const LIT = { face: { from: 50, to: 65 }, scene: { share: 0.9, from: 95, to: 125 } }
/** Every which pixel is asked. */
const LOOKED = 5
/** Luma that the lightest face of a lit night has and, where there is none, three quarters stay below. */
const WANTED = { face: 76, scene: 48 }
/** How far a night is lit at most: as a power, and how often the light of what is darkest. */
const MOST = { power: 0.65, gain: 2.8 }
/** The same power where nobody is to be seen: a street at night, a planet are meant dark. */
const MOST_OF_NOBODY = 0.8

/** A photo that is dark, and not as a portrait before black is. */
export interface Night {
  /** How much it is one, 0..1. */
  readonly share: number
  /** Of what its light is to be, 0..1; less than 1 lights it. */
  readonly power: number
}

/**
 * Whether a photo is dark as a whole and has nothing in the light but lamps; null where it is to stay as it is.
 * @param faces in pixels of the photo
 */
export function nightOf(photo: Raster, faces: readonly FoundFace[]): Night | null {
  const lumas = lumasOf(photo)
  const upper = lumaBelow(lumas, DARK.share)
  const lightest = Math.max(0, ...faces.map((face) => faceLuma(photo, face)))
  const dark = below(upper, lightest > 0 ? DARK.face : DARK.scene)
  const unlit = below(lumaBelow(lumas, LIT.scene.share), LIT.scene) * below(lightest, LIT.face)
  const share = dark * unlit
  if (share === 0) return null
  const whole = lightest > 0 ? towards(lightest, WANTED.face) : towards(upper, WANTED.scene)
  return { share, power: 1 + (Math.min(1, Math.max(MOST.power, whole)) - 1) * share }
}

/** @param power of {@link nightOf} @returns the power for a night in which nobody is found even as it is lit by that */
export const powerOfNobody = (power: number): number => Math.max(MOST_OF_NOBODY, power)

interface Bounds {
  readonly from: number
  readonly to: number
}

const below = (luma: number, { from, to }: Bounds): number => 1 - smoothstep(from, to, luma)

/** The power by which one luma becomes another. */
const towards = (luma: number, wanted: number): number =>
  Math.log(wanted / 255) / Math.log(Math.max(2, luma) / 255)

function faceLuma({ rgba, widthPx, heightPx }: Raster, { points }: FoundFace): number {
  const inside = points.points.filter(({ x, y }) => x >= 0 && y >= 0 && x < widthPx && y < heightPx)
  return median(
    inside.map(({ x, y }) => lumaAt(rgba, (Math.floor(y) * widthPx + Math.floor(x)) * 4)),
  )
}

/** How many pixels have each luma. */
function lumasOf({ rgba }: Raster): Uint32Array {
  const counts = new Uint32Array(256)
  for (let at = 0; at < rgba.length; at += 4 * LOOKED) {
    const luma = Math.round(lumaAt(rgba, at))
    counts[luma] = (counts[luma] as number) + 1
  }
  return counts
}

/** The luma that a share of all pixels stays below. */
function lumaBelow(counts: Uint32Array, share: number): number {
  let left = counts.reduce((sum, count) => sum + count, 0) * share
  return counts.findIndex((count) => {
    left -= count
    return left <= 0
  })
}

const lumaAt = (rgba: Uint8ClampedArray, at: number): number =>
  lumaOf(rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number)

/** Colour is lit less than light, as these powers: one that is full in the dark is so by noise in part. */
const COLOUR = { faint: 0.85, full: 0.3, from: 0.4, to: 0.75 }
/** Less than this is black, and noise: it stays. */
const BLACK = { from: 0, to: 5 }
/** What lies in the light of lamps is lit less and less. */
const LAMPS = { from: 60, to: 160 }
/** Light about a place: how far, thousandths of the longer side, and what is no edge, of the root of light. */
const ABOUT = { reach: 16, epsilon: 1e-2 }

/**
 * A dark photo, lit as a film lights its nights: what can be guessed at is seen, black stays black,
 * and what lies together keeps its contrast.
 * @param power of {@link nightOf}
 */
export function litNight(kernels: Kernels, photo: Raster, power: number): Raster {
  const gains = gainsOf(power)
  const faints = gains.map((gain) => gain ** COLOUR.faint)
  const fulls = gains.map((gain) => gain ** COLOUR.full)
  const { values: about } = lightAbout(kernels, photo)
  const result = createRaster(photo.widthPx, photo.heightPx)
  const { rgba } = photo
  for (let at = 0, place = 0; at < rgba.length; at += 4, place++) {
    const red = rgba[at] as number
    const green = rgba[at + 1] as number
    const blue = rgba[at + 2] as number
    const step = Math.min(STEPS, Math.max(0, (about[place] as number) * STEPS + 0.5)) | 0
    const most = Math.max(1, red, green, blue)
    // A lamp keeps its colour: no channel runs over before the others.
    const gain = Math.min(255 / most, gains[step] as number)
    const full = smoothstep(COLOUR.from, COLOUR.to, 1 - Math.min(red, green, blue) / most)
    const faint = faints[step] as number
    const colour = Math.min(gain, faint + ((fulls[step] as number) - faint) * full)
    const grey = lumaOf(red, green, blue) * (gain - colour)
    result.rgba[at] = grey + red * colour
    result.rgba[at + 1] = grey + green * colour
    result.rgba[at + 2] = grey + blue * colour
    result.rgba[at + 3] = 255
  }
  return result
}

/** Light about a place is looked at in a picture that is so much smaller. */
const SMALLER = 3

/** The root of the light about each place, 0..1, that ends where light does. */
function lightAbout(kernels: Kernels, photo: Raster): FloatPlane {
  const { widthPx, heightPx } = photo
  const [width, height] = [Math.ceil(widthPx / SMALLER), Math.ceil(heightPx / SMALLER)]
  const small = kernels.resizeArea(photo, width, height)
  const values = new Float32Array(width * height)
  for (let i = 0; i < values.length; i++) values[i] = Math.sqrt(lumaAt(small.rgba, i * 4) / 255)
  const light = { widthPx: width, heightPx: height, values }
  const reachPx = Math.max(2, Math.round(ABOUT.reach * unitPxOf(small)))
  return kernels.resizePlane(
    kernels.guidedFilter(light, light, reachPx, ABOUT.epsilon),
    widthPx,
    heightPx,
  )
}

/** How finely the root of light is told apart. */
const STEPS = 255

/** How much lighter each becomes, by the root of its light. */
const gainsOf = (power: number): Float32Array =>
  Float32Array.from({ length: STEPS + 1 }, (_, step) => {
    const luma = Math.max(1e-3, (step / STEPS) ** 2 * 255)
    const gain = Math.min(MOST.gain, (luma / 255) ** (power - 1))
    const share =
      smoothstep(BLACK.from, BLACK.to, luma) * (1 - smoothstep(LAMPS.from, LAMPS.to, luma))
    return 1 + (gain - 1) * share
  })
