import type { Raster } from '../../../../pixels/raster.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import {
  fillSquares,
  gridOf,
  meanStep,
  okLabOf,
  regroup,
  stepOf,
} from '../people/taken-along/like-coloured-cells.ts'

/** Sides of a superpixel, about, px. */
const SIDE_PX = 9
const ROUNDS = 4
/** Smaller pieces than this share of a superpixel go to a neighbour. */
const SCRAP = 0.2

/** What a pixel of border costs at an edge. */
const EDGE = 0.56

/** A picture in some thousand small pieces of like colour, and how strongly neighbours hold together. */
export interface Superpixels {
  readonly widthPx: number
  readonly heightPx: number
  /** The piece of each pixel. */
  readonly labels: Int32Array
  readonly count: number
  /** Pixels of each piece. */
  readonly sizes: Int32Array
  /** Mean OKLab colour of each piece, three values each. */
  readonly colours: Float32Array
  readonly borders: readonly Border[]
}

/** Where two pieces meet. */
export interface Border {
  readonly one: number
  readonly other: number
  /** Pixels that it is long. */
  readonly length: number
  /** Mean over it of how alike the pixels on its two sides are: 1 alike, 0 at an edge. */
  readonly likeness: number
}

/** Cuts a picture into superpixels by colour and place (SLIC, Achanta et al. 2012). */
export async function superpixelsOf(env: ToolEnvironment, picture: Raster): Promise<Superpixels> {
  const { widthPx, heightPx } = picture
  const colours = okLabOf(picture)
  const grid = gridOf(widthPx, heightPx, SIDE_PX)
  const nearest = new Int32Array(widthPx * heightPx)
  fillSquares(nearest, widthPx, grid)
  const pixels = withValues(new Int32Array(nearest.length), (at) => at)
  for (let round = 0; round < ROUNDS; round++) {
    regroup(nearest, colours, widthPx, grid, pixels)
    await env.checkpoint()
  }
  const of = new Uint32Array(nearest)
  const pieces = env.kernels.connectCells({ widthPx, heightPx, of, total: grid.across * grid.down })
  const whole = { labels: new Int32Array(pieces.of), count: pieces.total }
  const { labels, count } = withoutScraps(whole, colours, widthPx)
  return {
    widthPx,
    heightPx,
    labels,
    count,
    ...meansOf(labels, count, colours),
    borders: bordersOf(labels, count, colours, widthPx, heightPx),
  }
}

interface Labelled {
  readonly labels: Int32Array
  readonly count: number
}

function eachBeside(
  at: number,
  widthPx: number,
  length: number,
  visit: (beside: number) => void,
): void {
  const x = at % widthPx
  if (x > 0) visit(at - 1)
  if (x < widthPx - 1) visit(at + 1)
  if (at >= widthPx) visit(at - widthPx)
  if (at + widthPx < length) visit(at + widthPx)
}

/** Without scraps: each is given to the piece beside it whose colour is most like its own. */
function withoutScraps(pieces: Labelled, colours: Float32Array, widthPx: number): Labelled {
  const { labels, count } = pieces
  const means = meansOf(labels, count, colours)
  const isScrap = (piece: number) => (means.sizes[piece] as number) < SIDE_PX * SIDE_PX * SCRAP
  const least = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  const goesTo = Int32Array.from({ length: count }, (_, piece) => piece)
  labels.forEach((piece, at) => {
    if (!isScrap(piece)) return
    eachBeside(at, widthPx, labels.length, (beside) => {
      const other = labels[beside] as number
      if (other === piece || isScrap(other)) return
      const apart = stepOf(means.colours, piece, other)
      if (apart >= (least[piece] as number)) return
      least[piece] = apart
      goesTo[piece] = other
    })
  })
  const numbers = new Int32Array(count).fill(-1)
  let kept = 0
  const numbered = labels.map((piece) => {
    const own = goesTo[piece] as number
    if (numbers[own] === -1) numbers[own] = kept++
    return numbers[own] as number
  })
  return { labels: numbered, count: kept }
}

function meansOf(labels: Int32Array, count: number, colours: Float32Array) {
  const sizes = new Int32Array(count)
  const sums = new Float64Array(count * 3)
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at] as number
    sizes[label] = (sizes[label] as number) + 1
    for (let c = 0; c < 3; c++) {
      sums[label * 3 + c] = (sums[label * 3 + c] as number) + (colours[at * 3 + c] as number)
    }
  }
  const means = Float32Array.from(sums, (sum, at) => sum / (sizes[Math.floor(at / 3)] as number))
  return { sizes, colours: means }
}

interface Meeting {
  length: number
  likeness: number
}

function bordersOf(
  labels: Int32Array,
  count: number,
  colours: Float32Array,
  widthPx: number,
  heightPx: number,
): readonly Border[] {
  const sharpness = 1 / (2 * meanStep(colours, widthPx))
  const meetings = new Map<number, Meeting>()
  const meet = (at: number, beside: number, reach: number) => {
    const [a, b] = [labels[at] as number, labels[beside] as number]
    if (a === b) return
    // Blurred edges are wider than a pixel: what lies one further counts as well.
    const step = Math.max(stepOf(colours, at, beside), stepOf(colours, at - reach, beside + reach))
    const key = Math.min(a, b) * count + Math.max(a, b)
    const meeting = meetings.get(key) ?? { length: 0, likeness: 0 }
    meeting.length += 1
    meeting.likeness += Math.exp(-step * sharpness)
    meetings.set(key, meeting)
  }
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x
      if (x + 1 < widthPx) meet(at, at + 1, x > 0 && x + 2 < widthPx ? 1 : 0)
      if (y + 1 < heightPx) meet(at, at + widthPx, y > 0 && y + 2 < heightPx ? widthPx : 0)
    }
  }
  return [...meetings].map(([key, { length, likeness }]) => ({
    one: Math.floor(key / count),
    other: key % count,
    length,
    likeness: likeness / length,
  }))
}

/**
 * What it costs to part two pieces.
 * @param alike what a pixel of their border costs where both its sides are alike
 */
export const weightOf = ({ length, likeness }: Border, alike: number): number =>
  length * (EDGE + alike * likeness)

/** 1 for each piece at the picture's rim. */
export function atRimOf({ widthPx, heightPx, labels, count }: Superpixels): Uint8Array {
  const rim = new Uint8Array(count)
  const take = (at: number) => {
    rim[labels[at] as number] = 1
  }
  for (let x = 0; x < widthPx; x++) {
    take(x)
    take((heightPx - 1) * widthPx + x)
  }
  for (let y = 0; y < heightPx; y++) {
    take(y * widthPx)
    take((y + 1) * widthPx - 1)
  }
  return rim
}
