import { inParts } from '../../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { Cells } from '../cells/cells.ts'
import { garmentOfKind } from '../cloth/cloth-kinds.ts'

/** A place that has no accents: skin, hair and what is drawn anew. */
export const NONE = 0
/** What lies behind people, or all of a picture without any. */
export const GROUND = 1
/** From here on garments, by their numbers. */
const GARMENTS = 2

/** Under which share of people there is ground. */
const NOBODY = 0.3

/** What each place is whose light has accents of its own. */
export interface AccentPlaces {
  readonly kindAt: Uint32Array<ArrayBuffer>
  /** Kinds are below this. */
  readonly total: number
}

/**
 * Tells garments from the ground.
 * @param kinds of each cell what it is of cloth
 * @param isHead 1 where heads are
 * @param bare garments that are skin, by their numbers
 */
export function accentPlaces(
  { of }: Pick<Cells, 'of'>,
  kinds: Uint32Array,
  person: FloatPlane | null,
  isHead: Uint8Array,
  bare: ReadonlySet<number>,
): AccentPlaces {
  const kindOf = Uint32Array.from(kinds, (kind) => {
    const garment = garmentOfKind(kind)
    return garment === 0 || bare.has(garment) ? NONE : garment - 1 + GARMENTS
  })
  const kindAt = new Uint32Array(of.length)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const garment = kindOf[of[at] as number] ?? NONE
      const isNobody = person === null || (person.values[at] as number) < NOBODY
      if (garment !== NONE) kindAt[at] = garment
      else if (isNobody && isHead[at] === 0) kindAt[at] = GROUND
    }
  })
  const total = kindOf.reduce((most, kind) => Math.max(most, kind), GROUND) + 1
  return { kindAt, total }
}
