import { inParts } from '../../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { type Cells, sizesOf } from '../cells/cells.ts'
import { boxesOf, sizeOf } from '../cells/piece-boxes.ts'
import { unitPxOf } from '../study.ts'
import { type AccentPlaces, GROUND, NONE } from './accent-places.ts'
import { type Flattened, lostContrast } from './lost-contrast.ts'

/** Kinds of accents. */
const DARK = 1
const LIGHT = 2

/** Which places are accents. */
interface Bounds {
  /** By which share of its light a place differs at least; what is lighter is on cloth more often a stain. */
  readonly least: { readonly dark: number; readonly light: number }
  /** The most of its kind that is darker and that is lighter: on what differs all over a fold differs more. */
  readonly most: { readonly dark: number; readonly light: number }
}
const CLOTH: Bounds = { least: { dark: 0.045, light: 0.063 }, most: { dark: 0.14, light: 0.1 } }
const BEHIND: Bounds = { least: { dark: 0.055, light: 0.077 }, most: { dark: 0.5, light: 0.4 } }
/** By how much less what is out of focus differs for that: there a camera's noise is no leaf. */
const BLURRED = 0.5
/** Every which place is asked how much a kind differs. */
const ASKED = 29

/** Smaller accents are specks, square thousandths, and so are shorter ones, thousandths. */
const SPECK = { area: 40, long: { dark: 16, light: 22, behind: 9 } }
/** On a garment seen close up a fold is so long at least, of the root of its area: what is shorter is its weave. */
const CLOSE = 0.06
/**
 * A fold is so many times as long as it is wide, and no more than a share of it is thicker than this, thousandths to either
 * side: else it is a blot.
 */
const FOLD = { slender: 2.5, thick: { dark: 6.5, light: 4, share: 0.2 } }

/**
 * How much darker or lighter an accent is painted: so many times the share by which all of it differs, within bounds,
 * and behind people such a share of that.
 */
const PAINT = {
  dark: { gain: 1.6, least: 0.06, most: 0.15 },
  light: { gain: 1.1, least: 0.04, most: 0.085 },
  behind: 0.8,
} as const

/** Small dark and light shapes that give form to what cells leave flat: folds of clothes, leaves, stones. */
export interface Accents extends AccentPlaces {
  /** By which share each place is darker, below 0, or lighter than its paint; 0 for no accent. */
  readonly by: Float32Array<ArrayBuffer>
}

/**
 * Finds accents in the light of a picture.
 * @param blur how far the ground is out of focus, 0..1
 */
export function accentsOf(
  env: ToolEnvironment,
  picture: Flattened,
  places: AccentPlaces,
  { values: blur }: FloatPlane,
): Accents {
  const { widthPx, heightPx } = picture
  const { kindAt } = places
  const contrast = lostContrast(env, picture, places)
  inParts(contrast.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (kindAt[at] !== GROUND) continue
      contrast[at] = (contrast[at] as number) * (1 - BLURRED * (blur[at] as number))
    }
  })
  const { marks, found } = marksOf(contrast, places)
  const pieces = env.kernels.connectCells({ widthPx, heightPx, of: marks, total: LIGHT + 1 })
  const shapes = shapesAmong(pieces, marks, found, places)
  const by = depthsOf(pieces, shapes, contrast, kindAt)
  giveBack(env, [contrast, marks, pieces.of])
  return { ...places, by }
}

/** What is dark or light enough, and all such places. */
function marksOf(contrast: Float32Array, places: AccentPlaces) {
  const { kindAt } = places
  const { dark, light } = boundsOfKinds(contrast, places)
  const marks = new Uint32Array(kindAt.length)
  const found: number[] = []
  inParts(kindAt.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const kind = kindAt[at] as number
      if (kind === NONE) continue
      const own = contrast[at] as number
      const mark = own < (dark[kind] as number) ? DARK : own > (light[kind] as number) ? LIGHT : 0
      if (mark === 0) continue
      marks[at] = mark
      found.push(at)
    }
  })
  return { marks, found: Uint32Array.from(found) }
}

/** Of each kind from where on its places are accents. */
function boundsOfKinds(contrast: Float32Array, { kindAt, total }: AccentPlaces) {
  const asked: number[][] = Array.from({ length: total }, () => [])
  for (let at = 0; at < kindAt.length; at += ASKED) {
    asked[kindAt[at] as number]?.push(contrast[at] as number)
  }
  const [dark, light] = [new Float64Array(total), new Float64Array(total)]
  for (const [kind, values] of asked.entries()) {
    const { least, most } = kind === GROUND ? BEHIND : CLOTH
    const sorted = Float32Array.from(values).sort()
    const last = sorted.length - 1
    dark[kind] = Math.min(-least.dark, sorted[Math.floor(most.dark * last)] ?? 0)
    light[kind] = Math.max(least.light, sorted[Math.ceil((1 - most.light) * last)] ?? 0)
  }
  return { dark, light }
}

/** The places of those pieces that are shapes and no specks, on cloth no blots. */
function shapesAmong(
  pieces: Cells,
  marks: Uint32Array,
  places: Uint32Array,
  { kindAt, total }: AccentPlaces,
): Uint32Array {
  const unitPx = unitPxOf(pieces)
  const sizes = sizesOf({ ...pieces, of: kindAt, total })
  const boxes = boxesOf(pieces, places)
  const { areas, thick } = areasOf(pieces, marks, places)
  const isKept = (at: number): boolean => {
    const piece = pieces.of[at] as number
    const area = areas[piece] as number
    const { across, down } = sizeOf(boxes, piece)
    const long = Math.max(across, down)
    const isBehind = kindAt[at] === GROUND
    const onCloth = (marks[at] === DARK ? SPECK.long.dark : SPECK.long.light) * unitPx
    const shortestPx = isBehind
      ? SPECK.long.behind * unitPx
      : Math.max(onCloth, CLOSE * Math.sqrt(sizes[kindAt[at] as number] as number))
    if (area < SPECK.area * unitPx ** 2 || long < shortestPx) return false
    if (isBehind) return true
    const isThick = (thick[piece] as number) > FOLD.thick.share * area
    return !isThick && long * (long + 1) >= FOLD.slender * area
  }
  return places.filter(isKept)
}

/** How many places each piece has, and how many of these are far from its sides. */
function areasOf(
  { of, total, widthPx, heightPx }: Cells,
  marks: Uint32Array,
  places: Uint32Array,
): Readonly<Record<'areas' | 'thick', Uint32Array>> {
  const [areas, thick] = [new Uint32Array(total), new Uint32Array(total)]
  const unitPx = unitPxOf({ widthPx, heightPx })
  const [darkPx, lightPx] = [FOLD.thick.dark, FOLD.thick.light].map((reach) =>
    Math.round(reach * unitPx),
  ) as [number, number]
  inParts(places.length, (from, until) => {
    for (let k = from; k < until; k++) {
      const at = places[k] as number
      const piece = of[at] as number
      areas[piece] = (areas[piece] as number) + 1
      const across = marks[at] === DARK ? darkPx : lightPx
      const down = across * widthPx
      const isWithin =
        of[at - across] === piece &&
        of[at + across] === piece &&
        of[at - down] === piece &&
        of[at + down] === piece
      if (isWithin) thick[piece] = (thick[piece] as number) + 1
    }
  })
  return { areas, thick }
}

/** By which share each place of an accent is painted darker, below 0, or lighter: all of a piece alike. */
function depthsOf(
  { of, total }: Cells,
  places: Uint32Array,
  contrast: Float32Array,
  kindAt: Uint32Array,
): Float32Array<ArrayBuffer> {
  const [sums, counts] = [new Float64Array(total), new Uint32Array(total)]
  const by = new Float32Array(of.length)
  inParts(places.length, (from, until) => {
    for (let k = from; k < until; k++) {
      const at = places[k] as number
      const piece = of[at] as number
      sums[piece] = (sums[piece] as number) + (contrast[at] as number)
      counts[piece] = (counts[piece] as number) + 1
    }
  })
  const depths = sums.map((sum, piece) => {
    const own = sum / Math.max(1, counts[piece] as number)
    const { gain, least, most } = own < 0 ? PAINT.dark : PAINT.light
    return Math.sign(own) * Math.min(most, Math.max(least, gain * Math.abs(own)))
  })
  inParts(places.length, (from, until) => {
    for (let k = from; k < until; k++) {
      const at = places[k] as number
      const depth = depths[of[at] as number] as number
      by[at] = kindAt[at] === GROUND ? PAINT.behind * depth : depth
    }
  })
  return by
}
