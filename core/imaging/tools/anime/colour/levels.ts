import { binOfPercentile } from '../../../../pixels/histogram.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { AnimeLook } from '../looks.ts'

/** How the picture's own light lies in what a print can show. */
export interface Levels {
  readonly black: number
  readonly white: number
  readonly power: number
  /** How far the dark half may be lifted, 0..1. */
  readonly opened: number
  /** Lightness that half of the picture has, OKLab. */
  readonly middle: number
}

const BINS = 512
/** Where the middle of a well lit frame lies. */
const MEDIAN_WANTED = 0.6
const WHITE_MIN = 0.78

/** How light lies in a picture. @param lightness of its pixels, OKLab */
export function levelsOf(lightness: Float32Array): Levels {
  const counts = new Uint32Array(BINS)
  for (let at = 0; at < lightness.length; at++) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((lightness[at] as number) * BINS)))
    counts[bin] = (counts[bin] as number) + 1
  }
  const black = Math.min(0.25, percentile(counts, lightness.length, 0.01) * 0.8)
  // A dark photo is dark on purpose more often than not: its lights are not blown up to white.
  const white = Math.max(percentile(counts, lightness.length, 0.995), WHITE_MIN)
  const half = percentile(counts, lightness.length, 0.5)
  const middle = (half - black) / (white - black)
  const median = Math.min(0.85, Math.max(0.2, middle))
  const whole = Math.log(MEDIAN_WANTED) / Math.log(median)
  // A night stays a night: the darker the whole, the less of it is opened.
  const opened = smoothstep(0.1, 0.4, middle)
  const power = 1 + (Math.min(1.1, Math.max(0.65, whole)) - 1) * 0.6 * opened
  return { black, white, power, opened, middle: half }
}

/** The middle of the bin that so much of the pixels goes up to. */
const percentile = (counts: Uint32Array, total: number, share: number): number =>
  (binOfPercentile(counts, total * share) + 0.5) / BINS

/** What is darker than this is opened less and less. */
const KEPT_DARK = { from: 0.02, to: 0.32 }

/** Lightness, OKLab, brought into the levels, 0..1. */
export function toned(lightness: number, levels: Levels, palette: AnimeLook['palette']): number {
  const { black, white, power, opened } = levels
  const own = Math.min(1, Math.max(0, (lightness - black) / (white - black)))
  // Black cloth stays black: only what is seen in the dark is opened.
  const open = smoothstep(KEPT_DARK.from, KEPT_DARK.to, own)
  const levelled = own ** (1 + (power - 1) * open)
  return levelled + palette.lift * opened * open * levelled * (1 - levelled) ** 2
}

/** What is darker than this is a spot of black in a look that has them. */
const BLACK = { from: 0.28, to: 0.4, light: 0.15 }

const blackened = (light: number, share: number): number =>
  light > BLACK.to
    ? light
    : light + (BLACK.light - light) * share * (1 - smoothstep(BLACK.from, BLACK.to, light))

/** Lightness of paint. @param lit of {@link toned} */
export const paintedOf = (lit: number, levels: Levels, palette: AnimeLook['palette']): number =>
  blackened(palette.darkest + (1 - palette.darkest) * lit, palette.blacks * levels.opened)

/** How much of the paper shines through paint in a wash. */
const PAPER = 0.26

/** How much of the paper paint lets through. */
export const papersOf = (painted: number): number => smoothstep(0.15, 0.6, painted)

/** Lightness of paint on its paper. @param wash how much of the paper shows @param papers of {@link papersOf} */
export const papered = (painted: number, wash: number, papers: number): number =>
  1 - (1 - painted) * (1 - PAPER * wash * papers)
