/** A tie between two nodes of a {@link minCut}. */
export interface Tie {
  readonly one: number
  readonly other: number
  /** What it costs to part them. */
  readonly weight: number
}

/**
 * Parts nodes into inside and outside at the least cost: the costs of each node on the side where it
 * comes to lie, and the weights of the ties that are cut (a maximum flow, Dinic 1970).
 * @returns 1 for each node that is inside
 */
export function minCut(
  costInside: Float64Array,
  costOutside: Float64Array,
  ties: readonly Tie[],
): Uint8Array {
  const nodes = costInside.length
  const net = new FlowNetwork(nodes + 2, nodes + ties.length)
  const [source, sink] = [nodes, nodes + 1]
  for (let at = 0; at < nodes; at++) {
    // What both sides cost anyway decides nothing.
    const gain = (costOutside[at] as number) - (costInside[at] as number)
    if (gain > 0) net.tie(source, at, gain, 0)
    else if (gain < 0) net.tie(at, sink, -gain, 0)
  }
  for (const { one, other, weight } of ties) net.tie(one, other, weight, weight)
  return net.cutOff(source, sink).subarray(0, nodes)
}

/** What is less than this is no flow, but rounding. */
const LEAST = 1e-9

class FlowNetwork {
  readonly #nodes: number
  readonly #first: Int32Array
  readonly #next: Int32Array
  readonly #to: Int32Array
  /** Room left on each arc; an arc's way back is its neighbour, `arc ^ 1`. */
  readonly #room: Float64Array
  #arcs = 0

  constructor(nodes: number, ties: number) {
    this.#nodes = nodes
    this.#first = new Int32Array(nodes).fill(-1)
    this.#next = new Int32Array(ties * 2)
    this.#to = new Int32Array(ties * 2)
    this.#room = new Float64Array(ties * 2)
  }

  tie(from: number, to: number, room: number, back: number): void {
    this.#arc(from, to, room)
    this.#arc(to, from, back)
  }

  #arc(from: number, to: number, room: number): void {
    const arc = this.#arcs++
    this.#to[arc] = to
    this.#room[arc] = room
    this.#next[arc] = this.#first[from] as number
    this.#first[from] = arc
  }

  /** Fills the network; answers 1 for what can still be reached from the source. */
  cutOff(source: number, sink: number): Uint8Array {
    const level = new Int32Array(this.#nodes)
    for (this.#levels(source, level); level[sink] !== -1; this.#levels(source, level)) {
      this.#fill(source, sink, level)
    }
    return Uint8Array.from(level, (value) => (value === -1 ? 0 : 1))
  }

  /** Steps from the source to each node along arcs with room, -1 where there is no way. */
  #levels(source: number, level: Int32Array): void {
    const queue = new Int32Array(this.#nodes)
    level.fill(-1)
    level[source] = 0
    queue[0] = source
    let end = 1
    for (let next = 0; next < end; next++) {
      const node = queue[next] as number
      for (let arc = this.#first[node] as number; arc !== -1; arc = this.#next[arc] as number) {
        const to = this.#to[arc] as number
        if (level[to] !== -1 || (this.#room[arc] as number) <= LEAST) continue
        level[to] = (level[node] as number) + 1
        queue[end++] = to
      }
    }
  }

  /** Pushes flow along shortest ways until each of them is full at some place. */
  #fill(source: number, sink: number, level: Int32Array): void {
    const current = this.#first.slice()
    const path: number[] = []
    let node = source
    for (;;) {
      if (node === sink) {
        node = this.#push(path, source)
        continue
      }
      const arc = this.#forward(node, current, level)
      if (arc !== -1) {
        path.push(arc)
        node = this.#to[arc] as number
      } else if (path.length > 0) {
        // A dead end: no way leads through this node any more.
        level[node] = -2
        node = this.#to[(path.pop() ?? 0) ^ 1] as number
      } else return
    }
  }

  #forward(node: number, current: Int32Array, level: Int32Array): number {
    let arc = current[node] as number
    while (arc !== -1) {
      const isOn = level[this.#to[arc] as number] === (level[node] as number) + 1
      if (isOn && (this.#room[arc] as number) > LEAST) break
      arc = this.#next[arc] as number
    }
    current[node] = arc
    return arc
  }

  /** Sends what fits along a path; answers the node from which to go on, and shortens the path to it. */
  #push(path: number[], source: number): number {
    let fits = Number.POSITIVE_INFINITY
    for (const arc of path) fits = Math.min(fits, this.#room[arc] as number)
    let full = path.length
    path.forEach((arc, step) => {
      this.#room[arc] = (this.#room[arc] as number) - fits
      this.#room[arc ^ 1] = (this.#room[arc ^ 1] as number) + fits
      if ((this.#room[arc] as number) <= LEAST) full = Math.min(full, step)
    })
    path.length = full
    const last = path.at(-1)
    return last === undefined ? source : (this.#to[last] as number)
  }
}
