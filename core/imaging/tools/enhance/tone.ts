import { LIGHT_STEPS } from '../../../kernels/light.ts'
import { encoded, type OkLab, okLabAt } from '../../../pixels/oklab.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { insistedOn } from './insistence.ts'

/** Every so many'th pixel is looked at. */
const STEP = 5

/** What is given of a change of lightness that is small: it is wrong as often as right. */
const LEAST = 0.5
/** Mean changes of lightness in OKLab that are small, and that are not. */
const SMALL = [0.015, 0.03] as const

/** What is given of a clear rise: the network guesses too little for photographs it has not learned from. */
const FULLER = 1.25
/** Mean rises from which that holds, and from which what is given is enough. */
const CLEAR = [0.035, 0.06] as const
const ENOUGH = [0.12, 0.165] as const
/** Mean rises up to which a veil comes off, and from which it is something else: without one all is darker. */
const BY_A_VEIL = [-0.03, 0] as const

/** How many times lighter the lightest quarter begins than the darkest ends, in a plain photo, and in one that is not. */
const PLAIN = [1.14, 1.2] as const
/** What colours spread over in OKLab, where there is one, and where there are several. */
const ONE_COLOUR = [0.02, 0.04] as const
/** Median step of lightness from a pixel to the next, of a plain tone like a sky, and of stone or sand, which have been lit somehow. */
const SMOOTH = [0.0045, 0.009] as const
/** Lightness of the lightest hundredth, of a photo in which nothing is lit, and in which something is. */
const LIT = [0.5, 0.64] as const

/** Light around a place over the plain tone's, up to which what lies there is not of it, and from which it is. */
const BESIDE = [0.5, 0.85] as const

/** What a photo is given of a look's lightness. */
export interface Tone {
  /** The share of it, 1 for all. */
  readonly share: number
  /** How sure it is that the photo is one plain, lit tone in the main, 0..1, and the luma of that. */
  readonly plain: number
  readonly plainLuma: number
}

/**
 * How much of a look's lightness is good for a photo: half of a small change, which is a doubt as a
 * rule but for a veiled photo, more of a clear rise. One smooth, plain tone, like the sky about a bird, stays as it is where something
 * is lit: how light such a sky was nobody can tell.
 * @param copy of the photo, small
 * @param lit the copy under its share of the look
 * @param veiled how sure it is that the photo is veiled, 0..1
 */
export function toneOf(copy: Raster, lit: Raster, veiled: number): Tone {
  const { lightness, step, spread, change, rise } = seenIn(copy, lit)
  const at = (share: number) => lightness[Math.floor(share * (lightness.length - 1))] ?? 0
  const [dark, light] = [at(0.25), at(0.75)]
  const certain = LEAST + (1 - LEAST) * Math.max(veiled, smoothstep(...SMALL, change))
  const fuller = (FULLER - 1) * smoothstep(...CLEAR, rise) * (1 - smoothstep(...ENOUGH, rise))
  const isPlain = 1 - smoothstep(...PLAIN, light / Math.max(1e-3, dark))
  const byVeil = veiled * (1 - smoothstep(...BY_A_VEIL, rise))
  return {
    share: certain + fuller,
    plain:
      isPlain *
      (1 - smoothstep(...ONE_COLOUR, spread)) *
      (1 - smoothstep(...SMOOTH, step)) *
      smoothstep(...LIT, at(0.99)) *
      (1 - byVeil),
    plainLuma: encoded(dark ** 3) / 255,
  }
}

/** A tone led to all of the look by the end of the slider. */
export const insistedTone = (tone: Tone, strength: number): Tone => ({
  ...tone,
  share: insistedOn(tone.share, 1, strength),
  plain: 1 - insistedOn(1 - tone.plain, 1, strength),
})

/** The same for the look's curves, which are given by a share: no more than all of them. */
export const toneOfCurves = ({ share, plain }: Tone, given: number): number =>
  Math.min(share, 1 / Math.max(1e-6, given)) * (1 - plain)

/** Gains by the light around that leave a plain tone as it is; who stands before it in the shade comes up. */
export const gainsBeside = (
  { plain, plainLuma }: Tone,
  gains: Float32Array<ArrayBuffer>,
): Float32Array<ArrayBuffer> =>
  gains.map((gain, step) => {
    const near = step / LIGHT_STEPS / Math.max(1e-3, plainLuma)
    return gain ** (1 - plain * smoothstep(...BESIDE, near))
  })

/** Ranked lightness of a copy, its median step to the next pixel, the spread of its colours, and how lightness changes in the mean. */
function seenIn(copy: Raster, lit: Raster) {
  const lightness = new Float32Array(Math.ceil(copy.rgba.length / 4 / STEP))
  const steps = new Float32Array(lightness.length)
  const colour: OkLab = [0, 0, 0]
  let [change, rise, red, yellow, squares] = [0, 0, 0, 0, 0]
  for (let i = 0; i < lightness.length; i++) {
    const at = i * 4 * STEP
    okLabAt(copy, at, colour)
    const before = colour[0]
    lightness[i] = before
    red += colour[1]
    yellow += colour[2]
    squares += colour[1] ** 2 + colour[2] ** 2
    okLabAt(copy, Math.min(at + 4, copy.rgba.length - 4), colour)
    steps[i] = Math.abs(colour[0] - before)
    okLabAt(lit, at, colour)
    change += Math.abs(colour[0] - before)
    rise += colour[0] - before
  }
  const count = lightness.length
  const variance = squares / count - (red / count) ** 2 - (yellow / count) ** 2
  return {
    lightness: lightness.sort(),
    step: steps.sort()[Math.floor(steps.length / 2)] ?? 0,
    spread: Math.sqrt(Math.max(0, variance)),
    change: change / count,
    rise: rise / count,
  }
}
