/** Millimetres per inch, exact by definition. */
export const MM_PER_INCH = 25.4

/** Length in px of `mm` millimetres at `dpi` dots per inch; not rounded. */
export const pxFromMm = (mm: number, dpi: number): number => (mm / MM_PER_INCH) * dpi

/** Length in mm of `px` pixels at `dpi` dots per inch. */
export const mmFromPx = (px: number, dpi: number): number => (px / dpi) * MM_PER_INCH

/** Length in mm of `inches` inches: 12 inch are 304.8 mm. */
export const mmFromInches = (inches: number): number => inches * MM_PER_INCH

/** Radians of `degrees`. */
export const radians = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * Effective resolution of a photo on the print: source pixels per printed inch.
 * @param sourcePx pixels of the photo that cover `printedMm`
 * @param printedMm length on the print, greater than 0
 */
export const effectiveDpi = (sourcePx: number, printedMm: number): number =>
  sourcePx / (printedMm / MM_PER_INCH)
