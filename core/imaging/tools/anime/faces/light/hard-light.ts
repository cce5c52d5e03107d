import { smoothstep } from '../../../../../pixels/pixels.ts'

/**
 * Lit places of a face lie so far above the mean of its skin, OKLab, and are so light: the gloss on dark skin lies as
 * far above it, and is darker. What is light all the same needs no help.
 */
const HARD = {
  above: { from: 0.21, to: 0.265 },
  lit: { from: 0.64, to: 0.69 },
  light: { from: 0.66, to: 0.6 },
}

/**
 * How surely a hard light falls on a face of skin that is not dark, 0..1: the mean of its light and its deep shade is
 * neither's, and as one brown it would be somebody else's.
 * @param mean lightness of its skin, OKLab
 * @param lit lightness of cheeks and nose where light falls on them
 */
export const hardLightOn = (mean: number, lit: number): number =>
  smoothstep(HARD.above.from, HARD.above.to, lit - mean) *
  smoothstep(HARD.lit.from, HARD.lit.to, lit) *
  smoothstep(HARD.light.from, HARD.light.to, mean)
