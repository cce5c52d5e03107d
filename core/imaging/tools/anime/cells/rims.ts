import type { Kernels } from '../../../../kernels/kernels.ts'
import { colourDistance } from '../../../../pixels/colour-distance.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { type Cells, renumbered } from './cells.ts'

/** A rim is no wider than this on average, thousandths of the longer side. */
const WIDTH = 8
/** How much of its border the two cells have that it lies between, and how far these lie apart, OKLab. */
const SIDES = { share: 0.7, apart: 0.09 }
/** A colour lies between two others whose way over it is no longer than this against the straight one. */
const BETWEEN = 1.2

/**
 * Gives rims to the nearer of the two cells between which they lie: what a blurred edge, or the halo of
 * a sharpened one, leaves there in a third colour.
 * @param cells that hang together
 */
export function withoutRims(kernels: Kernels, picture: OkLabPicture, cells: Cells): Cells {
  const { sizes, ...means } = kernels.cellMeans(picture, cells)
  const apart = (from: number, to: number) => colourDistance(means, from, to)
  const unitPx = unitPxOf(picture)
  const meetings = Array.from({ length: cells.total }, (): { cell: number; px: number }[] => [])
  const { one, other, lengthPx, total } = kernels.meetCells(cells)
  for (let border = 0; border < total; border++) {
    const from = one[border] as number
    const to = other[border] as number
    const px = lengthPx[border] as number
    meetings[from]?.push({ cell: to, px })
    meetings[to]?.push({ cell: from, px })
  }
  const goes = meetings.map((beside, cell) => {
    const around = beside.reduce((sum, { px }) => sum + px, 0)
    if (beside.length < 2 || 2 * (sizes[cell] as number) > WIDTH * unitPx * around) return cell
    const [first, second] = beside.sort((a, b) => b.px - a.px)
    if (first === undefined || second === undefined) return cell
    const straight = apart(first.cell, second.cell)
    const [toFirst, toSecond] = [apart(cell, first.cell), apart(cell, second.cell)]
    const isRim =
      first.px + second.px > SIDES.share * around &&
      straight > SIDES.apart &&
      toFirst + toSecond < BETWEEN * straight &&
      Math.min(sizes[first.cell] as number, sizes[second.cell] as number) > (sizes[cell] as number)
    return isRim ? (toFirst < toSecond ? first.cell : second.cell) : cell
  })
  // Each goes to a larger one, so this ends.
  const lastOf = (cell: number): number => {
    let here = cell
    while (goes[here] !== here) here = goes[here] as number
    return here
  }
  return renumbered(cells, lastOf)
}
