import { TONES } from '../cells/tones.ts'

/** What a pixel is: none of what is worn, a part of a pattern, or from here on a tone of a garment. */
export const NONE = 0
export const PART = 1
export const FIRST = 2

/** The garment of a kind, from 1; 0 for none. */
export const garmentOfKind = (kind: number): number =>
  kind < FIRST ? 0 : 1 + Math.floor((kind - FIRST) / TONES)
