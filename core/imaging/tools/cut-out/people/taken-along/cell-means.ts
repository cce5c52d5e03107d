import type { SmallCells } from './unsure-cells.ts'

/** What is measured of a cell. */
export type OfCell = (cell: number) => readonly number[]

/** Means over cells, of those of their pixels that are given. */
export class CellMeans {
  readonly sizes: Float32Array
  readonly #cells: SmallCells
  readonly #pixels: Int32Array

  constructor(cells: SmallCells, pixels: Int32Array) {
    this.#cells = cells
    this.#pixels = pixels
    this.sizes = new Float32Array(cells.count)
    for (const at of pixels) {
      const cell = cells.of[at] as number
      this.sizes[cell] = (this.sizes[cell] as number) + 1
    }
  }

  of(values: Float32Array): Float32Array {
    return this.#meanOf((at) => values[at] as number)
  }

  ofColour(channel: number): Float32Array {
    const { colours } = this.#cells
    return this.#meanOf((at) => colours[at * 3 + channel] as number)
  }

  middles(): readonly [x: Float32Array, y: Float32Array] {
    const { widthPx } = this.#cells
    return [this.#meanOf((at) => at % widthPx), this.#meanOf((at) => Math.floor(at / widthPx))]
  }

  /** Standard deviation within each cell. */
  spreadOf(values: Float32Array, means: Float32Array): Float32Array {
    const { of } = this.#cells
    const squares = this.#meanOf(
      (at) => ((values[at] as number) - (means[of[at] as number] as number)) ** 2,
    )
    return squares.map(Math.sqrt)
  }

  #meanOf(valueAt: (at: number) => number): Float32Array {
    const { of, count } = this.#cells
    const sums = new Float32Array(count)
    for (const at of this.#pixels) {
      const cell = of[at] as number
      sums[cell] = (sums[cell] as number) + valueAt(at)
    }
    for (let cell = 0; cell < count; cell++) {
      sums[cell] = (sums[cell] as number) / Math.max(1, this.sizes[cell] as number)
    }
    return sums
  }
}
