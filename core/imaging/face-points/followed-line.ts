import type { Point } from './face-points.ts'

/** Steps beside a guide, from one reach to the other, in the unit of its places. */
export interface Strip {
  readonly guide: readonly Point[]
  readonly from: number
  readonly to: number
  readonly steps: number
}

/** What is seen at a place: how deep a dark line is there that goes along with the guide. */
export type DepthAt = (place: Point, beside: Point) => number

/** A line that was followed along a guide, and how deep it is at each of its places. */
export interface FollowedLine {
  readonly line: readonly Point[]
  readonly depths: readonly number[]
}

/** What a step beside costs, against the depth that it wins. */
const STIFF = 0.004
/** No line turns faster than by so many steps from place to place. */
const TURN = 2
/** Nothing is worth a detour that is deeper than the first, nor is any deterred by more than the second. */
const WORTH = { most: 0.07, least: -0.02 }

/** Where a guide has its places beside it: of unit length. */
export function besideOf(line: readonly Point[], index: number): Point {
  const here = line[index] ?? { x: 0, y: 0 }
  const [before, after] = [line[Math.max(0, index - 1)] ?? here, line[index + 1] ?? here]
  const length = Math.max(1e-6, Math.hypot(after.x - before.x, after.y - before.y))
  return { x: -(after.y - before.y) / length, y: (after.x - before.x) / length }
}

/**
 * Follows the darkest line along a guide, from its one end to the other: the path of least cost through
 * the strip about it, in which depth pays and each step beside costs (dynamic programming).
 */
export function followed(strip: Strip, depthAt: DepthAt): FollowedLine {
  const { guide, from, to, steps } = strip
  const grid = guide.map((p, i) => {
    const beside = besideOf(guide, i)
    return Array.from({ length: steps }, (_, step) => {
      const by = from + ((to - from) * step) / Math.max(1, steps - 1)
      const place = { x: p.x + beside.x * by, y: p.y + beside.y * by }
      return { place, depth: depthAt(place, beside) }
    })
  })
  const chosen = cheapest(grid.map((row) => row.map(({ depth }) => depth)))
  const found = grid.map((row, i) => row[chosen[i] ?? 0] ?? { place: { x: 0, y: 0 }, depth: 0 })
  return { line: found.map(({ place }) => place), depths: found.map(({ depth }) => depth) }
}

/** The step at each place of the path that is worth most. */
function cheapest(depths: readonly (readonly number[])[]): number[] {
  const gain = (depth: number) => Math.min(WORTH.most, Math.max(WORTH.least, depth))
  let sums = (depths[0] ?? []).map(gain)
  const cameFrom: number[][] = []
  for (const row of depths.slice(1)) {
    const from: number[] = []
    const before = sums
    sums = row.map((depth, step) => {
      let [best, most] = [step, Number.NEGATIVE_INFINITY]
      for (let turn = -TURN; turn <= TURN; turn++) {
        const sum = (before[step + turn] ?? Number.NEGATIVE_INFINITY) - STIFF * turn * turn
        if (sum > most) [best, most] = [step + turn, sum]
      }
      from.push(best)
      return most + gain(depth)
    })
    cameFrom.push(from)
  }
  const path = [sums.indexOf(Math.max(...sums))]
  for (const from of cameFrom.toReversed()) path.unshift(from[path[0] ?? 0] ?? 0)
  return path
}
