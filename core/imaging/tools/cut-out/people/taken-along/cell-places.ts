import type { CellMeans, OfCell } from './cell-means.ts'
import { BEHIND, marksBetween, type SmallView } from './small-view.ts'
import type { SmallCells } from './unsure-cells.ts'

/** No ray is followed further, in sizes of a face. */
const RAY_MOST = 12

type Size = Pick<SmallView, 'widthPx' | 'heightPx'>

/**
 * Where a cell lies: from the nearest face and the picture's sides, and how far it is, to either side, up and
 * down, to what is held and to what is not.
 */
export function placesIn(view: SmallView, cells: SmallCells, means: CellMeans): OfCell {
  const { heads, widthPx, heightPx, mask, isPerson } = view
  const isClear = marksBetween(mask, -1, BEHIND)
  const [xs, ys] = means.middles()
  const touches = touchesOf(cells)
  return (cell) => {
    const [x, y] = [xs[cell] as number, ys[cell] as number]
    const head = nearestHead(heads, x, y)
    const rays = (marks: Uint8Array) =>
      raysFrom(marks, view, x, y).map((px) => Math.min(RAY_MOST, px / head.size))
    return [
      Math.abs(x - head.x) / head.size,
      (y - head.y) / head.size,
      head.size / Math.max(widthPx, heightPx),
      Math.min(x, widthPx - 1 - x) / widthPx,
      ...touches(cell),
      ...rays(isPerson),
      ...rays(isClear),
    ]
  }
}

/** Which sides of the picture a cell lies at: the upper, the lower, either of the others. */
function touchesOf({ of, widthPx, heightPx, count }: SmallCells): OfCell {
  const touches = new Uint8Array(count * 3)
  for (let x = 0; x < widthPx; x++) {
    touches[(of[x] as number) * 3] = 1
    touches[(of[(heightPx - 1) * widthPx + x] as number) * 3 + 1] = 1
  }
  for (let row = 0; row < of.length; row += widthPx) {
    touches[(of[row] as number) * 3 + 2] = 1
    touches[(of[row + widthPx - 1] as number) * 3 + 2] = 1
  }
  return (cell) => [...touches.subarray(cell * 3, cell * 3 + 3)]
}

function nearestHead<
  Head extends { readonly x: number; readonly y: number; readonly size: number },
>(heads: readonly Head[], x: number, y: number): Head {
  const away = (head: Head) => Math.hypot(x - head.x, y - head.y) / head.size
  return heads.reduce((one, other) => (away(other) < away(one) ? other : one))
}

/**
 * How far it is from a place to a pixel that is marked, px: to the nearer and the further side, up and down;
 * endless where there is none.
 */
function raysFrom(
  marks: Uint8Array,
  { widthPx, heightPx }: Size,
  x: number,
  y: number,
): readonly number[] {
  const [column, row] = [Math.round(x), Math.round(y)]
  const at = row * widthPx + column
  const left = stepsTo(marks, at, -1, column + 1)
  const right = stepsTo(marks, at, 1, widthPx - column)
  const up = stepsTo(marks, at, -widthPx, row + 1)
  const down = stepsTo(marks, at, widthPx, heightPx - row)
  return [Math.min(left, right), Math.max(left, right), up, down]
}

function stepsTo(marks: Uint8Array, start: number, step: number, most: number): number {
  for (let steps = 0, at = start; steps < most; steps++, at += step)
    if (marks[at] === 1) return steps
  return Number.POSITIVE_INFINITY
}
