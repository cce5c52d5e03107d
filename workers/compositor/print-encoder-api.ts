import type { Outcome } from '#core/errors.ts'
import type { PrintPage } from '#core/formats/print-page.ts'
import type { PixelOrder } from '#core/kernels/kernels.ts'
import type { ShrunkPart } from '../pixels/shrink-photo.ts'

export type PrintFormat = 'png' | 'pdf'

/** What was written, and its SHA-256: 64 lower case hexadecimal digits. */
export interface EncodedPrint {
  readonly file: Blob
  readonly sha256: string
}

/** What the encoder's worker answers; calls that write are served in their order. */
export interface PrintEncoderApi {
  open(name: string, format: PrintFormat, page: PrintPage): Promise<Outcome<void>>
  /** Both ways the pixels are moved. @returns the same ones, for others to be written there */
  write(
    pixels: Uint8ClampedArray<ArrayBuffer>,
    rows: number,
    order: PixelOrder,
  ): Promise<Outcome<Uint8ClampedArray<ArrayBuffer>>>
  /**
   * Between bands: makes a part of a photo smaller. The photo is moved, as is the answer.
   * @param photo the part in pixels, or the whole photo in the planes of a JPEG
   */
  shrink(photo: ImageBitmap | VideoFrame, part: ShrunkPart): Promise<Outcome<ImageBitmap>>
  finish(): Promise<Outcome<EncodedPrint>>
  /** Removes what was written. */
  discard(): Promise<Outcome<void>>
}
