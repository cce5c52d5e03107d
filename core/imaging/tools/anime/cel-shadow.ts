import type { ToolEnvironment } from '../../tool.ts'
import { type Cells, sizesOf, withoutSpecks } from './cells.ts'
import { filledLightness, WIDE } from './fill.ts'
import type { AnimeLook } from './looks.ts'
import { withoutSeams } from './regions.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** How far light is smoothed before it is cut into tones, thousandths of the longer side. */
const SMOOTHED = 2.2
const TONES = 3

/**
 * Cuts cells where light falls on them and where it does not: a cel has a tone, a shadow and a light
 * with hard edges between, and no more.
 * @param minPx of what a cell is cut into, at a pixel
 */
export function withShadows(
  env: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  { shade, step }: Pick<AnimeLook['regions'], 'shade' | 'step'>,
  minPx: (at: number) => number,
): Cells {
  const painted = filledLightness(picture, cells, shade)
  const { widthPx, heightPx } = picture
  const values = new Float32Array(picture.lightness.length)
  for (let at = 0; at < values.length; at++) {
    values[at] = (picture.lightness[at] as number) - (painted[at] as number)
  }
  const light = env.kernels.gaussian({ widthPx, heightPx, values }, SMOOTHED * unitPxOf(picture))
  const of = new Uint32Array(values.length)
  for (let at = 0; at < of.length; at++) {
    const away = light.values[at] as number
    of[at] = (cells.of[at] as number) * TONES + (away < -step ? 0 : away > step ? 2 : 1)
  }
  const tones = env.kernels.connectCells({ ...cells, of, total: cells.total * TONES })
  const cut = env.kernels.connectCells(withoutSpecks(env.kernels, tones, minPx))
  const wide = sizesOf(cells).map((size, cell) => (size >= WIDE * of.length ? cell + 1 : 0))
  // Soft light on a wall or in a sky has no edge to be cut along.
  for (let at = 0; at < of.length; at++) of[at] = wide[cells.of[at] as number] as number
  return withoutSeams(env.kernels, picture, cut, of)
}
