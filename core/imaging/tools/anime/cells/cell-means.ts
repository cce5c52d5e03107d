import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { Cells } from './cells.ts'

/** Every so many pixels of a row and rows are looked at. */
const LOOKED = 2

/**
 * The mean of a plane over each cell, of cells by their number; 0 for one so small that it is not looked at.
 * @param plane as large as the cells or in blocks of their pixels
 */
export function meanOverCells(
  { of, total, widthPx, heightPx }: Cells,
  plane: Pick<FloatPlane, 'widthPx' | 'values'>,
): Float64Array {
  const blockPx = Math.max(1, Math.round(widthPx / plane.widthPx))
  const sizes = new Uint32Array(total)
  const sums = new Float64Array(total)
  const columns = new Uint32Array(Math.ceil(widthPx / LOOKED))
  for (let k = 0; k < columns.length; k++) columns[k] = Math.floor((k * LOOKED) / blockPx)
  for (let y = 0; y < heightPx; y += LOOKED) {
    const row = Math.floor(y / blockPx) * plane.widthPx
    for (let k = 0, at = y * widthPx; k < columns.length; k++, at += LOOKED) {
      const cell = of[at] as number
      sizes[cell] = (sizes[cell] as number) + 1
      sums[cell] = (sums[cell] as number) + (plane.values[row + (columns[k] as number)] as number)
    }
  }
  return sums.map((sum, cell) => sum / Math.max(1, sizes[cell] as number))
}
