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
  for (let next = queue.pop(); next !== null; next = queue.pop()) {
    if (next.cost > (ways[next.piece] as number)) continue
    const end = neighbours.first[next.piece + 1] as number
    for (let at = neighbours.first[next.piece] as number; at < end; at++) {
      const beside = neighbours.pieces[at] as number
      const cost = next.cost + step(neighbours.borders[at] as number)
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

interface Reached {
  readonly piece: number
  readonly cost: number
}

/** A binary heap. */
class CheapestFirst {
  readonly #heap: Reached[] = []

  push(piece: number, cost: number): void {
    const reached = { piece, cost }
    let at = this.#heap.length
    this.#heap.push(reached)
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = this.#heap[above] as Reached
      if (parent.cost <= cost) break
      this.#heap[at] = parent
      at = above
    }
    this.#heap[at] = reached
  }

  pop(): Reached | null {
    const top = this.#heap[0]
    const last = this.#heap.pop()
    if (top === undefined || last === undefined) return null
    if (this.#heap.length > 0) this.#sink(last)
    return top
  }

  #sink(last: Reached): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      const left = at * 2 + 1
      const right = left + 1
      const costOf = (child: number) => heap[child]?.cost ?? Number.POSITIVE_INFINITY
      const less = costOf(right) < costOf(left) ? right : left
      if (costOf(less) >= last.cost) break
      heap[at] = heap[less] as Reached
      at = less
    }
    heap[at] = last
  }
}
