import type { Outcome } from '#core/errors.ts'
import type { PrintPage } from '#core/formats/print-page.ts'

export type PrintFormat = 'png' | 'pdf'

/** What was written, and its SHA-256: 64 lower case hexadecimal digits. */
export interface EncodedPrint {
  readonly file: Blob
  readonly sha256: string
}

/** What the encoder's worker answers; calls are served in their order. */
export interface PrintEncoderApi {
  open(name: string, format: PrintFormat, page: PrintPage): Promise<Outcome<void>>
  write(rgba: Uint8ClampedArray, rows: number): Promise<Outcome<void>>
  finish(): Promise<Outcome<EncodedPrint>>
  /** Removes what was written. */
  discard(): Promise<Outcome<void>>
}
