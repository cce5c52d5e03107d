/** Numbers colours in the order in which they are met, by the bits of their three values. */
export class MetColours {
  /** How many were met. */
  count = 0
  /** One more than the number of a colour, where its bits say; 0 for none (open addressing). */
  readonly #slots: Uint32Array
  readonly #bits: Uint32Array
  readonly #own = new Float32Array(3)
  readonly #ownBits = new Uint32Array(this.#own.buffer)

  /** @param most colours that it is asked for until it forgets */
  constructor(most: number) {
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * most)))
    this.#bits = new Uint32Array(3 * most)
  }

  /** The number of the colour at a place: its own, or {@link count} before it was met. */
  numberOf(lightness: Float32Array, a: Float32Array, b: Float32Array, at: number): number {
    const own = this.#own
    own[0] = lightness[at] as number
    own[1] = a[at] as number
    own[2] = b[at] as number
    const bits = this.#ownBits
    const slots = this.#slots
    const one = bits[0] as number
    const other = bits[1] as number
    const last = bits[2] as number
    const mixed =
      Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b) ^ Math.imul(last, 0xc2b2ae35)
    let slot = (mixed ^ (mixed >>> 15)) & (slots.length - 1)
    for (;;) {
      const number = (slots[slot] as number) - 1
      if (number < 0) return this.#note(slot)
      if (this.#is(number, one, other, last)) return number
      slot = (slot + 1) & (slots.length - 1)
    }
  }

  forget(): void {
    this.count = 0
    this.#slots.fill(0)
  }

  #is(number: number, one: number, other: number, last: number): boolean {
    const bits = this.#bits
    const from = 3 * number
    return bits[from] === one && bits[from + 1] === other && bits[from + 2] === last
  }

  #note(slot: number): number {
    this.#bits.set(this.#ownBits, 3 * this.count)
    this.count++
    this.#slots[slot] = this.count
    return this.count - 1
  }
}
