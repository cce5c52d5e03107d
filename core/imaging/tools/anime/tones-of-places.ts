import { withValues } from '../../../pixels/with-values.ts'
import { tonesOf } from './faces/skin-tones.ts'
import type { OkLabPicture } from './study.ts'

/** Every so many pixels tell the tones of what they lie on. */
export const LOOKED = 7

/**
 * Where the light of some places is cut into tones.
 * @param light of the picture, as it is cut
 * @param places pixels of the picture
 * @param apart how far tones lie apart at least, OKLab
 */
export function tonesOfPlaces(
  { lightness, a, b }: OkLabPicture,
  light: Float32Array,
  places: readonly number[],
  apart?: number,
): { readonly values: Float32Array; readonly steps: readonly number[] } {
  const from = (plane: Float32Array) =>
    withValues(new Float32Array(places.length), (k) => plane[places[k] as number] as number)
  const lab = { light: from(lightness), a: from(a), b: from(b) }
  const values = from(light)
  const { steps } = tonesOf(values, lab, new Float32Array(places.length).fill(1), apart)
  return { values, steps }
}
