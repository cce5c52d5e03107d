import type { Cells } from './cells.ts'
import type { OkLabPicture } from './study.ts'

export interface RegionSettings {
  /** Larger joins more: the colour difference a region of one pixel bears, in OKLab. */
  readonly scale: number
  /** Regions smaller than this join their most similar neighbour. */
  readonly minPx: number
}

/** Colour differences count for more than lightness: a shadow on a wall is still the wall. */
const CHROMA_WEIGHT = 1.6
const DIFFERENCE_STEPS = 4096
const STEPS_PER_UNIT = 8000

/**
 * Cuts a picture into regions of like colour.
 * @param fine settings where `isFine` is above a half: people, who are to stay themselves
 */
export function regionsOf(
  picture: OkLabPicture,
  coarse: RegionSettings,
  fine: RegionSettings = coarse,
  isFine?: Float32Array,
): Cells {
  const settingsAt = (at: number) => ((isFine?.[at] ?? 0) > 0.5 ? fine : coarse)
  return withoutSeams(picture, numbered(picture, segments(picture, settingsAt)))
}

/**
 * Efficient graph-based segmentation (Felzenszwalb & Huttenlocher 2004): neighbours join in the
 * order of their difference, unless it is large against what lies within either region.
 * @returns the number of one of its pixels for every pixel
 */
function segments(picture: OkLabPicture, settingsAt: (at: number) => RegionSettings): Int32Array {
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
      (within[one] as number) + settingsAt(one).scale / forest.size(one),
      (within[other] as number) + settingsAt(other).scale / forest.size(other),
    )
    if (step <= allowed) within[forest.join(one, other)] = step
  }
  for (const edge of order) {
    const one = forest.root(edge >> 1)
    const other = forest.root(neighbourOf(edge, widthPx))
    if (one === other) continue
    const isSmall =
      forest.size(one) < settingsAt(one).minPx || forest.size(other) < settingsAt(other).minPx
    if (isSmall) forest.join(one, other)
  }
  const roots = new Int32Array(count)
  for (let at = 0; at < count; at++) roots[at] = forest.root(at)
  return roots
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
    this.#parent = new Int32Array(count)
    for (let at = 0; at < count; at++) this.#parent[at] = at
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

function numbered({ widthPx, heightPx }: OkLabPicture, region: Int32Array): Cells {
  const numberOf = new Int32Array(region.length).fill(-1)
  const of = new Uint32Array(region.length)
  let total = 0
  for (let at = 0; at < region.length; at++) {
    const root = region[at] as number
    if (numberOf[root] === -1) numberOf[root] = total++
    of[at] = numberOf[root] as number
  }
  return { widthPx, heightPx, of, total }
}

/** Neighbours between which colour changes no more than this from pixel to pixel are one sky. */
const SEAM = 0.0045
/** A seam is looked at along so many pixels at least. */
const SEAM_PX = 24

/**
 * Joins cells that a slow change of colour was cut into: a sky has no bands.
 * @param mayJoin whether two neighbouring pixels may come into one cell
 */
export function withoutSeams(
  picture: OkLabPicture,
  cells: Cells,
  mayJoin: (from: number, to: number) => boolean = () => true,
): Cells {
  const { widthPx, of, total } = cells
  const seams = new Map<number, { sum: number; count: number }>()
  const meet = (from: number, to: number) => {
    const [a, b] = [of[from] as number, of[to] as number]
    if (a === b || !mayJoin(from, to)) return
    const key = Math.min(a, b) * total + Math.max(a, b)
    const seam = seams.get(key)
    const step = colourDistance(picture, from, to)
    if (seam === undefined) seams.set(key, { sum: step, count: 1 })
    else {
      seam.sum += step
      seam.count++
    }
  }
  for (let at = 0; at < of.length; at++) {
    if ((at + 1) % widthPx !== 0) meet(at, at + 1)
    if (at + widthPx < of.length) meet(at, at + widthPx)
  }
  const forest = new Forest(total)
  for (const [key, { sum, count }] of seams) {
    if (count < SEAM_PX || sum / count > SEAM) continue
    const [a, b] = [forest.root(Math.floor(key / total)), forest.root(key % total)]
    if (a !== b) forest.join(a, b)
  }
  return { ...cells, of: of.map((cell) => forest.root(cell)) }
}

const ROUNDING_ROUNDS = 3
const ROUNDING_RADIUS_PX = 2
/** A pixel goes over to a region around it unless its colour differs by more than this. */
const ROUNDING_DIFFERENCE = 0.07

/**
 * Draws ragged borders smooth: a pixel goes over to the region that most pixels around it belong to.
 * Clear edges stay where they are, so that a thin eyelid survives.
 */
export function rounded(picture: OkLabPicture, cells: Cells): Cells {
  const { widthPx, heightPx } = picture
  const reach = ROUNDING_RADIUS_PX
  let of = cells.of
  const votes = new Uint8Array(cells.total)
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
  return { ...cells, of }
}

/** A pixel of the region that has most pixels in the square about `at`. */
function mostAround(
  of: Uint32Array,
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
