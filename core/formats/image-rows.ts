import type { Kernels } from '../kernels/kernels.ts'
import type { PackedRows, PixelOrder } from '../kernels/packing.ts'
import type { ByteSink } from './sink.ts'

/** The kernels that files of pixels are packed with; another thread may pack rows. */
export interface PackingKernels extends Pick<Kernels, 'crc32'> {
  packRows(...given: Parameters<Kernels['packRows']>): PackedRows | Promise<PackedRows>
}

/** A picture as PNG and PDF hold it: grey, RGB, or RGBA, 8 bits a sample. */
export interface SampledSize {
  readonly widthPx: number
  readonly heightPx: number
  readonly samples: 1 | 3 | 4
}

/** Rows are packed in batches of about this size, which bounds the memory of a wide page. */
const BATCH_BYTES = 1 << 20
/** Deflate with a window of 32 kB (RFC 1950); how hard was tried is not told. */
const STREAM_HEAD = [0x78, 0x01]
/** A last block that is empty. */
const LAST_BLOCK = [0x03, 0x00]

/**
 * The pixels of a picture as one zlib stream of filtered rows: a PNG's IDAT, a PDF's image. The same
 * pixels give the same bytes, in whatever pieces they come.
 */
export class ImageRows {
  readonly #size: SampledSize
  readonly #kernels: PackingKernels
  readonly #sink: ByteSink
  readonly #rowBytes: number
  readonly #batch: Uint8ClampedArray
  readonly #batchRows: number
  /** Rows that stand in the batch. */
  #gathered = 0
  #above: Uint8ClampedArray | null = null
  #order: PixelOrder = 'rgba'
  #written = 0
  #adler32 = 1

  constructor(size: SampledSize, kernels: PackingKernels, sink: ByteSink) {
    this.#size = size
    this.#kernels = kernels
    this.#sink = sink
    this.#rowBytes = size.widthPx * (size.samples === 1 ? 1 : 4)
    const rows = Math.max(1, Math.floor(BATCH_BYTES / this.#rowBytes))
    this.#batchRows = Math.min(size.heightPx, rows)
    this.#batch = new Uint8ClampedArray(this.#batchRows * this.#rowBytes)
  }

  async write(pixels: Uint8ClampedArray, rows: number, order: PixelOrder = 'rgba'): Promise<void> {
    const { heightPx } = this.#size
    this.#order = order
    if (this.#written + rows > heightPx) {
      throw new RangeError(`The picture has ${heightPx} rows, not ${this.#written + rows}.`)
    }
    if (this.#written === 0 && rows > 0) await this.#sink.write(Uint8Array.from(STREAM_HEAD))
    for (let y = 0; y < rows; ) {
      const count = Math.min(this.#batchRows - this.#gathered, rows - y)
      const piece = pixels.subarray(y * this.#rowBytes, (y + count) * this.#rowBytes)
      y += count
      if (count === this.#batchRows) {
        await this.#pack(piece)
        continue
      }
      this.#batch.set(piece, this.#gathered * this.#rowBytes)
      this.#gathered += count
      if (this.#gathered === this.#batchRows) await this.#packBatch()
    }
    this.#written += rows
  }

  async finish(): Promise<void> {
    const { heightPx } = this.#size
    if (this.#written !== heightPx) {
      throw new RangeError(`The picture has ${heightPx} rows; ${this.#written} were written.`)
    }
    if (this.#gathered > 0) await this.#packBatch()
    const end = new Uint8Array(6)
    end.set(LAST_BLOCK)
    new DataView(end.buffer).setUint32(2, this.#adler32)
    await this.#sink.write(end)
  }

  async #packBatch(): Promise<void> {
    const rows = this.#batch.subarray(0, this.#gathered * this.#rowBytes)
    this.#gathered = 0
    await this.#pack(rows)
  }

  async #pack(pixels: Uint8ClampedArray): Promise<void> {
    const { widthPx, samples } = this.#size
    const rows = pixels.length / this.#rowBytes
    const packed = await this.#kernels.packRows(
      { widthPx, rows, pixels, samples, above: this.#above, order: this.#order },
      this.#adler32,
    )
    this.#above = pixels.slice(pixels.length - this.#rowBytes)
    this.#adler32 = packed.adler32
    await this.#sink.write(packed.deflated)
  }
}
