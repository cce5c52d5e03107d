import { pxFromMm } from '../units.ts'

/** The sheet that a design is printed on: trim box plus bleed on all four sides. */
export interface PrintPage {
  readonly dpi: number
  readonly widthMm: number
  readonly heightMm: number
  readonly bleedMm: number
  /** Size of the print file in whole pixels. */
  readonly widthPx: number
  readonly heightPx: number
  readonly scalePxPerMm: number
}

/**
 * The page of a trimmed product at a resolution. Pixels are rounded to the nearest, so the last column and
 * row are off by at most half a pixel; a PDF's boxes stay exact.
 */
export function printPage(
  geometry: Pick<PrintPage, 'widthMm' | 'heightMm' | 'bleedMm'>,
  dpi: number,
): PrintPage {
  const widthMm = geometry.widthMm + 2 * geometry.bleedMm
  const heightMm = geometry.heightMm + 2 * geometry.bleedMm
  return {
    dpi,
    widthMm,
    heightMm,
    bleedMm: geometry.bleedMm,
    widthPx: Math.round(pxFromMm(widthMm, dpi)),
    heightPx: Math.round(pxFromMm(heightMm, dpi)),
    scalePxPerMm: pxFromMm(1, dpi),
  }
}
