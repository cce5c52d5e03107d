// Regions of like colour: efficient graph-based segmentation (Felzenszwalb & Huttenlocher 2004).
import { colourApart } from './cells'
import { Forest, joined, newForest, rootOf, sizeOf } from './forest'
import { at4 } from './indices'
import { reserve } from './memory'

/** Edges are sorted by counting them in so many steps of their difference. */
const STEPS = 4096
const STEPS_PER_UNIT: f64 = 8000

// @ts-ignore: decorator
@inline
function stepOf(difference: f32): i32 {
  return min(STEPS - 1, ((difference as f64) * STEPS_PER_UNIT) as i32)
}

/** Edge `2 i` leads from pixel `i` to the right, `2 i + 1` down. */
// @ts-ignore: decorator
@inline
function neighbourOf(edge: i32, width: i32): i32 {
  return (edge >> 1) + ((edge & 1) == 1 ? width : 1)
}

/** Writes the difference of each edge, below 0 where there is none, and how many each step has. */
function measureEdges(
  lightness: usize, a: usize, b: usize, width: i32, height: i32, differences: usize, counts: usize,
): void {
  const count = width * height
  for (let at = 0, x = 0; at < count; at++) {
    const isLast = x == width - 1
    const isLowest = at + width >= count
    const beside: f32 = isLast ? -1 : (colourApart(lightness, a, b, at, at + 1) as f32)
    const below: f32 = isLowest ? -1 : (colourApart(lightness, a, b, at, at + width) as f32)
    const into = at4(differences, 2 * at)
    store<f32>(into, beside)
    store<f32>(into, below, 4)
    if (!isLast) addOne(counts, stepOf(beside))
    if (!isLowest) addOne(counts, stepOf(below))
    x = isLast ? 0 : x + 1
  }
}

// @ts-ignore: decorator
@inline
function addOne(counts: usize, step: i32): void {
  store<i32>(at4(counts, step), load<i32>(at4(counts, step)) + 1)
}

/** Sorts the edges by their difference, each step in the order of the picture; how many there are. */
function sortEdges(differences: usize, edges: i32, counts: usize, order: usize): i32 {
  let sum = 0
  for (let step = 0; step < STEPS; step++) {
    const own = load<i32>(at4(counts, step))
    store<i32>(at4(counts, step), sum)
    sum += own
  }
  for (let edge = 0; edge < edges; edge++) {
    const difference = load<f32>(at4(differences, edge))
    if (difference < 0) continue
    const place = at4(counts, stepOf(difference))
    store<i32>(at4(order, load<i32>(place)), edge)
    store<i32>(place, load<i32>(place) + 1)
  }
  return sum
}

/** Joins what is alike; the edges that are left between regions stay in `order`, and are counted. */
function joinAlike(
  forest: Forest, order: usize, edges: i32, differences: usize, width: i32,
  isFine: usize, coarseScale: f64, fineScale: f64, within: usize,
): i32 {
  let left = 0
  for (let next = 0; next < edges; next++) {
    const edge = load<i32>(at4(order, next))
    const one = rootOf(forest, edge >> 1)
    const other = rootOf(forest, neighbourOf(edge, width))
    if (one == other) continue
    const difference = load<f32>(at4(differences, edge))
    const allowed = min<f64>(
      bornBy(forest, one, within, isFine, coarseScale, fineScale),
      bornBy(forest, other, within, isFine, coarseScale, fineScale),
    )
    if ((difference as f64) <= allowed) {
      store<f32>(at4(within, joined(forest, one, other)), difference)
    } else store<i32>(at4(order, left++), edge)
  }
  return left
}

/** The difference that a region bears. */
// @ts-ignore: decorator
@inline
function bornBy(
  forest: Forest, root: i32, within: usize, isFine: usize, coarseScale: f64, fineScale: f64,
): f64 {
  const scale = load<f32>(at4(isFine, root)) > 0.5 ? fineScale : coarseScale
  return (load<f32>(at4(within, root)) as f64) + scale / (sizeOf(forest, root) as f64)
}

function joinSmall(
  forest: Forest, order: usize, edges: i32, width: i32,
  isFine: usize, coarseLeast: f64, fineLeast: f64,
): void {
  for (let next = 0; next < edges; next++) {
    const edge = load<i32>(at4(order, next))
    const one = rootOf(forest, edge >> 1)
    const other = rootOf(forest, neighbourOf(edge, width))
    if (one == other) continue
    const oneLeast = load<f32>(at4(isFine, one)) > 0.5 ? fineLeast : coarseLeast
    const otherLeast = load<f32>(at4(isFine, other)) > 0.5 ? fineLeast : coarseLeast
    if ((sizeOf(forest, one) as f64) < oneLeast || (sizeOf(forest, other) as f64) < otherLeast) {
      joined(forest, one, other)
    }
  }
}

/**
 * Writes the number of each pixel's region and answers how many there are.
 * @param isFine where the fine settings hold: above a half
 */
export function cutRegions(
  lightness: usize, a: usize, b: usize, isFine: usize, regions: usize, width: i32, height: i32,
  coarseScale: f64, coarseLeast: f64, fineScale: f64, fineLeast: f64,
): i32 {
  const count = width * height
  const differences = reserve((count as usize) << 3)
  const order = reserve((count as usize) << 3)
  const counts = reserve(STEPS << 2)
  const within = reserve((count as usize) << 2)
  memory.fill(counts, 0, STEPS << 2)
  memory.fill(within, 0, (count as usize) << 2)
  const forest = newForest(count)
  measureEdges(lightness, a, b, width, height, differences, counts)
  const edges = sortEdges(differences, 2 * count, counts, order)
  const left = joinAlike(
    forest, order, edges, differences, width, isFine, coarseScale, fineScale, within,
  )
  joinSmall(forest, order, left, width, isFine, coarseLeast, fineLeast)
  // In place of what lies within regions: their numbers.
  memory.fill(within, 0xff, (count as usize) << 2)
  let total = 0
  for (let at = 0; at < count; at++) {
    const number = at4(within, rootOf(forest, at))
    if (load<i32>(number) < 0) store<i32>(number, total++)
    store<i32>(at4(regions, at), load<i32>(number))
  }
  return total
}
