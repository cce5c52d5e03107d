import type { ColourPlanes } from '../../../kernels/picture-parts.ts'

/** A picture as three planes of OKLab. */
export type OkLabPicture = ColourPlanes

/** A thousandth of a picture's longer side, px: looks and reaches are measured in it. */
export const unitPxOf = (size: { readonly widthPx: number; readonly heightPx: number }): number =>
  Math.max(size.widthPx, size.heightPx) / 1000
