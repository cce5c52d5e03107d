import { REACHES_PER_PX } from '../../../../kernels/cells.ts'
import type { Kernels } from '../../../../kernels/kernels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cel } from '../cel.ts'
import { meanOverCells } from '../cells/cell-means.ts'
import type { Cells } from '../cells/cells.ts'
import { unitPxOf } from '../study.ts'

/** A cell belongs to people by this share; about a head, whose hair and skin are painted later, by that. */
const KEPT = { usual: 0.3, aboutHead: 0.75 }
/** How far paint is softened against how far the photo is out of focus, and from where on it is, px. */
const SOFT = { share: 1.4, leastPx: 1 }

/**
 * Paints what is out of focus softly: borders there are as wide as the photo has them, without ink.
 * @param cel which is written on
 * @param cells that it is painted in
 * @param blur of the photo, thousandths, in blocks
 * @param isFree of {@link freeCells}: all else stays sharp
 * @param share how much of that softness a look keeps, 0..1
 * @returns the one cell of all that is soft; null where nothing is
 */
export function softenBackground(
  env: ToolEnvironment,
  cel: Cel,
  cells: Cells,
  blur: FloatPlane,
  isFree: Uint8Array,
  share: number,
): number | null {
  const { widthPx, heightPx } = cel
  const reaches = reachesOf(env.kernels, cells, blur, isFree, share * unitPxOf(cel))
  if (reaches === null) return null
  cel.soften(env, reaches)
  const ground = cel.newCells(1)
  const least = SOFT.leastPx * REACHES_PER_PX
  for (let at = 0; at < widthPx * heightPx; at++) {
    if ((reaches[at] as number) < least) continue
    cel.cells[at] = ground
    cel.bare[at] = 1
  }
  return ground
}

/**
 * Tells what is background.
 * @param person where people are, 0..1
 * @param isKept whether a cell is part of somebody, whatever the mask says
 * @param isHead 1 at each pixel about a head
 * @returns 1 for each cell that is part of nobody
 */
export function freeCells(
  cells: Cells,
  person: Float32Array<ArrayBuffer>,
  isKept: (cell: number) => boolean,
  isHead: Uint8Array,
): Uint8Array {
  const { widthPx } = cells
  const people = meanOverCells(cells, { widthPx, values: person })
  const heads = meanOverCells(cells, { widthPx, values: new Float32Array(isHead) })
  return Uint8Array.from(people, (share, cell) => {
    const least = KEPT.usual + (KEPT.aboutHead - KEPT.usual) * (heads[cell] as number)
    return share > least || isKept(cell) ? 0 : 1
  })
}

/** How far each place is softened, in quarters of a pixel; null where none is. */
function reachesOf(
  kernels: Kernels,
  cells: Cells,
  blur: FloatPlane,
  isFree: Uint8Array,
  unitPx: number,
): Uint8Array | null {
  const { of, widthPx, heightPx } = cells
  if (!blur.values.some((soft) => soft > 0)) return null
  const { values } = kernels.resizePlane(blur, widthPx, heightPx)
  const share = SOFT.share * unitPx * REACHES_PER_PX
  const reaches = new Uint8Array(of.length)
  let isAny = false
  for (let at = 0; at < of.length; at++) {
    if (isFree[of[at] as number] === 0) continue
    const reach = Math.min(255, (values[at] as number) * share)
    reaches[at] = reach
    if (reach >= 1) isAny = true
  }
  return isAny ? reaches : null
}
