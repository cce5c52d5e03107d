import { inParts } from '../../../../pixels/in-parts.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Cells } from '../cells/cells.ts'
import type { AnimeLook } from '../looks.ts'
import type { OkLabPicture } from '../study.ts'
import { garmentOfKind } from './cloth-kinds.ts'

/** Cloth as dark as this has so much less light on it that its folds count for more, OKLab. */
const DARK = { from: 0.26, to: 0.44, gain: 2 }
/** On black cloth lines are fainter still. */
const BLACK = { from: 0.14, to: 0.26, gain: 1 }

/** How much of what dark garments lack is given to them: black ones stay the darkest. */
const OPENED = 0.65

/**
 * The lightest and the darkest tone of dark cloth lie so far apart, OKLab, and are brought so many times as far apart
 * as they are seen at most; the darkest is no darker than this, for which all is lifted by so much at most.
 */
const TONES_OF_DARK = { apart: 0.11, most: 5, darkest: 0.1, lifted: 0.04 }
/** Tones that lie no farther apart are one. */
const SAME = 0.004

/** How much more the light of cloth counts that is so dark, from 1. @param light lightness, OKLab */
export const gainInDark = (light: number): number => 1 + (DARK.gain - 1) * darkness(light)

/** How much more lines on such cloth count, from 1: most on what is black. @param light lightness, OKLab */
export const lineGainInDark = (light: number): number =>
  gainInDark(light) + BLACK.gain * (1 - smoothstep(BLACK.from, BLACK.to, light))

/** How much cloth is dark, 0..1. @param light lightness, OKLab */
const darkness = (light: number): number => 1 - smoothstep(DARK.from, DARK.to, light)

/**
 * Makes dark garments light enough that shadows and lines are seen on them, and their tones lie apart as
 * they are found, in place.
 * @param colours as they were graded
 * @param before lightness before that
 * @param kinds of each cell what it is
 */
export function openDarkCloth(
  colours: OkLabPicture,
  before: Float32Array,
  { of }: Pick<Cells, 'of'>,
  kinds: Uint32Array,
  { floor, apart }: AnimeLook['palette']['darkCloth'],
): void {
  const garmentOf = kinds.map(garmentOfKind)
  const total = garmentOf.reduce((most, garment) => Math.max(most, garment), 0) + 1
  const count = new Uint32Array(total)
  const [seen, painted] = [new Float64Array(total), new Float64Array(total)]
  const [least, most] = [new Float64Array(total).fill(1), new Float64Array(total)]
  const [lowest, highest] = [new Float64Array(total).fill(1), new Float64Array(total)]
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const garment = garmentOf[of[at] as number] ?? 0
      if (garment === 0) continue
      const own = before[at] as number
      count[garment] = (count[garment] as number) + 1
      seen[garment] = (seen[garment] as number) + own
      least[garment] = Math.min(least[garment] as number, own)
      most[garment] = Math.max(most[garment] as number, own)
      const light = colours.lightness[at] as number
      painted[garment] = (painted[garment] as number) + light
      lowest[garment] = Math.min(lowest[garment] as number, light)
      highest[garment] = Math.max(highest[garment] as number, light)
    }
  })
  for (let garment = 0; garment < total; garment++) {
    seen[garment] = (seen[garment] as number) / Math.max(1, count[garment] as number)
    painted[garment] = (painted[garment] as number) / Math.max(1, count[garment] as number)
  }
  const shares = seen.map((light, garment) => (count[garment] === 0 ? 0 : darkness(light)))
  if (shares.every((share) => share === 0)) return
  const { darkest, lifted } = TONES_OF_DARK
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const garment = garmentOf[of[at] as number] ?? 0
      if (garment === 0) continue
      const dark = shares[garment] as number
      if (dark === 0) continue
      const middle = painted[garment] as number
      const light = seen[garment] as number
      const base = middle + Math.max(0, floor - middle) * OPENED * dark
      const times = stretchOf((most[garment] as number) - (least[garment] as number))
      const shadow = base + ((least[garment] as number) - light) * times
      const lift = dark * Math.min(lifted, Math.max(0, darkest - shadow))
      const own = colours.lightness[at] as number
      // Tones that are far apart already would become patches of grey on black.
      const wide = (highest[garment] as number) - (lowest[garment] as number)
      const wider = Math.min(apart, Math.max(1, TONES_OF_DARK.apart / Math.max(SAME, wide)))
      const graded = (own - middle) * (1 + (wider - 1) * dark)
      const stretched = ((before[at] as number) - light) * times * dark
      const off = Math.abs(stretched) > Math.abs(graded) ? stretched : graded
      colours.lightness[at] = Math.max(darkest, base + lift + off)
    }
  })
}

/** How many times as far apart tones are painted as they are seen. @param whole how far these lie apart */
const stretchOf = (whole: number): number =>
  whole < SAME ? 0 : Math.min(TONES_OF_DARK.most, Math.max(1, TONES_OF_DARK.apart / whole))

/**
 * What a place of dark cloth is of: of a plain garment, all of whose lines are its folds; or of one that differs from its
 * tones by more, as in a hard light or with small things on it, of whose lines only the long ones are.
 */
export const PLAIN = 1
export const BUSY = 2

/** Of each cell what it is, and 1 for each garment that is plain. */
interface Kinds {
  readonly kinds: Uint32Array
  readonly isCalm: Uint8Array
}

/**
 * {@link PLAIN} or {@link BUSY} at each pixel of a garment on which ink would not be seen, else 0.
 * @param before lightness before it was graded
 */
export function darkCloth(
  { of }: Pick<Cells, 'of'>,
  { kinds, isCalm }: Kinds,
  before: Float32Array,
): Uint8Array<ArrayBuffer> {
  const halfway = (DARK.from + DARK.to) / 2
  const clothOf = Uint8Array.from(kinds, (kind) => {
    const garment = garmentOfKind(kind)
    if (garment === 0) return 0
    return isCalm[garment] === 1 ? PLAIN : BUSY
  })
  const isDark = new Uint8Array(of.length)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if ((before[at] as number) < halfway) isDark[at] = clothOf[of[at] as number] as number
    }
  })
  return isDark
}

/** The number of the garment at each pixel of one that has a painter's shade; 0 elsewhere. */
export function shadedGarments(
  { of }: Pick<Cells, 'of'>,
  { kinds, isShaded }: { readonly kinds: Uint32Array; readonly isShaded: Uint8Array },
): Uint16Array<ArrayBuffer> {
  const garmentOf = Uint16Array.from(kinds, (kind) => {
    const garment = garmentOfKind(kind)
    return isShaded[garment] === 1 ? garment : 0
  })
  const garments = new Uint16Array(of.length)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) garments[at] = garmentOf[of[at] as number] ?? 0
  })
  return garments
}
