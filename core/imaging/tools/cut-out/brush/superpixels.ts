import { type OkLab, toOkLab } from '../../../../pixels/oklab.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'

/** Sides of a superpixel, about, px. */
const SIDE_PX = 9
const ROUNDS = 4
/** What a whole side away weighs against colour (OKLab); less follows edges closer. */
const COMPACTNESS = 0.045
/** Smaller pieces than this share of a superpixel go to a neighbour. */
const SCRAP = 0.2

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
  const grid = gridOf(widthPx, heightPx)
  const nearest = gridCells(widthPx, heightPx, grid)
  for (let round = 0; round < ROUNDS; round++) {
    const clusters = clustersOf(nearest, colours, widthPx, grid)
    assign(nearest, colours, clusters, widthPx, heightPx, grid)
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

function okLabOf({ rgba }: Raster): Float32Array {
  const colours = new Float32Array((rgba.length / 4) * 3)
  const lab: OkLab = [0, 0, 0]
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    toOkLab(rgba[from] as number, rgba[from + 1] as number, rgba[from + 2] as number, lab)
    colours[to] = lab[0]
    colours[to + 1] = lab[1]
    colours[to + 2] = lab[2]
  }
  return colours
}

interface Grid {
  readonly across: number
  readonly down: number
  readonly stepX: number
  readonly stepY: number
}

function gridOf(widthPx: number, heightPx: number): Grid {
  const across = Math.max(1, Math.round(widthPx / SIDE_PX))
  const down = Math.max(1, Math.round(heightPx / SIDE_PX))
  return { across, down, stepX: widthPx / across, stepY: heightPx / down }
}

/** Values of a cluster: its colour, its place, and how many pixels it has. */
const VALUES = 6

/** Clusters to begin with: one a cell. */
function gridCells(widthPx: number, heightPx: number, grid: Grid): Int32Array {
  const labels = new Int32Array(widthPx * heightPx)
  for (let y = 0; y < heightPx; y++) {
    const row = Math.floor(y / grid.stepY) * grid.across
    for (let x = 0; x < widthPx; x++) labels[y * widthPx + x] = row + Math.floor(x / grid.stepX)
  }
  return labels
}

function clustersOf(
  labels: Int32Array,
  colours: Float32Array,
  widthPx: number,
  grid: Grid,
): Float64Array {
  const clusters = new Float64Array(grid.across * grid.down * VALUES)
  for (let at = 0; at < labels.length; at++) {
    const to = (labels[at] as number) * VALUES
    const x = at % widthPx
    clusters[to] = (clusters[to] as number) + (colours[at * 3] as number)
    clusters[to + 1] = (clusters[to + 1] as number) + (colours[at * 3 + 1] as number)
    clusters[to + 2] = (clusters[to + 2] as number) + (colours[at * 3 + 2] as number)
    clusters[to + 3] = (clusters[to + 3] as number) + x
    clusters[to + 4] = (clusters[to + 4] as number) + (at - x) / widthPx
    clusters[to + 5] = (clusters[to + 5] as number) + 1
  }
  for (let to = 0; to < clusters.length; to += VALUES) {
    const count = Math.max(1, clusters[to + 5] as number)
    for (let value = 0; value < 5; value++) {
      clusters[to + value] = (clusters[to + value] as number) / count
    }
  }
  return clusters
}

/** The nearest cluster of each pixel, of those of the nine cells about it. */
function assign(
  labels: Int32Array,
  colours: Float32Array,
  clusters: Float64Array,
  widthPx: number,
  heightPx: number,
  { across, down, stepX, stepY }: Grid,
): void {
  const nearness = (COMPACTNESS * COMPACTNESS) / (stepX * stepY)
  for (let y = 0; y < heightPx; y++) {
    const row = Math.floor(y / stepY)
    const [top, bottom] = [Math.max(0, row - 1), Math.min(down - 1, row + 1)]
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x
      const column = Math.floor(x / stepX)
      const [left, right] = [Math.max(0, column - 1), Math.min(across - 1, column + 1)]
      const c0 = colours[at * 3] as number
      const c1 = colours[at * 3 + 1] as number
      const c2 = colours[at * 3 + 2] as number
      let least = Number.POSITIVE_INFINITY
      for (let j = top; j <= bottom; j++) {
        for (let i = left; i <= right; i++) {
          const of = (j * across + i) * VALUES
          const d0 = c0 - (clusters[of] as number)
          const d1 = c1 - (clusters[of + 1] as number)
          const d2 = c2 - (clusters[of + 2] as number)
          const dx = x - (clusters[of + 3] as number)
          const dy = y - (clusters[of + 4] as number)
          const far = d0 * d0 + d1 * d1 + d2 * d2 + (dx * dx + dy * dy) * nearness
          if (far >= least || clusters[of + 5] === 0) continue
          least = far
          labels[at] = j * across + i
        }
      }
    }
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

function stepOf(colours: Float32Array, one: number, other: number): number {
  const d0 = (colours[one * 3] as number) - (colours[other * 3] as number)
  const d1 = (colours[one * 3 + 1] as number) - (colours[other * 3 + 1] as number)
  const d2 = (colours[one * 3 + 2] as number) - (colours[other * 3 + 2] as number)
  return d0 * d0 + d1 * d1 + d2 * d2
}

/** Mean squared step from a pixel to the one a few beside it: what is no edge in this picture. */
function meanStep(colours: Float32Array, widthPx: number): number {
  let sum = 0
  let count = 0
  for (let at = 0; at + 3 < colours.length / 3; at += 2) {
    if (at % widthPx > widthPx - 4) continue
    sum += stepOf(colours, at, at + 3)
    count++
  }
  return Math.max(1e-5, sum / Math.max(1, count))
}
