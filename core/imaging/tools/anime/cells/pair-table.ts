/** Numbers pairs of numbers in the order in which they are first asked for (open addressing). */
export class PairTable {
  readonly #first: Uint32Array
  readonly #second: Uint32Array
  /** The index of a pair and one more; 0 where there is none. */
  readonly #taken: Uint32Array
  readonly #mask: number
  #count = 0

  /** @param most how many different pairs will be asked for */
  constructor(most: number) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(4, most * 2)))
    this.#taken = new Uint32Array(places)
    this.#mask = places - 1
    this.#first = new Uint32Array(most)
    this.#second = new Uint32Array(most)
  }

  /** How many pairs there are. */
  get count(): number {
    return this.#count
  }

  /** @returns the pair's index; {@link count} as it was before, where it is new */
  indexOf(first: number, second: number): number {
    let place = (Math.imul(first, 73_856_093) ^ Math.imul(second, 19_349_663)) & this.#mask
    for (let taken: number; ; place = (place + 1) & this.#mask) {
      taken = this.#taken[place] as number
      if (taken === 0) break
      if (this.#first[taken - 1] === first && this.#second[taken - 1] === second) return taken - 1
    }
    const index = this.#count++
    this.#taken[place] = index + 1
    this.#first[index] = first
    this.#second[index] = second
    return index
  }
}
