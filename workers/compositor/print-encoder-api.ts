import type { Outcome } from '#core/errors.ts'
import type { PrintPage } from '#core/formats/print-page.ts'
import type { PixelOrder } from '#core/kernels/packing.ts'

export type PrintFormat = 'png' | 'pdf'

/** What was written, and its SHA-256: 64 lower case hexadecimal digits. */
export interface EncodedPrint {
  readonly file: Blob
  readonly sha256: string
}

/** What the encoder's worker answers; calls are served in their order. */
export interface PrintEncoderApi {
  open(name: string, format: PrintFormat, page: PrintPage): Promise<Outcome<void>>
  /** Both ways the pixels are moved. @returns the same ones, for others to be written there */
  write(
    pixels: Uint8ClampedArray<ArrayBuffer>,
    rows: number,
    order: PixelOrder,
  ): Promise<Outcome<Uint8ClampedArray<ArrayBuffer>>>
  finish(): Promise<Outcome<EncodedPrint>>
  /** Removes what was written. */
  discard(): Promise<Outcome<void>>
}
