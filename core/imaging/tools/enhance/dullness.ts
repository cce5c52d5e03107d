import type { Kernels } from '../../../kernels/kernels.ts'
import { LIGHT_STEPS } from '../../../kernels/light.ts'
import { meanChange } from '../../../pixels/mean-change.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { type Light, litCopy } from './light.ts'
import { peopleIn } from './people.ts'

/** Every so many'th pixel is looked at. */
const STEP = 5

/** Colourfulness (Hasler & Süsstrunk 2003, of 1) up to which a photo is pale, and from which it is not. */
const PALE = 0.11
const COLOURFUL = 0.17
/** What a cast counts in it, and how often a spread must be in both to be enough. */
const CAST_COUNTS = 0.3
const OWN_ENOUGH = 1.5
/** How much greener than red a photo is as a whole, from which it may be the light of tubes, and is. */
const GREEN_CAST = [0.015, 0.045] as const
/** Under this one there is no colour to bring out: a photo in black and white has none. */
const TINTED = [0.012, 0.035] as const
/** Luma of the middle of a night, which is meant to be so, and of a day. */
const DAY = [0.1, 0.2] as const
/** Luma from the darkest twentieth to the lightest, up to which a photo is flat, and from which it is not. */
const FLAT = 0.55
const DEEP = 0.78

/** What the palest and flattest photo is given. */
const VIBRANCE = 0.42
const CLARITY = 0.6
const CONTRAST = 0.3
/** How pale and flat at once, 0..1, a photo is from which it may be dull, and is: either alone is a choice of light or of things. */
const DULL = [0.05, 0.5] as const
/** Of its vibrance and of a photo's clarity, what skin does without. */
const SKIN_KEPT = 0.75
const FACES_KEPT = 0.5

/** Mean change in OKLab by which a look is seen already, and leaves no need for more. */
const SEEN = 0.005
const ENOUGH = 0.02
/** What this step may change at most, as the mean of the photo. */
const MOST = 0.018

/** Median luma about which light and dark part. */
const MIDDLE = [0.3, 0.45] as const
/** What is darker parts by so much less: faces are there more often. */
const LESS_DARK = 0.5

/**
 * Brings a dull photo to life, a little: vibrance where its colours are pale, clarity and contrast
 * where it is flat. Whether it was meant to be dull nobody can know; so much of it is always welcome.
 * A vivid photo stays as it is, and so does one that the look has changed already.
 * @param photo a small copy of it
 * @param light what the photo gets otherwise
 * @param strength 0 leaves it as it is, 1 gives all of it
 */
export function livened(kernels: Kernels, photo: Raster, light: Light, strength: number): Light {
  const lit = litCopy(kernels, photo, light)
  const need = strength * (1 - smoothstep(SEEN, ENOUGH, meanChange(photo, lit)))
  if (need === 0) return light
  const { colourfulness, own } = coloursOf(lit)
  const ranked = kernels.luma(lit).values.toSorted()
  const at = (share: number) => ranked[Math.floor(share * (ranked.length - 1))] ?? 0
  const pale = 1 - smoothstep(PALE, COLOURFUL, colourfulness)
  const flat = 1 - smoothstep(FLAT, DEEP, at(0.95) - at(0.05))
  const coloured = smoothstep(...TINTED, colourfulness) * smoothstep(...DAY, at(0.5))
  const dull = coloured * smoothstep(...DULL, pale * flat)
  if (dull === 0) return light
  const skin = peopleIn(lit)
  const given = (share: number): Light => ({
    ...light,
    gains: parted(light.gains, share * dull * CONTRAST, held(at(0.5))),
    clarity: share * dull * CLARITY * (1 - FACES_KEPT * skin),
    vibrance: share * dull * VIBRANCE * own,
    skinKept: SKIN_KEPT * skin,
  })
  const change = meanChange(lit, litCopy(kernels, photo, given(need)))
  return given(need * Math.min(1, MOST / Math.max(1e-6, change)))
}

const held = (middle: number): number => Math.min(MIDDLE[1], Math.max(MIDDLE[0], middle))

/** Gains by which what is lighter around than the middle becomes lighter still, and darker what is darker. */
const parted = (gains: Float32Array<ArrayBuffer>, much: number, middle: number) =>
  gains.map((gain, step) => {
    const light = Math.min(1, (gain * step) / LIGHT_STEPS)
    const off = light - middle
    return gain * (1 + 4 * much * light * (1 - light) * (off > 0 ? off : LESS_DARK * off))
  })

/**
 * How colourful a picture looks: the spread of its opponent colours, and how far they lie from grey.
 * And how much of that is its own, 0..1: a cast that lies on all of it is not to be made fuller.
 */
function coloursOf({ rgba }: Raster) {
  let [count, redGreen, redGreenSquared, yellowBlue, yellowBlueSquared] = [0, 0, 0, 0, 0]
  for (let at = 0; at < rgba.length; at += 4 * STEP) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3)
    const one = (red - green) / 255
    const other = (0.5 * (red + green) - blue) / 255
    redGreen += one
    redGreenSquared += one * one
    yellowBlue += other
    yellowBlueSquared += other * other
    count++
  }
  const [one, other] = [redGreen / count, yellowBlue / count]
  const cast = Math.hypot(one, other)
  const spread = Math.sqrt(
    Math.max(0, redGreenSquared / count - one ** 2 + yellowBlueSquared / count - other ** 2),
  )
  const own =
    Math.min(1, (OWN_ENOUGH * spread) / Math.max(1e-6, spread + cast)) *
    (1 - smoothstep(...GREEN_CAST, -one))
  return { colourfulness: spread + CAST_COUNTS * cast, own }
}
