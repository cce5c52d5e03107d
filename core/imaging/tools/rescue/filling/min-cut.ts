/**
 * The cut of least cost between two terminals: augmenting paths along two trees that are kept from
 * path to path (Boykov, Kolmogorov 2004). One object serves many graphs of the same shape in turn.
 */
export class MinCut {
  readonly #head: Int32Array
  readonly #next: Int32Array
  readonly #to: Int32Array
  readonly #residual: Float32Array
  /** What a node may still take from the source; below 0, what it may still give to the sink. */
  readonly #terminal: Float32Array
  /** 0: in no tree; 1: in the source's; 2: in the sink's. */
  readonly #tree: Uint8Array
  /** The arc to a node's parent. */
  readonly #parent: Int32Array
  readonly #distance: Int32Array
  readonly #stamp: Int32Array
  readonly #isActive: Uint8Array
  readonly #active: number[] = []
  readonly #orphans: number[] = []
  #time = 0
  #arcs = 0

  constructor(nodes: number, edges: number) {
    this.#head = new Int32Array(nodes).fill(NONE)
    this.#next = new Int32Array(edges * 2)
    this.#to = new Int32Array(edges * 2)
    this.#residual = new Float32Array(edges * 2)
    this.#terminal = new Float32Array(nodes)
    this.#tree = new Uint8Array(nodes)
    this.#parent = new Int32Array(nodes)
    this.#distance = new Int32Array(nodes)
    this.#stamp = new Int32Array(nodes)
    this.#isActive = new Uint8Array(nodes)
  }

  /** Forgets all costs and edges. */
  clear(): void {
    this.#head.fill(NONE)
    this.#terminal.fill(0)
    this.#arcs = 0
    this.#isBegun = false
  }

  /** @param most that flows from the source to a node; below 0, from it to the sink */
  addTerminal(node: number, most: number): void {
    this.#terminal[node] = (this.#terminal[node] as number) + most
  }

  addEdge(from: number, to: number, most: number, back: number): void {
    this.#addArc(from, to, most)
    this.#addArc(to, from, back)
  }

  #addArc(from: number, to: number, most: number): void {
    const arc = this.#arcs++
    this.#to[arc] = to
    this.#residual[arc] = most
    this.#next[arc] = this.#head[from] as number
    this.#head[from] = arc
  }

  /** Whether a node lies on the sink's side of the cut. */
  isCutOff(node: number): boolean {
    return this.#tree[node] !== SOURCE
  }

  /**
   * Goes on with the cut for so many steps, an arc looked at each, and a little more.
   * @returns whether it is found
   */
  advance(steps: number): boolean {
    if (!this.#isBegun) this.#begin()
    for (this.#steps = 0; ; ) {
      while (this.#orphans.length > 0) {
        if (this.#steps >= steps) return false
        this.#adopt(this.#orphans.pop() as number)
      }
      if (this.#node !== NONE && this.#tree[this.#node] === FREE) this.#node = NONE
      if (this.#node === NONE) this.#node = this.#takeActive()
      if (this.#node === NONE) return true
      if (this.#steps >= steps) return false
      const arc = this.#grow(this.#node)
      if (arc === NONE) {
        this.#node = NONE
        continue
      }
      this.#time++
      this.#augment(arc)
    }
  }

  #begin(): void {
    this.#isBegun = true
    this.#node = NONE
    this.#active.length = 0
    this.#activeAt = 0
    this.#orphans.length = 0
    this.#time = 0
    this.#stamp.fill(0)
    this.#isActive.fill(0)
    for (let node = 0; node < this.#tree.length; node++) {
      const most = this.#terminal[node] as number
      this.#tree[node] = most > 0 ? SOURCE : most < 0 ? SINK : FREE
      this.#parent[node] = most === 0 ? NONE : TERMINAL
      this.#distance[node] = 1
      if (most !== 0) this.#activate(node)
    }
  }

  #activeAt = 0
  #isBegun = false
  /** The node whose tree grows. */
  #node = NONE
  /** Arcs looked at in this turn. */
  #steps = 0

  #activate(node: number): void {
    if (this.#isActive[node] === 1) return
    this.#isActive[node] = 1
    this.#active.push(node)
  }

  #takeActive(): number {
    while (this.#activeAt < this.#active.length) {
      const node = this.#active[this.#activeAt++] as number
      this.#isActive[node] = 0
      if (this.#tree[node] !== FREE) return node
    }
    return NONE
  }

  /** Lets a tree grow from a node. @returns the arc at which it meets the other, from the source's side */
  #grow(node: number): number {
    const own = this.#tree[node] as number
    for (let arc = this.#head[node] as number; arc !== NONE; arc = this.#next[arc] as number) {
      this.#steps++
      const room = this.#residual[own === SOURCE ? arc : arc ^ 1] as number
      if (room <= 0) continue
      const other = this.#to[arc] as number
      const theirs = this.#tree[other] as number
      if (theirs === FREE) {
        this.#tree[other] = own
        this.#parent[other] = arc ^ 1
        this.#stamp[other] = this.#stamp[node] as number
        this.#distance[other] = (this.#distance[node] as number) + 1
        this.#activate(other)
      } else if (theirs !== own) {
        return own === SOURCE ? arc : arc ^ 1
      } else if (
        (this.#stamp[other] as number) <= (this.#stamp[node] as number) &&
        (this.#distance[other] as number) > (this.#distance[node] as number) + 1
      ) {
        this.#parent[other] = arc ^ 1
        this.#stamp[other] = this.#stamp[node] as number
        this.#distance[other] = (this.#distance[node] as number) + 1
      }
    }
    return NONE
  }

  #augment(middle: number): void {
    const [ahead, behind] = [this.#to[middle] as number, this.#to[middle ^ 1] as number]
    let flow = this.#residual[middle] as number
    flow = Math.min(flow, this.#roomTo(behind, 1), this.#roomTo(ahead, 0))
    this.#push(middle, flow)
    this.#pushAlong(behind, 1, flow)
    this.#pushAlong(ahead, 0, flow)
  }

  /** @param turned 1 where flow comes down from the root, 0 where it goes up to it */
  #roomTo(from: number, turned: number): number {
    let room = Number.POSITIVE_INFINITY
    let node = from
    for (let arc = this.#parent[node] as number; arc !== TERMINAL; ) {
      this.#steps++
      room = Math.min(room, this.#residual[arc ^ turned] as number)
      node = this.#to[arc] as number
      arc = this.#parent[node] as number
    }
    return Math.min(room, Math.abs(this.#terminal[node] as number))
  }

  #push(arc: number, flow: number): void {
    this.#residual[arc] = (this.#residual[arc] as number) - flow
    this.#residual[arc ^ 1] = (this.#residual[arc ^ 1] as number) + flow
  }

  #pushAlong(from: number, turned: number, flow: number): void {
    let node = from
    for (let arc = this.#parent[node] as number; arc !== TERMINAL; ) {
      this.#push(arc ^ turned, flow)
      const parent = this.#to[arc] as number
      if ((this.#residual[arc ^ turned] as number) <= 0) this.#orphan(node)
      node = parent
      arc = this.#parent[node] as number
    }
    const left = (this.#terminal[node] as number) - (turned === 1 ? flow : -flow)
    this.#terminal[node] = left
    if (left === 0) this.#orphan(node)
  }

  #orphan(node: number): void {
    this.#parent[node] = ORPHAN
    this.#orphans.push(node)
  }

  #adopt(node: number): void {
    const own = this.#tree[node] as number
    let [best, least] = [NONE, Number.POSITIVE_INFINITY]
    for (let arc = this.#head[node] as number; arc !== NONE; arc = this.#next[arc] as number) {
      this.#steps++
      if ((this.#residual[own === SOURCE ? arc ^ 1 : arc] as number) <= 0) continue
      const other = this.#to[arc] as number
      if (this.#tree[other] !== own || this.#parent[other] === NONE) continue
      const steps = this.#stepsToRoot(other)
      if (steps < least) {
        best = arc
        least = steps
      }
    }
    if (best !== NONE) {
      this.#parent[node] = best
      this.#stamp[node] = this.#time
      this.#distance[node] = least + 1
      return
    }
    this.#setFree(node, own)
  }

  #stepsToRoot(from: number): number {
    let steps = 0
    let node = from
    for (;;) {
      if (this.#stamp[node] === this.#time) {
        steps += this.#distance[node] as number
        break
      }
      const arc = this.#parent[node] as number
      this.#steps++
      steps++
      if (arc === TERMINAL) {
        this.#stamp[node] = this.#time
        this.#distance[node] = 1
        break
      }
      if (arc === ORPHAN || arc === NONE) return Number.POSITIVE_INFINITY
      node = this.#to[arc] as number
    }
    let left = steps
    for (node = from; this.#stamp[node] !== this.#time; ) {
      this.#stamp[node] = this.#time
      this.#distance[node] = left--
      node = this.#to[this.#parent[node] as number] as number
    }
    return steps
  }

  #setFree(node: number, own: number): void {
    for (let arc = this.#head[node] as number; arc !== NONE; arc = this.#next[arc] as number) {
      const other = this.#to[arc] as number
      const parent = this.#parent[other] as number
      if (this.#tree[other] !== own) continue
      if ((this.#residual[own === SOURCE ? arc ^ 1 : arc] as number) > 0) this.#activate(other)
      if (parent >= 0 && this.#to[parent] === node) this.#orphan(other)
    }
    this.#tree[node] = FREE
    this.#parent[node] = NONE
  }
}

const [FREE, SOURCE, SINK] = [0, 1, 2]
/** In place of an arc. */
const [NONE, TERMINAL, ORPHAN] = [-1, -2, -3]
