import { smoothstep } from '../../../../pixels/pixels.ts'
import { noiseAt } from '../noise-at.ts'

/** Size of the clouds in thousandths of the picture's longer side. */
const CLOUD = 90
/** It is the sum of ever smaller ones. */
const OCTAVES = [
  { times: 1, share: 0.62 },
  { times: 2.3, share: 0.33 },
  { times: 7.1, share: 0.05 },
]

/** Between so many thousandths it is a straight line: it is slow. */
const KNOT = 4

/** A slow noise of -1..1 by coordinates alone, row by row. */
export class Clouds {
  readonly #unitPx: number
  readonly #stepPx: number
  readonly #from: number
  readonly #octaves: readonly {
    readonly noise: NoiseRow
    readonly times: number
    readonly share: number
  }[]
  /** At each knot of the rows of knots above and below. */
  #upper: Float64Array
  #lower: Float64Array
  #known = -1
  /** Of the row that was started. */
  readonly row: Float64Array

  /** @param from where in the noise the picture begins: two clouds that begin far apart have nothing in common */
  constructor(unitPx: number, widthPx: number, from: number) {
    this.row = new Float64Array(widthPx)
    this.#unitPx = unitPx
    this.#stepPx = Math.max(1, Math.round(KNOT * unitPx))
    this.#from = from
    const knots = Math.ceil(widthPx / this.#stepPx) + 1
    this.#octaves = OCTAVES.map(({ times, share }) => ({
      times,
      share,
      noise: new NoiseRow(knots, (knot) => ((knot * this.#stepPx) / unitPx / CLOUD) * times),
    }))
    this.#upper = new Float64Array(knots)
    this.#lower = new Float64Array(knots)
  }

  startRow(yPx: number): void {
    const [stepPx, { row }] = [this.#stepPx, this]
    const knot = Math.floor(yPx / stepPx)
    if (knot !== this.#known) {
      const isNext = knot === this.#known + 1 && this.#known >= 0
      if (isNext) [this.#upper, this.#lower] = [this.#lower, this.#upper]
      else this.#noise(knot, this.#upper)
      this.#noise(knot + 1, this.#lower)
      this.#known = knot
    }
    const [above, below] = [this.#upper, this.#lower]
    const down = yPx / stepPx - knot
    for (let x = 0, k = 0; x < row.length; x += stepPx, k++) {
      const left = (above[k] as number) * (1 - down) + (below[k] as number) * down
      const right = (above[k + 1] as number) * (1 - down) + (below[k + 1] as number) * down
      const slope = (right - left) / stepPx
      const end = Math.min(row.length, x + stepPx)
      for (let at = x, value = left; at < end; at++, value += slope) row[at] = value
    }
  }

  #noise(knot: number, into: Float64Array): void {
    const y = (knot * this.#stepPx) / this.#unitPx / CLOUD + this.#from
    into.fill(0)
    for (const { noise, times, share } of this.#octaves) noise.addRow(y * times, share, into)
  }
}

/** Smooth noise along a row: what depends on the column alone is worked out once for all rows. */
class NoiseRow {
  readonly #cells: Int32Array
  readonly #shares: Float64Array
  readonly #upper: Float64Array
  readonly #lower: Float64Array

  constructor(widthPx: number, placeOf: (xPx: number) => number) {
    this.#cells = new Int32Array(widthPx)
    this.#shares = new Float64Array(widthPx)
    for (let xPx = 0; xPx < widthPx; xPx++) {
      const x = placeOf(xPx)
      const cell = Math.floor(x)
      this.#cells[xPx] = cell
      this.#shares[xPx] = smoothstep(0, 1, x - cell)
    }
    const last = (this.#cells[widthPx - 1] ?? 0) + 2
    this.#upper = new Float64Array(last)
    this.#lower = new Float64Array(last)
  }

  /** Adds its share of a row of noise. */
  addRow(y: number, share: number, into: Float64Array): void {
    const top = Math.floor(y)
    const v = smoothstep(0, 1, y - top)
    for (let cell = 0; cell < this.#upper.length; cell++) {
      this.#upper[cell] = hashed(cell, top)
      this.#lower[cell] = hashed(cell, top + 1)
    }
    const [above, below] = [this.#upper, this.#lower]
    for (let xPx = 0; xPx < into.length; xPx++) {
      const cell = this.#cells[xPx] as number
      const u = this.#shares[xPx] as number
      const upper = (above[cell] as number) * (1 - u) + (above[cell + 1] as number) * u
      const lower = (below[cell] as number) * (1 - u) + (below[cell + 1] as number) * u
      into[xPx] = (into[xPx] as number) + share * (upper * (1 - v) + lower * v)
    }
  }
}

/** -1..1, the same for a place each time. */
const hashed = (x: number, y: number): number => 2 * noiseAt(x, y) - 1
