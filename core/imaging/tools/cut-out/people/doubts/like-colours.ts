import type { Kernels } from '../../../../../kernels/kernels.ts'
import { meanIn, unsureIn } from '../../../../../pixels/pieces.ts'
import { createFloatPlane } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import type { HeadPlace } from '../heads/head-place.ts'
import { weightOfBodies } from '../looks/body-votes.ts'
import { deepPieces } from '../measures/deep-pieces.ts'

/** Between these the looks disagree about a pixel. */
const UNSURE = { from: 0.2, until: 0.85 } as const
/** Colours are learnt from what all looks agree on. */
const SURE = { person: 0.92, behind: 0.08 } as const
/** Against the people's own area, and in shares of the longer side: a piece less large or deep is an edge. */
const AREA = 0.006
const DEEP = 0.009
/** On average a piece is at least so much of a person; what is less was only glanced at. */
const HALF = 0.5
/** What is less than this anyway is nobody's. */
const DOUBTED = 0.4
/**
 * The logarithm of how much likelier its colours are the people's, on average, from which on a piece
 * is theirs: of those on 107 true masks that reached it, none lost by it.
 */
const LIKE = 1.6
/** What one pixel's colour may say, and what it counts against the looks. */
const COLOUR_MAX = 3
const WEIGHT = 1.5
/** Over this, colours are averaged, px. */
const ABOUT_PX = 6
/** Bits of each channel that tell colours apart. */
const BITS = 4
const BINS = 1 << (3 * BITS)

/**
 * Raises, in place, large parts that the looks do not agree on where they have the colours of the
 * people and none of those behind them: half a black jacket that a network of selfies doubts.
 */
export function raiseLikeColoured(kernels: Kernels, overview: Raster, mask: FloatPlane): void {
  const { values, widthPx, heightPx } = mask
  const { unsure, area } = unsureIn(mask, UNSURE)
  const deepPx = DEEP * Math.max(widthPx, heightPx)
  const large = deepPieces(mask, unsure, { areaPx: area * AREA, deepPx }).filter(
    (pixels) => meanIn(values, pixels) > HALF,
  )
  if (large.length === 0) return
  const evidenceOf = evidenceIn(overview, mask)
  for (const pixels of large) {
    if (meanOf(pixels, evidenceOf) > LIKE) weigh(kernels, mask, pixels, evidenceOf, 1)
  }
}

/** The same from which on a piece is what lies behind, and the largest that is one thing, against the people's area. */
const UNLIKE = -1.3
const GAP = 0.06
/** The second network counts so much in the mean where people are seen whole. */
const WHOLE = 0.2
/** What the second network gives to somebody by more on average is somebody's, whatever its colours. */
const GIVEN = 0.65
/** Its middle is so far from a head's, in its sizes: hats and hair have colours of their own. */
const FROM_HEAD = 1.7

/**
 * Lowers, in place, what the looks do not agree on, of people seen whole, where it has the colours of what lies behind
 * them and none of theirs: a gap between legs, or beside an arm.
 * @param votes of the second network, under 0 where it said nothing
 */
export function lowerUnlikeColoured(
  kernels: Kernels,
  overview: Raster,
  mask: FloatPlane,
  votes: FloatPlane,
  heads: readonly HeadPlace[],
): void {
  if (weightOfBodies(mask, heads) < WHOLE) return
  const { values, widthPx, heightPx } = mask
  const { unsure, area } = unsureIn(mask, UNSURE)
  const deepPx = DEEP * Math.max(widthPx, heightPx)
  const doubted = deepPieces(mask, unsure, { areaPx: area * AREA, deepPx }).filter(
    (pixels) =>
      pixels.length < area * GAP &&
      meanIn(values, pixels) > DOUBTED &&
      meanIn(votes.values, pixels) < GIVEN &&
      !isAtHead(pixels, widthPx, heads),
  )
  if (doubted.length === 0) return
  const evidenceOf = evidenceIn(overview, mask)
  for (const pixels of doubted) {
    if (meanOf(pixels, evidenceOf) < UNLIKE) weigh(kernels, mask, pixels, evidenceOf, -1)
  }
}

/** Whether the middle of a piece lies about a head. */
function isAtHead(pixels: Int32Array, widthPx: number, heads: readonly HeadPlace[]): boolean {
  const x = meanOf(pixels, (at) => at % widthPx)
  const y = meanOf(pixels, (at) => Math.floor(at / widthPx))
  return heads.some((head) => Math.hypot(x - head.x, y - head.y) < FROM_HEAD * head.size)
}

function meanOf(pixels: Int32Array, measure: (at: number) => number): number {
  return pixels.reduce((sum, at) => sum + measure(at), 0) / pixels.length
}

/** For a pixel the logarithm of how much likelier its colour is the people's than behind them. */
function evidenceIn({ rgba }: Raster, { values, widthPx }: FloatPlane): (at: number) => number {
  const [inside, behind] = [new Uint32Array(BINS), new Uint32Array(BINS)]
  for (let from = 0; from < values.length; from += widthPx) {
    countRow(rgba, values, { inside, behind }, from, from + widthPx)
  }
  const [insidePx, behindPx] = [1 + sumOf(inside), 1 + sumOf(behind)]
  return (at) => {
    const bin = binAt(rgba, at)
    const own = ((inside[bin] as number) + 0.5) * behindPx
    const ratio = own / (((behind[bin] as number) + 0.5) * insidePx)
    return Math.min(COLOUR_MAX, Math.max(-COLOUR_MAX, Math.log(ratio)))
  }
}

const sumOf = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0)

/** Counts the colours of a row. A function of its own: it is compiled after some rows. */
function countRow(
  rgba: Raster['rgba'],
  values: Float32Array,
  { inside, behind }: Readonly<Record<'inside' | 'behind', Uint32Array>>,
  from: number,
  until: number,
): void {
  for (let at = from; at < until; at++) {
    const value = values[at] as number
    if (value >= SURE.behind && value <= SURE.person) continue
    const counts = value > SURE.person ? inside : behind
    const bin = binAt(rgba, at)
    counts[bin] = (counts[bin] as number) + 1
  }
}

/** The number of a pixel's colour. */
function binAt(rgba: Raster['rgba'], at: number): number {
  const from = at * 4
  const red = (rgba[from] as number) >> (8 - BITS)
  const green = (rgba[from + 1] as number) >> (8 - BITS)
  const blue = (rgba[from + 2] as number) >> (8 - BITS)
  return (((red << BITS) | green) << BITS) | blue
}

/** Adds what colours say, averaged about each pixel, to what the looks say, where it is of one sign. */
function weigh(
  kernels: Kernels,
  mask: FloatPlane,
  pixels: Int32Array,
  evidenceOf: (at: number) => number,
  sign: 1 | -1,
): void {
  const evidence = createFloatPlane(mask.widthPx, mask.heightPx)
  const own = createFloatPlane(mask.widthPx, mask.heightPx)
  for (const at of pixels) {
    evidence.values[at] = evidenceOf(at)
    own.values[at] = 1
  }
  const sums = kernels.gaussian(evidence, ABOUT_PX).values
  const weights = kernels.gaussian(own, ABOUT_PX).values
  for (const at of pixels) {
    const said = (WEIGHT * (sums[at] as number)) / Math.max(0.01, weights[at] as number)
    const odds = ((mask.values[at] as number) / (1 - (mask.values[at] as number))) * Math.exp(said)
    if (said * sign > 0) mask.values[at] = odds / (1 + odds)
  }
}
