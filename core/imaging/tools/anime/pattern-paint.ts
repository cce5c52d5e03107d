import type { Kernels } from '../../../kernels/kernels.ts'
import { withValues } from '../../../pixels/with-values.ts'
import type { Cel } from './cel.ts'
import { type Cells, sizesOf, withoutSpecks } from './cells.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** A pattern is painted in so many colours at most, and none is nearer to another than this, OKLab. */
const COLOURS = { most: 6, apart: 0.09 }
/** So many pixels are looked at to find them, and how often these are moved. */
const LOOKED = 2000
const ROUNDS = 4
/** Smaller pieces go to what is about them, square thousandths. */
const SPECK = 9
/** How far ink steps back from a pattern: a checked shirt would be a net. */
const BARE = 0.9

/** Cloth with a pattern, which is painted as it is, in few colours. */
export interface Patterns {
  /** Pixels on it, and the piece that each belongs to. */
  readonly places: Uint32Array
  readonly pieces: Uint32Array
  readonly total: number
}

/**
 * Cuts cloth with a pattern into pieces of few colours, pixel by pixel, as squares and flowers that are finer
 * than a cell would be blots, and paints them, in place.
 * @param colours which are written on
 * @param fine what is seen
 * @param garmentAt the number of the pattern at each pixel; 0 for none
 */
export function paintPatterns(
  kernels: Kernels,
  colours: OkLabPicture,
  fine: OkLabPicture,
  garmentAt: Uint32Array,
): Patterns | null {
  const byGarment = placesByGarment(garmentAt)
  if (byGarment.length === 0) return null
  const { widthPx, heightPx } = fine
  const of = new Uint32Array(garmentAt.length)
  const found: Colour[] = []
  for (const places of byGarment) {
    const own = coloursOf(fine, places)
    for (let k = 0; k < places.length; k++) {
      const at = places[k] as number
      of[at] = 1 + found.length + nearest(own, fine, at)
    }
    found.push(...own)
  }
  const pieces = kernels.connectCells({ widthPx, heightPx, of, total: found.length + 1 })
  const leastPx = SPECK * unitPxOf(fine) ** 2
  const calm = withoutSpecks(kernels, pieces, (at) => (of[at] === 0 ? 0 : leastPx))
  const colourOf = coloursOfPieces(pieces, calm, of)
  const places = concatenated(byGarment)
  const pieceAt = new Uint32Array(places.length)
  for (let k = 0; k < places.length; k++) {
    const at = places[k] as number
    pieceAt[k] = calm.of[at] as number
    const colour = found[(colourOf[calm.of[at] as number] as number) - 1]
    if (colour === undefined) continue
    colours.lightness[at] = colour[0]
    colours.a[at] = colour[1]
    colours.b[at] = colour[2]
  }
  return { places, pieces: pieceAt, total: calm.total }
}

/** Pixels of each garment that has a pattern. */
function placesByGarment(garmentAt: Uint32Array): readonly Uint32Array[] {
  const counts = new Map<number, number>()
  for (let at = 0; at < garmentAt.length; at++) {
    const garment = garmentAt[at] as number
    if (garment !== 0) counts.set(garment, (counts.get(garment) ?? 0) + 1)
  }
  return [...counts].map(([garment, count]) => {
    const places = new Uint32Array(count)
    for (let at = 0, k = 0; k < count; at++) if (garmentAt[at] === garment) places[k++] = at
    return places
  })
}

function concatenated(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let from = 0
  for (const part of parts) {
    whole.set(part, from)
    from += part.length
  }
  return whole
}

type Colour = [lightness: number, a: number, b: number]

/** The number of each piece's colour: that of the largest of those that came together in it. */
function coloursOfPieces(pieces: Cells, calm: Cells, of: Uint32Array): Uint32Array {
  const sizes = sizesOf(pieces)
  const [colour, most] = [new Uint32Array(calm.total), new Uint32Array(calm.total)]
  for (let at = 0; at < of.length; at++) {
    const piece = calm.of[at] as number
    const size = sizes[pieces.of[at] as number] as number
    if (of[at] === 0 || size <= (most[piece] as number)) continue
    most[piece] = size
    colour[piece] = of[at] as number
  }
  return colour
}

const away = ({ lightness, a, b }: OkLabPicture, at: number, [l, ca, cb]: Colour): number => {
  const dl = (lightness[at] as number) - l
  const da = (a[at] as number) - ca
  const db = (b[at] as number) - cb
  return dl * dl + 2 * (da * da + db * db)
}

function nearest(colours: readonly Colour[], fine: OkLabPicture, at: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  for (let k = 0; k < colours.length; k++) {
    const apart = away(fine, at, colours[k] as Colour)
    if (apart < least) [best, least] = [k, apart]
  }
  return best
}

/** The colours of a pattern: each begins as the one that is farthest from all before, then they are moved to their means. */
function coloursOf(fine: OkLabPicture, all: Uint32Array): Colour[] {
  const every = Math.ceil(all.length / LOOKED)
  const count = Math.ceil(all.length / every)
  const places = withValues(new Uint32Array(count), (k) => all[k * every] as number)
  const at = (place: number): Colour => [
    fine.lightness[place] as number,
    fine.a[place] as number,
    fine.b[place] as number,
  ]
  let colours = moved([[0, 0, 0]], places, fine)
  for (let more = 1; more < COLOURS.most; more++) {
    const far = withValues(new Float32Array(count), (k) => {
      const place = places[k] as number
      return away(fine, place, colours[nearest(colours, fine, place)] as Colour)
    })
    // The very farthest is noise.
    const wanted = far.slice().sort()[count - 1 - Math.floor(count * 0.03)] ?? 0
    if (wanted < COLOURS.apart ** 2) break
    const place = places[far.indexOf(wanted)]
    if (place === undefined) break
    colours.push(at(place))
    for (let round = 0; round < ROUNDS; round++) colours = moved(colours, places, fine)
  }
  return colours
}

/** Each colour as the mean of the places that are nearest to it; one that is nearest to none goes. */
function moved(colours: readonly Colour[], places: Uint32Array, fine: OkLabPicture): Colour[] {
  const sums = new Float64Array(4 * colours.length)
  for (let k = 0; k < places.length; k++) {
    const place = places[k] as number
    const to = 4 * nearest(colours, fine, place)
    sums[to] = (sums[to] as number) + (fine.lightness[place] as number)
    sums[to + 1] = (sums[to + 1] as number) + (fine.a[place] as number)
    sums[to + 2] = (sums[to + 2] as number) + (fine.b[place] as number)
    sums[to + 3] = (sums[to + 3] as number) + 1
  }
  return colours.flatMap((_, k): Colour[] => {
    const [l = 0, a = 0, b = 0, count = 0] = sums.subarray(4 * k, 4 * k + 4)
    return count === 0 ? [] : [[l / count, a / count, b / count]]
  })
}

/** What patterns were painted in, by their places, to be drawn again when borders are smooth. */
export interface KeptPatterns extends Patterns {
  readonly lightness: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
}

export function keptOf(patterns: Patterns, { lightness, a, b }: OkLabPicture): KeptPatterns {
  const of = (plane: Float32Array) =>
    withValues(
      new Float32Array(patterns.places.length),
      (k) => plane[patterns.places[k] as number] as number,
    )
  return { ...patterns, lightness: of(lightness), a: of(a), b: of(b) }
}

/**
 * Draws patterns over the cells of their cloth: the brush that draws borders would have made blots of them.
 * @param isCloth whether a cell is cloth on which a pattern may be
 */
export function drawPatterns(
  cel: Cel,
  { places, pieces, total, lightness, a, b }: KeptPatterns,
  isCloth: (cell: number) => boolean,
): void {
  const first = cel.newCells(total)
  for (let k = 0; k < places.length; k++) {
    const at = places[k] as number
    if (!isCloth(cel.cells[at] as number)) continue
    cel.set(
      at,
      first + (pieces[k] as number),
      lightness[k] as number,
      a[k] as number,
      b[k] as number,
    )
    cel.bare[at] = Math.max(cel.bare[at] as number, BARE)
  }
}
