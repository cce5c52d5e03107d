import type { Box } from '../pixels/pixels.ts'

/** One thing that stands out in a photo, in fractions of its sides. */
export interface Thing {
  readonly box: Box
  /** A place in it, whatever its form. */
  readonly place: { readonly x: number; readonly y: number }
}
