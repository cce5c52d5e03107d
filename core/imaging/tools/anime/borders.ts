import type { Cells } from '../../../kernels/kernels.ts'

/** Cells that meet, in the order in which they first do: a value of each list for every border. */
export interface Borders {
  readonly one: Uint32Array
  readonly other: Uint32Array
  /** Pairs of pixels across it. */
  readonly lengthPx: Uint32Array
  /** Sum of what `apart` says of them. */
  readonly apart: Float64Array
  readonly total: number
}

/**
 * Which cells meet, side by side or one above the other.
 * @param isMet whether two neighbouring pixels count
 * @param apart how far they lie apart
 */
export function bordersOf(
  { widthPx, of }: Cells,
  isMet: (from: number, to: number) => boolean = () => true,
  apart: (from: number, to: number) => number = () => 0,
): Borders {
  const pairs: number[] = []
  for (let at = 0, x = 0; at < of.length; at++) {
    const cell = of[at]
    if (x !== widthPx - 1 && cell !== of[at + 1] && isMet(at, at + 1)) pairs.push(2 * at)
    const below = at + widthPx
    if (below < of.length && cell !== of[below] && isMet(at, below)) pairs.push(2 * at + 1)
    x = x === widthPx - 1 ? 0 : x + 1
  }
  const found = new Found(pairs.length)
  for (const pair of pairs) {
    const from = pair >> 1
    const to = from + ((pair & 1) === 1 ? widthPx : 1)
    found.add(of[from] as number, of[to] as number, apart(from, to))
  }
  return found
}

/** Borders by the two numbers of their cells: a table with open addressing. */
class Found implements Borders {
  readonly one: Uint32Array
  readonly other: Uint32Array
  readonly lengthPx: Uint32Array
  readonly apart: Float64Array
  total = 0
  /** One more than the border that stands there; 0 for none. */
  readonly #table: Uint32Array

  constructor(most: number) {
    this.one = new Uint32Array(most)
    this.other = new Uint32Array(most)
    this.lengthPx = new Uint32Array(most)
    this.apart = new Float64Array(most)
    this.#table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * most + 2)))
  }

  add(one: number, other: number, apart: number): void {
    const border = this.#border(one, other)
    this.lengthPx[border] = (this.lengthPx[border] as number) + 1
    this.apart[border] = (this.apart[border] as number) + apart
  }

  #border(one: number, other: number): number {
    const table = this.#table
    const [low, high] = one < other ? [one, other] : [other, one]
    let slot = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)
    slot ^= slot >>> 15
    for (;;) {
      slot &= table.length - 1
      const border = (table[slot] as number) - 1
      if (border < 0) break
      const [own, next] = [this.one[border], this.other[border]]
      if ((own === one && next === other) || (own === other && next === one)) return border
      slot++
    }
    this.one[this.total] = one
    this.other[this.total] = other
    table[slot] = this.total + 1
    return this.total++
  }
}
