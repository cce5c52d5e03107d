import { inParts } from '../../../../pixels/in-parts.ts'
import type { Cel } from '../cel.ts'
import type { Accents } from './accents.ts'

/** A dark accent is so much darker at least, OKLab: a share of black is hardly seen. */
const SEEN = 0.05
/** Nothing is painted darker, OKLab; and of a light accent white takes so much less as there is room. */
const DARKEST = 0.1
const ROOM = 2
/**
 * What is dark has so many times the colour, and where cloth has less than this, OKLab, so much of the look's own shade:
 * grey on white is dirt.
 */
const SHADE = { vivid: 1.25, colourless: 0.06, share: 0.5 }

/**
 * Paints accents on what was painted flat, with no ink about them.
 * @param shade what colourless things have in the shade, OKLab
 * @param isFlat whether a cell may have accents: hair, hands and what is drawn anew have none
 */
export function drawAccents(
  cel: Cel,
  { by }: Accents,
  shade: { readonly a: number; readonly b: number },
  isFlat: (cell: number) => boolean,
): void {
  const first = cel.newStrokes(2)
  const { lightness, a, b } = cel.colours
  inParts(by.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const share = by[at] as number
      if (share === 0 || !isFlat(cel.cells[at] as number)) continue
      const [own, red, yellow] = [lightness[at] as number, a[at] as number, b[at] as number]
      if (share > 0) {
        const painted = own + share * Math.min(1, ROOM * (1 - own))
        cel.set(at, first + 1, painted, red, yellow)
        continue
      }
      const least = Math.min(SEEN, -share)
      const painted = Math.max(Math.min(own, DARKEST), own - Math.max(least, -own * share))
      const grey = Math.max(0, 1 - Math.hypot(red, yellow) / SHADE.colourless) * SHADE.share
      const [shadeA, shadeB] = [
        SHADE.vivid * red + grey * shade.a,
        SHADE.vivid * yellow + grey * shade.b,
      ]
      cel.set(at, first, painted, shadeA, shadeB)
    }
  })
}
