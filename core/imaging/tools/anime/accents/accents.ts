import { inParts } from '../../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cel } from '../cel.ts'
import type { Cells } from '../cells/cells.ts'
import { boxesOf, sizeOf } from '../cells/piece-boxes.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { type AccentPlaces, GROUND, NONE } from './accent-places.ts'
import { localContrast } from './local-contrast.ts'

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

/** Smaller accents are specks, square thousandths, and so are shorter ones, thousandths, on cloth and behind people. */
const SPECK = { area: 40, long: { cloth: 14, behind: 9 } }
/**
 * A fold is so many times as long as it is wide, and no more than a share of it is thicker than this, thousandths to either
 * side: else it is a blot.
 */
const FOLD = { slender: 2.5, thick: { dark: 6.5, light: 4, share: 0.2 } }

/** How much darker and lighter accents are painted: a share, and at least, OKLab. */
const PAINT = {
  cloth: { dark: 0.14, least: 0.06, light: 0.08 },
  behind: { dark: 0.12, least: 0.05, light: 0.06 },
} as const
/** Nothing is painted darker, OKLab; and of a light accent white takes so much less as there is room. */
const DARKEST = 0.1
const ROOM = 2

/** Small dark and light shapes that give form to what cells leave flat: folds of clothes, leaves, stones. */
export interface Accents extends AccentPlaces {
  /** What each place is: 0 nothing, else {@link DARK} or {@link LIGHT}. */
  readonly of: Uint8Array<ArrayBuffer>
}

/**
 * Finds accents in the light of a picture.
 * @param blur how far the ground is out of focus, 0..1
 */
export function accentsOf(
  env: ToolEnvironment,
  picture: Pick<OkLabPicture, 'lightness' | 'widthPx' | 'heightPx'>,
  places: AccentPlaces,
  { values: blur }: FloatPlane,
): Accents {
  const { widthPx, heightPx } = picture
  const { kindAt } = places
  const contrast = localContrast(env, picture, places)
  inParts(contrast.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (kindAt[at] !== GROUND) continue
      contrast[at] = (contrast[at] as number) * (1 - BLURRED * (blur[at] as number))
    }
  })
  const { marks, found } = marksOf(contrast, places)
  const of = new Uint8Array(kindAt.length)
  const pieces = env.kernels.connectCells({ widthPx, heightPx, of: marks, total: LIGHT + 1 })
  for (const at of shapesAmong(pieces, marks, found, kindAt)) {
    of[at] = marks[at] as number
  }
  giveBack(env, [contrast, marks, pieces.of])
  return { ...places, of }
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
  kindAt: Uint32Array,
): Uint32Array {
  const unitPx = unitPxOf(pieces)
  const boxes = boxesOf(pieces, places)
  const { areas, thick } = areasOf(pieces, marks, places)
  const isKept = (at: number): boolean => {
    const piece = pieces.of[at] as number
    const area = areas[piece] as number
    const { across, down } = sizeOf(boxes, piece)
    const long = Math.max(across, down)
    const isBehind = kindAt[at] === GROUND
    const shortest = isBehind ? SPECK.long.behind : SPECK.long.cloth
    if (area < SPECK.area * unitPx ** 2 || long < shortest * unitPx) return false
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

/**
 * Paints accents on what was painted flat, with no ink about them.
 * @param isFlat whether a cell may have accents: hair, hands and what is drawn anew have none
 */
export function drawAccents(
  cel: Cel,
  { of, kindAt }: Accents,
  isFlat: (cell: number) => boolean,
): void {
  const first = cel.newStrokes(LIGHT)
  const { lightness, a, b } = cel.colours
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const accent = of[at] as number
      if (accent === 0 || !isFlat(cel.cells[at] as number)) continue
      const own = lightness[at] as number
      const { dark, least, light } = kindAt[at] === GROUND ? PAINT.behind : PAINT.cloth
      const painted =
        accent === DARK
          ? Math.max(Math.min(own, DARKEST), own - Math.max(least, own * dark))
          : own + light * Math.min(1, ROOM * (1 - own))
      cel.set(at, first + accent - 1, painted, a[at] as number, b[at] as number)
    }
  })
}
