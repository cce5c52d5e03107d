import type { Geometry } from '#core/design/document.ts'

/** A made-up phone, nobody's in particular. */
export const sampleCase: Geometry = {
  widthMm: 74,
  heightMm: 152,
  cornerRadiusMm: 12,
  bleedMm: 2,
  safeMm: 3,
  holes: [{ xMm: 6, yMm: 6, widthMm: 33, heightMm: 34, cornerRadiusMm: 10 }],
}
