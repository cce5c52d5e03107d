import type { Kernels } from '../../../../kernels/kernels.ts'
import { concatenated } from '../../../../pixels/concatenated.ts'
import type { Cel } from '../cel.ts'
import type { Cells } from '../cells/cells.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import type { Cloth } from './cloth.ts'
import type { ClothSeen } from './cloth-seen.ts'

/**
 * A pattern is painted in so many colours at most, and none is nearer to another than this, OKLab; how often these
 * are moved, and how many of the pixels that are farthest from all are noise.
 */
const COLOURS = { most: 6, apart: 0.09, rounds: 4, noise: 0.03 }
/** So many pixels are looked at to find them, at most. */
const LOOKED = 2000
/** Smaller pieces go to what is about them, square thousandths; where texture is the pattern, only what is noise. */
const SPECK = { usual: 9, textured: 2 }
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
 * @param seen smoothed a little, and not at all, as texture is painted
 * @param cloth the number of the pattern at each pixel, 0 for none, and 1 for each that has texture, by its number
 */
export function paintPatterns(
  kernels: Kernels,
  colours: OkLabPicture,
  { fine, unsmoothed }: Pick<ClothSeen, 'fine' | 'unsmoothed'>,
  { patternAt, isTextured }: Pick<Cloth, 'patternAt' | 'isTextured'>,
): Patterns | null {
  const byGarment = placesByGarment(patternAt)
  if (byGarment.length === 0) return null
  const { widthPx, heightPx } = fine
  const of = new Uint32Array(patternAt.length)
  const found: Float64Array[] = []
  let total = 1
  for (const places of byGarment) {
    const isOwn = isTextured[patternAt[places[0] as number] as number] === 1
    const own = kernels.fewColours(isOwn ? unsmoothed : fine, places, lookedOf(places), COLOURS)
    for (let k = 0; k < places.length; k++) {
      of[places[k] as number] = total + (own.numbers[k] as number)
    }
    found.push(own.colours)
    total += own.colours.length / 3
  }
  const palette = concatenated(found, Float64Array)
  const pieces = kernels.connectCells({ widthPx, heightPx, of, total })
  const places = concatenated(byGarment, Uint32Array)
  const leastPx = new Float64Array(pieces.total)
  const square = unitPxOf(fine) ** 2
  for (const at of places) {
    const isOwn = isTextured[patternAt[at] as number] === 1
    leastPx[pieces.of[at] as number] = (isOwn ? SPECK.textured : SPECK.usual) * square
  }
  const calm = kernels.dropSpecks(pieces, leastPx)
  const colourOf = coloursOfPieces(pieces, calm, of, places)
  const pieceAt = new Uint32Array(places.length)
  for (let k = 0; k < places.length; k++) {
    const at = places[k] as number
    const piece = calm.of[at] as number
    pieceAt[k] = piece
    const colour = colourOf[piece] as number
    if (colour === 0) continue
    const from = 3 * (colour - 1)
    colours.lightness[at] = palette[from] as number
    colours.a[at] = palette[from + 1] as number
    colours.b[at] = palette[from + 2] as number
  }
  return { places, pieces: pieceAt, total: calm.total }
}

/**
 * Pixels of a garment that tell its colours, scattered. Each is chosen by where it lies and not by its turn: else one
 * pixel more at the top of a garment would change them all, and its colours with them.
 */
function lookedOf(places: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const bits = Math.max(0, Math.ceil(Math.log2(places.length / LOOKED)))
  const looked = places.filter((at) => scattered(at) % 2 ** bits === 0)
  return looked.length > 0 ? looked : places
}

/** A number from 0 to 2^24 for each place, as good as by chance (Knuth's multiplicative hash). */
const scattered = (at: number): number => Math.imul(at, 0x9e37_79b1) >>> 8

/** Pixels of each garment that has a pattern, in the order in which these begin. */
function placesByGarment(garmentAt: Uint32Array): readonly Uint32Array<ArrayBuffer>[] {
  const runs = runsOf(garmentAt)
  const total = runs.garments.reduce((most, garment) => Math.max(most, garment), 0) + 1
  const counts = new Uint32Array(total)
  for (let run = 0; run < runs.garments.length; run++) {
    const garment = runs.garments[run] as number
    counts[garment] = (counts[garment] as number) + (runs.lengths[run] as number)
  }
  const filled = new Uint32Array(total)
  const byGarment = new Map<number, Uint32Array<ArrayBuffer>>()
  for (let run = 0; run < runs.garments.length; run++) {
    const garment = runs.garments[run] as number
    const places = byGarment.get(garment) ?? new Uint32Array(counts[garment] as number)
    byGarment.set(garment, places)
    const [start, length] = [runs.starts[run] as number, runs.lengths[run] as number]
    let to = filled[garment] as number
    for (let at = start; at < start + length; at++) places[to++] = at
    filled[garment] = to
  }
  return [...byGarment.values()]
}

/** Where pixels of one garment follow each other. */
function runsOf(garmentAt: Uint32Array) {
  const [garments, starts, lengths]: [number[], number[], number[]] = [[], [], []]
  let at = 0
  while (at < garmentAt.length) {
    const garment = garmentAt[at] as number
    const start = at
    at = endOfRun(garmentAt, start)
    if (garment === 0) continue
    garments.push(garment)
    starts.push(start)
    lengths.push(at - start)
  }
  return { garments, starts, lengths }
}

function endOfRun(garmentAt: Uint32Array, start: number): number {
  const garment = garmentAt[start]
  let at = start + 1
  while (at < garmentAt.length && garmentAt[at] === garment) at++
  return at
}

/** One more than the number of each piece's colour: that of the largest of those that came together in it. */
function coloursOfPieces(
  pieces: Cells,
  calm: Cells,
  of: Uint32Array,
  places: Uint32Array,
): Uint32Array {
  const { total } = pieces
  const [sizes, own, goes] = [
    new Uint32Array(total),
    new Uint32Array(total),
    new Uint32Array(total),
  ]
  for (let k = 0; k < places.length; k++) {
    const at = places[k] as number
    const piece = pieces.of[at] as number
    sizes[piece] = (sizes[piece] as number) + 1
    own[piece] = of[at] as number
    goes[piece] = calm.of[at] as number
  }
  const [colour, most] = [new Uint32Array(calm.total), new Uint32Array(calm.total)]
  for (let piece = 0; piece < total; piece++) {
    const size = sizes[piece] as number
    const to = goes[piece] as number
    if (size <= (most[to] as number)) continue
    most[to] = size
    colour[to] = own[piece] as number
  }
  return colour
}

/** What patterns were painted in, by their places, to be drawn again when borders are smooth. */
export interface KeptPatterns extends Patterns {
  readonly lightness: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
}

export function keptOf(patterns: Patterns, { lightness, a, b }: OkLabPicture): KeptPatterns {
  const { places } = patterns
  return {
    ...patterns,
    lightness: valuesAt(places, lightness),
    a: valuesAt(places, a),
    b: valuesAt(places, b),
  }
}

function valuesAt(places: Uint32Array, plane: Float32Array): Float32Array {
  const values = new Float32Array(places.length)
  for (let k = 0; k < places.length; k++) values[k] = plane[places[k] as number] as number
  return values
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
