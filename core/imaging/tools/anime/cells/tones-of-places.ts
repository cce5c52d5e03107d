import { stepsOf } from './tones.ts'

/** Every so many pixels tell the tones of what they lie on. */
export const LOOKED = 7

/**
 * Where the light of some places is cut into tones.
 * @param light of the picture, as it is cut
 * @param places pixels of the picture
 * @param apart how far tones lie apart at least, OKLab
 */
export function tonesOfPlaces(
  light: Float32Array,
  places: readonly number[],
  apart?: number,
): { readonly values: Float32Array; readonly steps: readonly number[] } {
  const values = valuesAt(light, places)
  return { values, steps: stepsOf(values, apart) }
}

function valuesAt(plane: Float32Array, places: readonly number[]): Float32Array {
  const values = new Float32Array(places.length)
  for (let k = 0; k < values.length; k++) values[k] = plane[places[k] as number] as number
  return values
}
