import { z } from 'zod'

/** A place in a photo, in fractions of its sides. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Nobody, whoever is out of focus. */
const NOBODY = 'nobody'

/**
 * Who is left out of a cut-out, by a place in each face: `0.312 0.450;0.700 0.200`. Empty, as to
 * begin with, for whoever is out of focus behind others.
 */
export const leftOutSchema = z
  .string()
  .max(200)
  .regex(/^(?:nobody|(?:[01]\.\d{3} [01]\.\d{3}(?:;(?!$)|$))*)$/)
  .default('')

/** Null where the customer did not say. */
export function placesOf(written: string): readonly Place[] | null {
  if (written === '') return null
  if (written === NOBODY) return []
  return written.split(';').map((place) => {
    const [x = 0, y = 0] = place.split(' ').map(Number)
    return { x, y }
  })
}

export const writtenPlaces = (places: readonly Place[]): string =>
  places.length === 0 ? NOBODY : places.map(({ x, y }) => `${written(x)} ${written(y)}`).join(';')

const written = (share: number): string => Math.min(1, Math.max(0, share)).toFixed(3)
