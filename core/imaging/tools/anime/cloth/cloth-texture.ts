import type { Kernels } from '../../../../kernels/kernels.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import { TONES } from '../cells/tones.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { FIRST, garmentOfKind } from './cloth-kinds.ts'

/** Texture is measured in squares so wide, thousandths, of which so much is one garment. */
const SQUARE = { side: 14, share: 0.75 }
/** Every so many rows of a square are looked at. */
const ROWS = 2
/** Colour counts for so much more than light, squared: of which a fold changes little. */
const COLOUR = 2.56
/** The square of a garment that has more texture than this share of all: a fold lies on some, a pattern on all. */
const LOWEST = 0.25
/** A garment of fewer squares tells nothing. */
const LEAST_SQUARES = 5

/**
 * How much texture each garment has all over, by its number: how far pixels lie from the mean of what is about them
 * (standard deviation, OKLab), where that is least. A fold, a seam and a shadow's edge lie in some places only.
 * @param unsmoothed the picture as it is seen
 * @param of the kind of each pixel
 * @param count of garments, from 0 for none
 */
export function textureOf(
  kernels: Pick<Kernels, 'spreadsInSquares'>,
  unsmoothed: OkLabPicture,
  of: Uint32Array<ArrayBuffer>,
  count: number,
): Float64Array<ArrayBuffer> {
  const sidePx = Math.max(4, Math.round(SQUARE.side * unitPxOf(unsmoothed)))
  const garments = withValues(new Uint32Array(FIRST + count * TONES), garmentOfKind)
  const { things, spreads } = kernels.spreadsInSquares(
    unsmoothed,
    { kinds: of, things: garments },
    { sidePx, everyRow: ROWS, leastPx: (SQUARE.share * sidePx ** 2) / ROWS, colour: COLOUR },
  )
  const found = Array.from({ length: count }, (): number[] => [])
  for (let square = 0; square < things.length; square++) {
    const garment = things[square] as number
    if (garment !== 0) found[garment]?.push(spreads[square] as number)
  }
  return Float64Array.from(found, (own) => {
    if (own.length < LEAST_SQUARES) return 0
    own.sort((one, other) => one - other)
    return own[Math.floor(LOWEST * own.length)] as number
  })
}
