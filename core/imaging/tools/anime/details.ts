import type { FloatPlane } from '../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Cel } from './cel.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** Lengths are thousandths of the picture's longer side. */
const SOFT = 0.7
/** Changes of light wider than this are shade, which the paint flattens on purpose. */
const SHADE_REACH = 9
/** How much lightness a place has lost to be drawn darker or lighter, and by how much that is. */
const TONES = [
  { from: -0.115, by: -0.27 },
  { from: -0.045, by: -0.13 },
] as const
const LIGHT = { from: 0.075, by: 0.13 }

/**
 * Draws what paint has lost that makes people themselves, the eyes, brows and lips of a small or a
 * turned face, as dark and light cells.
 * @param people where people are, 0..1
 * @param before lightness of the paint as it was before it was graded
 */
export function drawDetails(
  env: ToolEnvironment,
  cel: Cel,
  fine: OkLabPicture,
  before: Float32Array<ArrayBuffer>,
  people: FloatPlane,
): void {
  const unitPx = unitPxOf(cel)
  const plane = (values: Float32Array<ArrayBuffer>) => ({ ...people, values })
  const lost = fine.lightness.map(
    (light, at) => (light - (before[at] as number)) * (people.values[at] as number),
  )
  const shade = env.kernels.gaussian(plane(lost), SHADE_REACH * unitPx).values
  const own = env.kernels.gaussian(plane(lost), SOFT * unitPx).values
  const first = cel.newCells(TONES.length + 1)
  const { lightness, a, b } = cel.colours
  for (let at = 0; at < own.length; at++) {
    if ((people.values[at] as number) < 0.5) continue
    const away = (own[at] as number) - (shade[at] as number)
    const dark = TONES.findIndex(({ from }) => away < from)
    const [cell, by] =
      dark >= 0 ? [dark, TONES[dark]?.by ?? 0] : away > LIGHT.from ? [TONES.length, LIGHT.by] : []
    if (cell === undefined || by === undefined) continue
    const light = Math.min(0.98, Math.max(0.08, (lightness[at] as number) + by))
    cel.set(at, first + cell, light, a[at] as number, b[at] as number)
    cel.bare[at] = 1
  }
}
