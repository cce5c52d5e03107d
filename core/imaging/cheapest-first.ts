/** Places by their costs, the cheapest first (a binary heap). */
export class CheapestFirst {
  readonly #costs: number[] = []
  readonly #places: number[] = []

  push(place: number, cost: number): void {
    let at = this.#costs.length
    this.#costs.push(cost)
    this.#places.push(place)
    while (at > 0) {
      const above = (at - 1) >> 1
      if ((this.#costs[above] as number) <= cost) break
      this.#put(at, this.#costs[above] as number, this.#places[above] as number)
      at = above
    }
    this.#put(at, cost, place)
  }

  /** The cheapest place, which is taken out; -1 where none is left. */
  pop(): number {
    const first = this.#places[0] ?? -1
    const [cost, place] = [this.#costs.pop(), this.#places.pop()]
    const count = this.#costs.length
    if (cost === undefined || place === undefined || count === 0) return first
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= count) break
      if (below + 1 < count && (this.#costs[below + 1] as number) < (this.#costs[below] as number))
        below++
      if ((this.#costs[below] as number) >= cost) break
      this.#put(at, this.#costs[below] as number, this.#places[below] as number)
      at = below
    }
    this.#put(at, cost, place)
    return first
  }

  #put(at: number, cost: number, place: number): void {
    this.#costs[at] = cost
    this.#places[at] = place
  }
}
