import type { Cells } from './cells.ts'
import { FIRST, garmentOfKind } from './cloth-kinds.ts'
import { TONES } from './faces/skin-tones.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

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
  unsmoothed: OkLabPicture,
  of: Cells['of'],
  count: number,
): Float64Array<ArrayBuffer> {
  const { widthPx, heightPx, lightness, a, b } = unsmoothed
  const sidePx = Math.max(4, Math.round(SQUARE.side * unitPxOf(unsmoothed)))
  const leastPx = (SQUARE.share * sidePx ** 2) / ROWS
  const froms = Uint32Array.from(
    { length: FIRST + count * TONES },
    (_, kind) => SUMS * garmentOfKind(kind),
  )
  const found = Array.from({ length: count }, (): number[] => [])
  const sums = new Float64Array(SUMS * count)
  const met: number[] = []
  for (let top = 0; top + sidePx <= heightPx; top += sidePx) {
    for (let left = 0; left + sidePx <= widthPx; left += sidePx) {
      met.length = 0
      for (let y = top; y < top + sidePx; y += ROWS) {
        const end = y * widthPx + left + sidePx
        for (let at = end - sidePx; at < end; at++) {
          const from = froms[of[at] as number] as number
          if (from === 0) continue
          if (sums[from] === 0) met.push(from)
          const [light, red, yellow] = [lightness[at] as number, a[at] as number, b[at] as number]
          sums[from] = (sums[from] as number) + 1
          sums[from + 1] = (sums[from + 1] as number) + light
          sums[from + 2] = (sums[from + 2] as number) + red
          sums[from + 3] = (sums[from + 3] as number) + yellow
          sums[from + 4] =
            (sums[from + 4] as number) + light * light + COLOUR * (red * red + yellow * yellow)
        }
      }
      for (const from of met) {
        if ((sums[from] as number) >= leastPx) found[from / SUMS]?.push(spreadOf(sums, from))
        sums.fill(0, from, from + SUMS)
      }
    }
  }
  return Float64Array.from(found, (spreads) => {
    if (spreads.length < LEAST_SQUARES) return 0
    spreads.sort((one, other) => one - other)
    return spreads[Math.floor(LOWEST * spreads.length)] as number
  })
}

/** Of a garment in a square: its pixels, their colours and the squares of these. */
const SUMS = 5

function spreadOf(sums: Float64Array, from: number): number {
  const pixels = sums[from] as number
  const [light, red, yellow, squares] = [1, 2, 3, 4].map(
    (k) => (sums[from + k] as number) / pixels,
  ) as [number, number, number, number]
  return Math.sqrt(Math.max(0, squares - light * light - COLOUR * (red * red + yellow * yellow)))
}
