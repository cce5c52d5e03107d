import type { Kernels } from '../../../kernels/kernels.ts'
import { LIGHT_STEPS } from '../../../kernels/light.ts'
import { piecesOfMarks } from '../../../pixels/pieces.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'
import type { Backdrop } from './found-backdrop.ts'
import type { Light } from './light.ts'

/** Mean luma that is as good as black, that it may grow to, and what it varies by where it is plain. */
const BLACK = 0.13
const FADED = 0.4
const PLAIN = 0.01
/** What is looked at as one, px of the copy. */
const AROUND_PX = 2

/** Shares of a photo up to which black is none of its backdrop, and from which it is without a doubt. */
const SMALL = 0.1
const LARGE = 0.2
/** The same of the photo's upper side: what is dark below is shadow as a rule, which may be opened. */
const SHORT = 0.35
const LONG = 0.55
/** Luma of the lightest: up to where nothing is lit and the photo is dark, and from where something is. */
const UNLIT = 0.33
const LIT = 0.48
const LIGHTEST = 0.99

/** Of a backdrop this share is no lighter than its black: luma where that is even, and where a sky glows. */
const NEARLY_ALL = 0.95
const EVEN = 0.2
const GLOWING = 0.3
/**
 * How much lighter than that it must be around a place for light to be given whole: before people, whose
 * black hair and clothes stay black, and where there are none, and what is dark are walls and trees.
 */
const AWAY = 0.15
const AWAY_FROM_PLAIN = 0.04
/** How fast light may rise with the light around a place: faster, the end of a glow in the sky is an edge. */
const STEEPEST = 2

/**
 * A light that leaves a black backdrop black: opened, it would be a fog with its noise in it, and a
 * night sky, too. It goes by the light around a place alone, so nobody before it has a halo, and black
 * hair and clothes stay as black as what is behind them.
 * @param people how sure it is that there are some, 0..1
 */
export function beforeBlack(light: Light, { sure, lightest }: Backdrop, people: number): Light {
  if (sure === 0) return light
  const away = AWAY_FROM_PLAIN + people * (AWAY - AWAY_FROM_PLAIN)
  const gains = light.gains.map((gain, step) => {
    const kept = sure * (1 - smoothstep(lightest, lightest + away, step / LIGHT_STEPS))
    return gain + kept * Math.min(0, 1 - gain)
  })
  return { ...light, gains: noSteeper(gains, light.gains) }
}

/**
 * Gains held back so that light rises no faster than {@link STEEPEST} with the light around, but for
 * where the light that they come from does so itself.
 */
function noSteeper(
  gains: Float32Array<ArrayBuffer>,
  from: Float32Array,
): Float32Array<ArrayBuffer> {
  let reached = 0
  return gains.map((gain, step) => {
    const rise = step * (from[step] ?? 1) - (step - 1) * (from[step - 1] ?? 1)
    reached = Math.min(step * gain, reached + Math.max(STEEPEST, rise))
    return step === 0 ? gain : reached / step
  })
}

/** @param copy of the photo, small, under its colours */
export function backdropOf(kernels: Kernels, copy: Raster): Backdrop {
  const luma = kernels.luma(copy)
  const { widthPx, values } = luma
  const pieces = piecesOfMarks(plainDark(kernels, luma), widthPx)
    .map(({ pixels }) => pixels)
    .filter((pixels) => pixels.some((at) => at < widthPx))
  const lumas = Float32Array.from(
    pieces.flatMap((pixels) => Array.from(pixels, (at) => values[at] ?? 0)),
  )
  const black = lumas.filter((value) => value < BLACK).length / values.length
  const along = pieces.reduce(
    (sum, pixels) => sum + pixels.filter((at) => at < widthPx && (values[at] ?? 0) < BLACK).length,
    0,
  )
  const lightest = rankedAt(lumas, NEARLY_ALL)
  return {
    sure:
      (1 - smoothstep(EVEN, GLOWING, lightest)) *
      smoothstep(SMALL, LARGE, black) *
      smoothstep(SHORT, LONG, along / widthPx) *
      smoothstep(UNLIT, LIT, rankedAt(values, LIGHTEST)),
    share: black,
    lightest,
  }
}

const rankedAt = (values: Float32Array, share: number): number =>
  values.toSorted()[Math.floor(share * (values.length - 1))] ?? 0

/** 1 where it is dark and nothing is to be seen. */
function plainDark(kernels: Kernels, luma: FloatPlane): Uint8Array {
  const mean = (plane: FloatPlane) => kernels.gaussian(plane, AROUND_PX)
  const means = mean(luma)
  const squares = mean({ ...luma, values: luma.values.map((value) => value ** 2) })
  return withValues(new Uint8Array(means.values.length), (at) => {
    const value = means.values[at] ?? 0
    return Number(value < FADED && (squares.values[at] ?? 0) - value ** 2 < PLAIN ** 2)
  })
}
