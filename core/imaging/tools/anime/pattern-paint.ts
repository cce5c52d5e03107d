import type { Kernels } from '../../../kernels/kernels.ts'
import type { Cel } from './cel.ts'
import { type Cells, sizesOf, withoutSpecks } from './cells.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** A pattern is painted in so many colours at most, and none is nearer to another than this, OKLab. */
const COLOURS = { most: 6, apart: 0.09 }
/** So many pixels are looked at to find them, and how often these are moved. */
const LOOKED = 6000
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
  const byGarment = new Map<number, number[]>()
  for (let at = 0; at < garmentAt.length; at++) {
    const garment = garmentAt[at] as number
    if (garment === 0) continue
    const known = byGarment.get(garment)
    if (known === undefined) byGarment.set(garment, [at])
    else known.push(at)
  }
  if (byGarment.size === 0) return null
  const { widthPx, heightPx } = fine
  const of = new Uint32Array(garmentAt.length)
  const found: Colour[] = []
  for (const places of byGarment.values()) {
    const own = coloursOf(fine, places)
    for (const at of places) of[at] = 1 + found.length + nearest(own, fine, at)
    found.push(...own)
  }
  const pieces = kernels.connectCells({ widthPx, heightPx, of, total: found.length + 1 })
  const leastPx = SPECK * unitPxOf(fine) ** 2
  const calm = withoutSpecks(kernels, pieces, (at) => (of[at] === 0 ? 0 : leastPx))
  const colourOf = coloursOfPieces(pieces, calm, of)
  const places = Uint32Array.from([...byGarment.values()].flat())
  for (const at of places) {
    const colour = found[(colourOf[calm.of[at] as number] as number) - 1]
    if (colour === undefined) continue
    colours.lightness[at] = colour[0]
    colours.a[at] = colour[1]
    colours.b[at] = colour[2]
  }
  return { places, pieces: places.map((at) => calm.of[at] as number), total: calm.total }
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
function coloursOf(fine: OkLabPicture, all: readonly number[]): Colour[] {
  const every = Math.ceil(all.length / LOOKED)
  const places = all.filter((_, k) => k % every === 0)
  const at = (place: number): Colour => [
    fine.lightness[place] as number,
    fine.a[place] as number,
    fine.b[place] as number,
  ]
  let colours: Colour[] = [meanOf(places.map(at))]
  while (colours.length < COLOURS.most) {
    const far = places.map((place) =>
      away(fine, place, colours[nearest(colours, fine, place)] as Colour),
    )
    const order = far.slice().sort((p, q) => q - p)
    // The very farthest is noise.
    const wanted = order[Math.floor(order.length * 0.03)] ?? 0
    if (wanted < COLOURS.apart ** 2) break
    const place = places[far.indexOf(wanted)]
    if (place === undefined) break
    colours.push(at(place))
    for (let round = 0; round < ROUNDS; round++) colours = moved(colours, places, fine, at)
  }
  return colours
}

function moved(
  colours: readonly Colour[],
  places: readonly number[],
  fine: OkLabPicture,
  at: (place: number) => Colour,
): Colour[] {
  const groups = colours.map((): Colour[] => [])
  for (const place of places) groups[nearest(colours, fine, place)]?.push(at(place))
  return groups.flatMap((group) => (group.length === 0 ? [] : [meanOf(group)]))
}

function meanOf(group: readonly Colour[]): Colour {
  const sum: Colour = [0, 0, 0]
  for (const [l, a, b] of group) {
    sum[0] += l
    sum[1] += a
    sum[2] += b
  }
  const count = Math.max(1, group.length)
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}

/** What patterns were painted in, by their places, to be drawn again when borders are smooth. */
export interface KeptPatterns extends Patterns {
  readonly lightness: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
}

export function keptOf(patterns: Patterns, { lightness, a, b }: OkLabPicture): KeptPatterns {
  const of = (plane: Float32Array) =>
    Float32Array.from(patterns.places, (at) => plane[at] as number)
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
