import { CheapestFirst } from '../../../cheapest-first.ts'
import type { Neighbours } from './neighbours.ts'
import type { Superpixels } from './superpixels.ts'

/** What a way as long as the picture's longer side costs where it crosses nothing; an edge costs 1. */
const LENGTH = 1.2

/**
 * The cheapest way from the nearest of some pieces to each: the edges that lie across it make it
 * long (geodesic distance; Dijkstra). Infinite where there are none to start from.
 * @param isOpen where ways may lead; everywhere unless it is given
 */
export function waysFrom(
  pieces: Superpixels,
  neighbours: Neighbours,
  from: readonly number[],
  isOpen: (piece: number) => boolean = () => true,
): Float64Array {
  const ways = new Float64Array(pieces.count).fill(Number.POSITIVE_INFINITY)
  const step = stepOf(pieces)
  const queue = new CheapestFirst()
  for (const piece of from) {
    ways[piece] = 0
    queue.push(piece, 0)
  }
  const isDone = new Uint8Array(pieces.count)
  for (let next = queue.pop(); next >= 0; next = queue.pop()) {
    if (isDone[next] === 1) continue
    isDone[next] = 1
    const end = neighbours.first[next + 1] as number
    for (let at = neighbours.first[next] as number; at < end; at++) {
      const beside = neighbours.pieces[at] as number
      const cost = (ways[next] as number) + step(neighbours.borders[at] as number)
      if (cost >= (ways[beside] as number) || !isOpen(beside)) continue
      ways[beside] = cost
      queue.push(beside, cost)
    }
  }
  return ways
}

/** What it costs to cross a border. */
function stepOf({ widthPx, heightPx, count, borders }: Superpixels) {
  const side = Math.sqrt((widthPx * heightPx) / count) / Math.max(widthPx, heightPx)
  return (border: number) => LENGTH * side + (1 - (borders[border]?.likeness ?? 0)) ** 2
}
