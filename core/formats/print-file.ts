import { MM_PER_INCH } from '../units.ts'
import type { PrintPage } from './print-page.ts'

/** What a print file was found to hold when it was opened. */
export interface PrintFile {
  readonly format: 'png' | 'pdf'
  readonly widthPx: number
  readonly heightPx: number
  /** A PNG's own; of a PDF its pixels by its width, so off by what half a pixel makes. */
  readonly dpi: number
  /** The sheet, bleed included. */
  readonly widthMm: number
  readonly heightMm: number
  /** How far the trim box lies within the sheet; null in a PNG, which has no boxes. */
  readonly bleedMm: number | null
}

/** A PDF's lengths have four decimals of a point. */
const LENGTH_TOLERANCE_MM = 0.001
/** A PNG tells whole pixels a metre. */
const DPI_TOLERANCE = MM_PER_INCH / 1000

/** Whether a print file is one of `page`: its pixels, its resolution and its boxes. */
export function isFileOf(file: PrintFile, page: PrintPage): boolean {
  if (file.widthPx !== page.widthPx || file.heightPx !== page.heightPx) return false
  if (file.bleedMm === null) return Math.abs(file.dpi - page.dpi) <= DPI_TOLERANCE
  return [
    file.widthMm - page.widthMm,
    file.heightMm - page.heightMm,
    file.bleedMm - page.bleedMm,
  ].every((difference) => Math.abs(difference) <= LENGTH_TOLERANCE_MM)
}
