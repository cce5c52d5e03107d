import type { PixelOrder } from '../kernels/packing.ts'

/** Where a file goes, in order: a disk, an upload, a hash. */
export interface ByteSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> | void
}

/** A file of pixels being written from top to bottom. */
export interface RowWriter {
  /**
   * Appends rows.
   * @param pixels at least so many rows of RGBA, of which a print leaves alpha out; of a grey
   *   picture a byte for each pixel
   * @param order of a print's pixels, the same for all of its rows
   * @throws RangeError when there are more rows than the picture has
   */
  writeRows(pixels: Uint8ClampedArray, rows: number, order?: PixelOrder): Promise<void>
  /** @throws RangeError when rows are missing */
  finish(): Promise<void>
}
