import type { Cel } from '../cel.ts'
import { unitPxOf } from '../study.ts'

/** How far from a border of paint a line stands alone, and what shorter one would be a tick, thousandths. */
const LONE = { reach: 5, shortest: 70 }
/** How much of the line is drawn. */
const INK = 0.9

/**
 * Marks where long lines are drawn that paint alone does not show: planks, joints, the rim of a white hat before a
 * white wall.
 * @param cel whose folds and shortest lines are written on
 * @param person where people are, who have lines of their own, 0..1; null where nobody is
 */
export function markLongLines(cel: Cel, person: Float32Array | null): void {
  const { widthPx, heightPx, cells, bare, folds, shortest } = cel
  const unitPx = unitPxOf(cel)
  const reachPx = Math.max(1, Math.round(LONE.reach * unitPx))
  const leastPx = LONE.shortest * unitPx
  // A function of a row: it is compiled after some rows, where one over all of them is left again at each.
  const markRow = (y: number) => {
    const end = (y + 1) * widthPx - reachPx
    for (let at = y * widthPx + reachPx; at < end; at++) {
      const cell = cells[at]
      if (cells[at - reachPx] !== cell || cells[at + reachPx] !== cell) continue
      if (cells[at - reachPx * widthPx] !== cell || cells[at + reachPx * widthPx] !== cell) continue
      if ((bare[at] as number) > 0 || (person !== null && (person[at] as number) > 0)) continue
      folds[at] = INK
      shortest[at] = leastPx
    }
  }
  for (let y = reachPx; y + reachPx < heightPx; y++) markRow(y)
}
