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
