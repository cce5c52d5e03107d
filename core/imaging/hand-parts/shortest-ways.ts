import { CheapestFirst } from '../cheapest-first.ts'

/** A square grid on which ways are sought. */
interface Grid {
  readonly width: number
  readonly height: number
}

/** Steps to the eight neighbours, and how long they are. */
const STEPS = [
  [1, 0, 1],
  [-1, 0, 1],
  [0, 1, 1],
  [0, -1, 1],
  [1, 1, Math.SQRT2],
  [1, -1, Math.SQRT2],
  [-1, 1, Math.SQRT2],
  [-1, -1, Math.SQRT2],
] as const

/**
 * Gives each place of a grid the label from whose seeds the cheapest way leads to it (Dijkstra 1959; geodesic
 * segmentation: Bai and Sapiro 2007).
 * @param seeds of each place its label, or 0
 * @param costOf what a step from one place to a neighbour costs for a label, for each unit of its length
 */
export function nearestLabels(
  { width, height }: Grid,
  seeds: Uint8Array,
  costOf: (label: number, from: number, to: number) => number,
): Uint8Array {
  const labels = new Uint8Array(seeds.length)
  const costs = new Float64Array(seeds.length).fill(Number.POSITIVE_INFINITY)
  const isDone = new Uint8Array(seeds.length)
  const queue = new CheapestFirst()
  seeds.forEach((label, at) => {
    if (label === 0) return
    labels[at] = label
    costs[at] = 0
    // Ways begin where seeds end.
    if (isEnd({ width, height }, seeds, at)) queue.push(at, 0)
    else isDone[at] = 1
  })
  for (let at = queue.pop(); at >= 0; at = queue.pop()) {
    if (isDone[at] === 1) continue
    isDone[at] = 1
    const label = labels[at] as number
    const [x, y, own] = [at % width, Math.floor(at / width), costs[at] as number]
    for (let step = 0; step < STEPS.length; step++) {
      const [dx, dy, long] = STEPS[step] as (typeof STEPS)[number]
      const nx = x + dx
      const ny = y + dy
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue
      const to = ny * width + nx
      if (isDone[to] === 1) continue
      const cost = own + long * costOf(label, at, to)
      if (cost >= (costs[to] as number)) continue
      costs[to] = cost
      labels[to] = label
      queue.push(to, cost)
    }
  }
  return labels
}

/** Whether a place without a label lies beside a seed. */
function isEnd({ width, height }: Grid, seeds: Uint8Array, at: number): boolean {
  const [x, y] = [at % width, Math.floor(at / width)]
  return STEPS.some(([dx, dy]) => {
    const [nx, ny] = [x + dx, y + dy]
    const isIn = nx >= 0 && ny >= 0 && nx < width && ny < height
    return isIn && seeds[ny * width + nx] === 0
  })
}
