import { RowFilter } from './png/row-filter.ts'
import type { ByteSink, Deflater, OpenDeflater } from './sink.ts'

/** Rows are compressed in batches of about this size, which bounds the memory of a wide page. */
const BATCH_BYTES = 1 << 20

/** The pixels of a print as one zlib stream of filtered rows: a PNG's IDAT, a PDF's image. */
export class ImageRows {
  readonly #widthPx: number
  readonly #heightPx: number
  readonly #filter: RowFilter
  readonly #deflater: Deflater
  #written = 0

  constructor(
    size: { readonly widthPx: number; readonly heightPx: number },
    openDeflater: OpenDeflater,
    sink: ByteSink,
  ) {
    this.#widthPx = size.widthPx
    this.#heightPx = size.heightPx
    this.#filter = new RowFilter(size.widthPx)
    this.#deflater = openDeflater(sink)
  }

  async write(rgba: Uint8ClampedArray, rows: number): Promise<void> {
    if (this.#written + rows > this.#heightPx) {
      throw new RangeError(`The page has ${this.#heightPx} rows, not ${this.#written + rows}.`)
    }
    const batchRows = Math.max(1, Math.floor(BATCH_BYTES / this.#filter.rowBytes))
    for (let y = 0; y < rows; y += batchRows) {
      const count = Math.min(batchRows, rows - y)
      const from = y * this.#widthPx * 4
      const batch = rgba.subarray(from, from + count * this.#widthPx * 4)
      await this.#deflater.write(this.#filter.filter(batch, count))
    }
    this.#written += rows
  }

  async finish(): Promise<void> {
    if (this.#written !== this.#heightPx) {
      throw new RangeError(`The page has ${this.#heightPx} rows; ${this.#written} were written.`)
    }
    await this.#deflater.finish()
  }
}
