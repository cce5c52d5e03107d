import type { ColourPlanes } from '../../../kernels/picture-parts.ts'

/** A picture as three planes of OKLab. */
export type OkLabPicture = ColourPlanes

/** A thousandth of a picture's longer side, px: looks and reaches are measured in it. */
export const unitPxOf = (size: { readonly widthPx: number; readonly heightPx: number }): number =>
  Math.max(size.widthPx, size.heightPx) / 1000

/** Colour differences count for more than lightness, as in the kernels: a shadow on a wall is still the wall. */
const CHROMA_WEIGHT = 1.6

/** Colours by the numbers of pixels, or of cells. */
type Colours = Readonly<Record<'lightness' | 'a' | 'b', ArrayLike<number>>>

/** How far two of these colours lie apart, OKLab. */
export function colourDistance({ lightness, a, b }: Colours, one: number, other: number): number {
  const dl = (lightness[one] as number) - (lightness[other] as number)
  const da = ((a[one] as number) - (a[other] as number)) * CHROMA_WEIGHT
  const db = ((b[one] as number) - (b[other] as number)) * CHROMA_WEIGHT
  return Math.sqrt(dl * dl + da * da + db * db)
}
