/**
 * Makes a picture smaller by the mean of the area that each pixel covers, alpha-weighted, row by
 * row: only one row of sums is held, so a photo of any size goes through in strips.
 */
export class AreaScaler {
  readonly #sourceWidth: number
  readonly #sourceHeight: number
  readonly #width: number
  readonly #height: number
  readonly #row: Float32Array
  readonly #sums: Float32Array
  #sourceRow = 0
  #targetRow = 0

  /** @throws RangeError when the target is larger than the source */
  constructor(sourceWidth: number, sourceHeight: number, width: number, height: number) {
    if (width > sourceWidth || height > sourceHeight) throw new RangeError('area scaling enlarges')
    this.#sourceWidth = sourceWidth
    this.#sourceHeight = sourceHeight
    this.#width = width
    this.#height = height
    this.#row = new Float32Array(width * 4)
    this.#sums = new Float32Array(width * 4)
  }

  /**
   * Takes the next rows of straight RGBA.
   * @returns the finished rows, straight RGBA; their number is `length / (4 * width)`
   */
  push(rgba: Uint8ClampedArray, rows: number): Uint8ClampedArray<ArrayBuffer> {
    const reach = Math.min(
      this.#height,
      Math.floor(((this.#sourceRow + rows) * this.#height) / this.#sourceHeight + 1e-9),
    )
    const out = new Uint8ClampedArray((reach - this.#targetRow) * this.#width * 4)
    let written = 0
    for (let row = 0; row < rows; row++) {
      this.#narrow(rgba, row * this.#sourceWidth * 4)
      const ratio = this.#height / this.#sourceHeight
      const top = this.#sourceRow * ratio
      const bottom = top + ratio
      const edge = this.#targetRow + 1
      this.#sourceRow += 1
      if (bottom < edge - 1e-9) {
        this.#add(ratio)
        continue
      }
      this.#add(edge - top)
      this.#finishRow(out, written)
      written += this.#width * 4
      this.#add(bottom - edge)
    }
    return out
  }

  /** One source row becomes sums of premultiplied colour, each source pixel in at most two cells. */
  #narrow(rgba: Uint8ClampedArray, from: number): void {
    const row = this.#row.fill(0)
    const ratio = this.#width / this.#sourceWidth
    for (let x = 0, at = from; x < this.#sourceWidth; x++, at += 4) {
      const left = x * ratio
      const cell = Math.min(this.#width - 1, Math.floor(left + 1e-9))
      const within = Math.min(ratio, cell + 1 - left)
      const alpha = (rgba[at + 3] ?? 0) / 255
      const red = (rgba[at] ?? 0) * alpha
      const green = (rgba[at + 1] ?? 0) * alpha
      const blue = (rgba[at + 2] ?? 0) * alpha
      addTo(row, cell * 4, within, red, green, blue, alpha)
      if (ratio - within > 1e-9 && cell + 1 < this.#width) {
        addTo(row, cell * 4 + 4, ratio - within, red, green, blue, alpha)
      }
    }
  }

  #add(weight: number): void {
    if (weight < 1e-9) return
    const sums = this.#sums
    const row = this.#row
    for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (row[at] ?? 0) * weight
  }

  #finishRow(out: Uint8ClampedArray, to: number): void {
    const sums = this.#sums
    for (let at = 0; at < sums.length; at += 4) {
      const alpha = sums[at + 3] ?? 0
      const unpremultiply = alpha > 1e-6 ? 1 / alpha : 0
      out[to + at] = (sums[at] ?? 0) * unpremultiply
      out[to + at + 1] = (sums[at + 1] ?? 0) * unpremultiply
      out[to + at + 2] = (sums[at + 2] ?? 0) * unpremultiply
      out[to + at + 3] = alpha * 255
    }
    sums.fill(0)
    this.#targetRow += 1
  }
}

function addTo(
  row: Float32Array,
  at: number,
  weight: number,
  red: number,
  green: number,
  blue: number,
  alpha: number,
): void {
  row[at] = (row[at] ?? 0) + red * weight
  row[at + 1] = (row[at + 1] ?? 0) + green * weight
  row[at + 2] = (row[at + 2] ?? 0) + blue * weight
  row[at + 3] = (row[at + 3] ?? 0) + alpha * weight
}
