import type { RegionSettings } from '../../../../kernels/cells.ts'
import type { Kernels } from '../../../../kernels/kernels.ts'
import type { OkLabPicture } from '../study.ts'
import { type Cells, renumbered } from './cells.ts'
import { Joins } from './joins.ts'

/**
 * Cuts a picture into regions of like colour.
 * @param fine settings where `isFine` is above a half: people, who are to stay themselves
 */
export function regionsOf(
  kernels: Kernels,
  picture: OkLabPicture,
  coarse: RegionSettings,
  fine: RegionSettings,
  isFine: Float32Array<ArrayBuffer>,
): Cells {
  return withoutSeams(kernels, picture, kernels.cutRegions(picture, coarse, fine, isFine))
}

/** Neighbours between which colour changes no more than this from pixel to pixel are one sky. */
const SEAM = 0.0045
/** A seam is looked at along so many pixels at least. */
const SEAM_PX = 24

/**
 * Joins cells that a slow change of colour was cut into: a sky has no bands.
 * @param within a number for each pixel: cells may join only within one of them that is not 0
 * @param seam up to which change from pixel to pixel they join, OKLab
 */
export function withoutSeams(
  kernels: Kernels,
  picture: OkLabPicture,
  cells: Cells,
  within?: Uint32Array<ArrayBuffer>,
  seam = SEAM,
): Cells {
  const { one, other, lengthPx, apart, total } = kernels.meetCells(cells, picture, within)
  const joins = new Joins(cells.total)
  for (let border = 0; border < total; border++) {
    const px = lengthPx[border] as number
    if (px < SEAM_PX || (apart[border] as number) / px > seam) continue
    joins.join(one[border] as number, other[border] as number)
  }
  return renumbered(cells, (cell) => joins.rootOf(cell))
}
