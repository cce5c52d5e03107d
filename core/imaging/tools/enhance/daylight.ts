import type { ColourTables } from '../../../kernels/light.ts'
import { decoded, encoded } from '../../../pixels/oklab.ts'

const LEVELS = 256

/** What red, green and blue light are multiplied by so that it falls as daylight does, as logarithms. */
export type ToDaylight = readonly [red: number, green: number, blue: number]

/** A share of a change of the light, 0..1. */
export const shareOfDaylight = ([red, green, blue]: ToDaylight, share: number): ToDaylight => [
  red * share,
  green * share,
  blue * share,
]

/** What each level of red, of green and of blue comes to, 0..255. */
export const levelsByDaylight = (change: ToDaylight): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: 3 * LEVELS }, (_, at) => {
    const level = at % LEVELS
    const by = change[Math.floor(at / LEVELS)] ?? 0
    return by === 0 ? level : encoded(decoded(level) * Math.exp(by))
  })

/** The same as tables of colours. */
export function tablesByDaylight(change: ToDaylight): ColourTables {
  const values = new Float32Array(9 * LEVELS)
  levelsByDaylight(change).forEach((value, at) => {
    values[3 * at + Math.floor(at / LEVELS)] = value
  })
  return { values }
}
