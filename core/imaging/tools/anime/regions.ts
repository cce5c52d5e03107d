import type { OkLabPicture } from './study.ts'

export interface RegionSettings {
  /** Larger joins more: the colour difference a region of one pixel bears, in OKLab. */
  readonly scale: number
  /** Regions smaller than this join their most similar neighbour. */
  readonly minPx: number
  /** Share of the light's fall-off within a region that is kept as soft shade, 0..1. */
  readonly shade: number
}

/** Colour differences count for more than lightness: a shadow on a wall is still the wall. */
const CHROMA_WEIGHT = 1.6
const DIFFERENCE_STEPS = 4096
const STEPS_PER_UNIT = 8000

/**
 * Paints each region of like colour flat, with at most an even fall-off of light across it, as a cel
 * is painted.
 */
export function paintFlat(picture: OkLabPicture, settings: RegionSettings): OkLabPicture {
  const regions = rounded(picture, numbered(regionsOf(picture, settings)))
  return filled(picture, regions, settings.shade)
}

/**
 * Efficient graph-based segmentation (Felzenszwalb & Huttenlocher 2004): neighbours join in the
 * order of their difference, unless it is large against what lies within either region.
 * @returns the number of one of its pixels for every pixel
 */
function regionsOf(picture: OkLabPicture, { scale, minPx }: RegionSettings): Int32Array {
  const { widthPx, heightPx } = picture
  const count = widthPx * heightPx
  const { order, difference } = sortedEdges(picture)
  const forest = new Forest(count)
  const within = new Float32Array(count)
  for (const edge of order) {
    const one = forest.root(edge >> 1)
    const other = forest.root(neighbourOf(edge, widthPx))
    if (one === other) continue
    const step = difference[edge] as number
    const allowed = Math.min(
      (within[one] as number) + scale / forest.size(one),
      (within[other] as number) + scale / forest.size(other),
    )
    if (step <= allowed) within[forest.join(one, other)] = step
  }
  for (const edge of order) {
    const one = forest.root(edge >> 1)
    const other = forest.root(neighbourOf(edge, widthPx))
    if (one === other) continue
    if (forest.size(one) < minPx || forest.size(other) < minPx) forest.join(one, other)
  }
  return Int32Array.from({ length: count }, (_, at) => forest.root(at))
}

/** Edge `2 i` leads from pixel `i` to the right, `2 i + 1` down. */
const neighbourOf = (edge: number, widthPx: number): number =>
  (edge >> 1) + ((edge & 1) === 1 ? widthPx : 1)

/** All edges between neighbours by their difference, sorted by counting. */
function sortedEdges(picture: OkLabPicture): { order: Uint32Array; difference: Float32Array } {
  const { widthPx, heightPx } = picture
  const count = widthPx * heightPx
  const difference = new Float32Array(count * 2).fill(-1)
  const starts = new Uint32Array(DIFFERENCE_STEPS + 1)
  const stepOf = (value: number) => Math.min(DIFFERENCE_STEPS - 1, (value * STEPS_PER_UNIT) | 0)
  const note = (edge: number, from: number, to: number) => {
    const value = colourDistance(picture, from, to)
    difference[edge] = value
    starts[stepOf(value) + 1] = (starts[stepOf(value) + 1] as number) + 1
  }
  for (let at = 0; at < count; at++) {
    if ((at + 1) % widthPx !== 0) note(at * 2, at, at + 1)
    if (at + widthPx < count) note(at * 2 + 1, at, at + widthPx)
  }
  for (let step = 1; step <= DIFFERENCE_STEPS; step++) {
    starts[step] = (starts[step] as number) + (starts[step - 1] as number)
  }
  const order = new Uint32Array(starts[DIFFERENCE_STEPS] as number)
  for (let edge = 0; edge < difference.length; edge++) {
    const value = difference[edge] as number
    if (value < 0) continue
    const step = stepOf(value)
    order[starts[step] as number] = edge
    starts[step] = (starts[step] as number) + 1
  }
  return { order, difference }
}

function colourDistance({ lightness, a, b }: OkLabPicture, one: number, other: number): number {
  const dl = (lightness[one] as number) - (lightness[other] as number)
  const da = ((a[one] as number) - (a[other] as number)) * CHROMA_WEIGHT
  const db = ((b[one] as number) - (b[other] as number)) * CHROMA_WEIGHT
  return Math.sqrt(dl * dl + da * da + db * db)
}

/** Disjoint sets with path halving. */
class Forest {
  readonly #parent: Int32Array
  readonly #size: Int32Array

  constructor(count: number) {
    this.#parent = Int32Array.from({ length: count }, (_, at) => at)
    this.#size = new Int32Array(count).fill(1)
  }

  root(at: number): number {
    const parent = this.#parent
    let here = at
    while (parent[here] !== here) {
      const above = parent[parent[here] as number] as number
      parent[here] = above
      here = above
    }
    return here
  }

  size(root: number): number {
    return this.#size[root] as number
  }

  /** Joins two roots and answers the root of both. */
  join(one: number, other: number): number {
    const [large, small] = this.size(one) >= this.size(other) ? [one, other] : [other, one]
    this.#parent[small] = large
    this.#size[large] = this.size(large) + this.size(small)
    return large
  }
}

/** Regions counted from 0: the number of each pixel's, and how many there are. */
interface Regions {
  readonly of: Int32Array
  readonly total: number
}

function numbered(region: Int32Array): Regions {
  const numberOf = new Int32Array(region.length).fill(-1)
  const of = new Int32Array(region.length)
  let total = 0
  for (let at = 0; at < region.length; at++) {
    const root = region[at] as number
    if (numberOf[root] === -1) numberOf[root] = total++
    of[at] = numberOf[root] as number
  }
  return { of, total }
}

const ROUNDING_ROUNDS = 3
const ROUNDING_RADIUS_PX = 2
/** A pixel goes over to a region around it unless its colour differs by more than this. */
const ROUNDING_DIFFERENCE = 0.07

/**
 * Draws ragged borders smooth: a pixel goes over to the region that most pixels around it belong to.
 * Clear edges stay where they are, so that a thin eyelid survives.
 */
function rounded(picture: OkLabPicture, regions: Regions): Regions {
  const { widthPx, heightPx } = picture
  const reach = ROUNDING_RADIUS_PX
  let of = regions.of
  const votes = new Uint8Array(regions.total)
  for (let round = 0; round < ROUNDING_ROUNDS; round++) {
    const next = of.slice()
    for (let y = reach; y < heightPx - reach; y++) {
      for (let x = reach; x < widthPx - reach; x++) {
        const at = y * widthPx + x
        const own = of[at] as number
        if (
          of[at - 1] === own &&
          of[at + 1] === own &&
          of[at - widthPx] === own &&
          of[at + widthPx] === own
        )
          continue
        const most = mostAround(of, widthPx, at, reach, votes)
        const like = of[most] as number
        if (like !== own && colourDistance(picture, at, most) < ROUNDING_DIFFERENCE) next[at] = like
      }
    }
    of = next
  }
  return { of, total: regions.total }
}

/** A pixel of the region that has most pixels in the square about `at`. */
function mostAround(
  of: Int32Array,
  widthPx: number,
  at: number,
  reach: number,
  votes: Uint8Array,
): number {
  let best = at
  let bestVotes = 0
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const there = at + dy * widthPx + dx
      const region = of[there] as number
      const count = (votes[region] as number) + 1
      votes[region] = count
      if (count > bestVotes) {
        bestVotes = count
        best = there
      }
    }
  }
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) votes[of[at + dy * widthPx + dx] as number] = 0
  }
  return best
}

const MOMENTS = 15
/** Steepest fall-off within a region, OKLab in a px: a sky's, not a cheek's. */
const SLOPE_MAX = 0.0025
/** Added to the spread of a region, px squared, so that a thin one does not get a steep slope. */
const SPREAD_FLOOR = 4

/** Every region with the plane that fits its colours best, the slope taken by `shade`. */
function filled(picture: OkLabPicture, slots: Regions, shade: number): OkLabPicture {
  const { widthPx, heightPx } = picture
  const count = widthPx * heightPx
  const channels = [picture.lightness, picture.a, picture.b]
  const sums = new Float64Array(slots.total * MOMENTS)
  for (let at = 0; at < count; at++) {
    const base = (slots.of[at] as number) * MOMENTS
    const x = at % widthPx
    const y = (at / widthPx) | 0
    const moments = [1, x, y, x * x, y * y, x * y]
    for (let m = 0; m < 6; m++) sums[base + m] = (sums[base + m] as number) + (moments[m] as number)
    for (let c = 0; c < 3; c++) {
      const value = (channels[c] as Float32Array)[at] as number
      const to = base + 6 + c * 3
      sums[to] = (sums[to] as number) + value
      sums[to + 1] = (sums[to + 1] as number) + value * x
      sums[to + 2] = (sums[to + 2] as number) + value * y
    }
  }
  const planes = fittedPlanes(sums, slots.total, shade)
  const result = [0, 1, 2].map((channel) => {
    const values = new Float32Array(count)
    for (let at = 0; at < count; at++) {
      const base = ((slots.of[at] as number) * 3 + channel) * 3
      values[at] =
        (planes[base] as number) +
        (planes[base + 1] as number) * (at % widthPx) +
        (planes[base + 2] as number) * ((at / widthPx) | 0)
    }
    return values
  }) as [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>]
  return { widthPx, heightPx, lightness: result[0], a: result[1], b: result[2] }
}

/** Least squares for each region and channel: value at the origin, slope across, slope down. */
function fittedPlanes(sums: Float64Array, total: number, shade: number): Float64Array {
  const planes = new Float64Array(total * 9)
  for (let slot = 0; slot < total; slot++) {
    const at = (m: number) => sums[slot * MOMENTS + m] as number
    const n = at(0)
    const [mx, my] = [at(1) / n, at(2) / n]
    const xx = at(3) / n - mx * mx + SPREAD_FLOOR
    const yy = at(4) / n - my * my + SPREAD_FLOOR
    const xy = at(5) / n - mx * my
    const determinant = xx * yy - xy * xy
    for (let c = 0; c < 3; c++) {
      const mean = at(6 + c * 3) / n
      const vx = at(7 + c * 3) / n - mean * mx
      const vy = at(8 + c * 3) / n - mean * my
      const steep = [(vx * yy - vy * xy) / determinant, (vy * xx - vx * xy) / determinant] as const
      const kept = shade * Math.min(1, SLOPE_MAX / Math.max(1e-9, Math.hypot(...steep)))
      const across = steep[0] * kept
      const down = steep[1] * kept
      const to = (slot * 3 + c) * 3
      planes[to] = mean - across * mx - down * my
      planes[to + 1] = across
      planes[to + 2] = down
    }
  }
  return planes
}
