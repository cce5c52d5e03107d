import type { ToolEnvironment } from '../../../tool.ts'
import type { AnimeLook } from '../looks.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { type Cells, withoutSpecks } from './cells.ts'
import { filledLightness } from './fill.ts'
import { withoutSeams } from './regions.ts'
import { evenCells } from './wide-cells.ts'

/** How far light is smoothed before it is cut into tones, thousandths of the longer side. */
const SMOOTHED = 2.2

/** Where light changes more than this in each thousandth, OKLab, a cloud ends, or a shadow on a wall. */
const CLOUD = 0.0026

/** How large what a cell is cut into must be, px. */
interface Smallest {
  readonly usualPx: number
  readonly onSkinPx: number
  /** How much each place is skin, 0..1. */
  readonly skin: Float32Array
}

/**
 * Cuts cells where light falls on them and where it does not: a cel has a tone, a shadow and a light
 * with hard edges between, and no more.
 */
export function withShadows(
  env: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  { shade, step }: Pick<AnimeLook['regions'], 'shade' | 'step'>,
  smallest: Smallest,
): Cells {
  const { kernels } = env
  const painted = filledLightness(kernels, picture, cells, shade)
  const sigmaPx = SMOOTHED * unitPxOf(picture)
  const toned = kernels.cutTones(picture.lightness, painted, cells, sigmaPx, step)
  const tones = kernels.connectCells(toned)
  const { of } = toned
  const before = cells.of
  const { usualPx, onSkinPx, skin } = smallest
  const leastAt = (at: number) => ((skin[at] as number) > 0.5 ? onSkinPx : usualPx)
  const cut = kernels.connectCells(withoutSpecks(kernels, tones, leastAt))
  const isEven = evenCells(picture, cells)
  const wide = Uint32Array.from(isEven, (is, cell) => (is === 1 ? cell + 1 : 0))
  // Soft light on a wall or in a sky has no edge to be cut along.
  for (let at = 0; at < of.length; at++) of[at] = wide[before[at] as number] as number
  return withoutSeams(kernels, picture, cut, of, CLOUD / unitPxOf(picture))
}
