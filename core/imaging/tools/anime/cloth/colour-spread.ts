import { TONES } from '../cells/tones.ts'
import { LOOKED } from '../cells/tones-of-places.ts'
import type { OkLabPicture } from '../study.ts'
import { FIRST } from './cloth-kinds.ts'

/** Colour is seen against its light, as if that were this; darker than the least it is noise. */
const SEEN = { light: 0.6, least: 0.15 }

/** Sums of one garment: how many pixels, and of each of both colours its sum and that of its squares. */
const [COUNT, RED, RED_SQUARED, YELLOW, YELLOW_SQUARED, SUMS] = [0, 1, 2, 3, 4, 5]

/**
 * How far colours of each garment spread, by its number, each against its own light (standard deviation, OKLab): what
 * differs by light alone is one cloth with folds and gloss.
 * @param of of each pixel its kind
 * @param count of garments, from 0 for none
 */
export function colourSpreads(
  { lightness, a, b }: OkLabPicture,
  of: Uint32Array,
  count: number,
): Float64Array {
  const sums = new Float64Array(count * SUMS)
  for (let at = 0; at < of.length; at += LOOKED) {
    const kind = of[at] as number
    if (kind < FIRST) continue
    const own = SUMS * (1 + Math.floor((kind - FIRST) / TONES))
    const share = SEEN.light / Math.max(SEEN.least, lightness[at] as number)
    const [red, yellow] = [(a[at] as number) * share, (b[at] as number) * share]
    sums[own + COUNT] = (sums[own + COUNT] as number) + 1
    sums[own + RED] = (sums[own + RED] as number) + red
    sums[own + RED_SQUARED] = (sums[own + RED_SQUARED] as number) + red * red
    sums[own + YELLOW] = (sums[own + YELLOW] as number) + yellow
    sums[own + YELLOW_SQUARED] = (sums[own + YELLOW_SQUARED] as number) + yellow * yellow
  }
  return Float64Array.from({ length: count }, (_, garment) => {
    const of = (sum: number) => sums[garment * SUMS + sum] as number
    const pixels = Math.max(1, of(COUNT))
    const red = of(RED_SQUARED) / pixels - (of(RED) / pixels) ** 2
    const yellow = of(YELLOW_SQUARED) / pixels - (of(YELLOW) / pixels) ** 2
    return Math.sqrt(Math.max(0, red) + Math.max(0, yellow))
  })
}
