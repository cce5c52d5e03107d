import { smoothstep } from '../../../pixels/pixels.ts'

/** Size of the clouds in thousandths of the picture's longer side. */
const CLOUD = 90

/** A slow noise of -1..1 by coordinates alone, row by row. */
export class Clouds {
  readonly #unitPx: number
  readonly #from: number
  readonly #coarse: NoiseRow
  readonly #fine: NoiseRow
  readonly #finest: NoiseRow
  /** Of the row that was started. */
  readonly row: Float64Array

  /** @param from where in the noise the picture begins: two clouds that begin far apart have nothing in common */
  constructor(unitPx: number, widthPx: number, from = 0) {
    this.row = new Float64Array(widthPx)
    this.#unitPx = unitPx
    this.#from = from
    this.#coarse = new NoiseRow(widthPx, (x) => x / unitPx / CLOUD)
    this.#fine = new NoiseRow(widthPx, (x) => (x / unitPx / CLOUD) * 2.3)
    this.#finest = new NoiseRow(widthPx, (x) => (x / unitPx / CLOUD) * 7.1)
  }

  startRow(yPx: number): void {
    const y = yPx / this.#unitPx / CLOUD + this.#from
    this.row.fill(0)
    this.#coarse.addRow(y, 0.62, this.row)
    this.#fine.addRow(y * 2.3, 0.33, this.row)
    this.#finest.addRow(y * 7.1, 0.05, this.row)
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
function hashed(x: number, y: number): number {
  let h = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263)
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177)
  return ((h ^ (h >>> 16)) >>> 0) / 2_147_483_648 - 1
}
