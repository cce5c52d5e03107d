import type { FloatPlane } from '../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Cells, sizesOf } from './cells.ts'
import { crowdsOf } from './masses.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** How far about a cell behind people one looks, thousandths, and how much of what differs there goes. */
const ABOUT = 30
const QUIET = 0.4

/**
 * Paints leaves, pebbles and crowds behind people quieter: what differs from all about it does so less. Whole
 * cells change, so none gets a border.
 * @param colours which are written on
 * @param person where people are, 0..1
 */
export function quieten(
  env: ToolEnvironment,
  colours: OkLabPicture,
  cells: Cells,
  person: FloatPlane,
): void {
  const unitPx = unitPxOf(cells)
  const crowds = crowdsOf(env, cells, person.values, unitPx, 0)
  if (!crowds.some((share) => share > 0)) return
  const sizes = sizesOf(cells)
  const { of, total } = cells
  const behind = { ...person, values: person.values.map((share) => 1 - share) }
  const whole = env.kernels.gaussian(behind, ABOUT * unitPx).values
  for (const name of ['lightness', 'a', 'b'] as const) {
    const own = colours[name]
    const values = own.map((value, at) => value * (behind.values[at] as number))
    const about = env.kernels.gaussian({ ...person, values }, ABOUT * unitPx).values
    const apart = new Float64Array(total)
    for (let at = 0; at < of.length; at++) {
      const cell = of[at] as number
      const there = (about[at] as number) / Math.max(1e-3, whole[at] as number)
      apart[cell] = (apart[cell] as number) + there - (own[at] as number)
    }
    for (let at = 0; at < of.length; at++) {
      const cell = of[at] as number
      const share = (QUIET * (crowds[cell] as number)) / (sizes[cell] as number)
      own[at] = (own[at] as number) + (apart[cell] as number) * share
    }
  }
}
