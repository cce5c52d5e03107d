import type { Cells } from './cells.ts'

/** Boxes of pieces, by their number, px; the last column and row are within. */
export interface Boxes {
  readonly left: Uint32Array
  readonly right: Uint32Array
  readonly top: Uint32Array
  readonly bottom: Uint32Array
}

/** The boxes of pieces, as far as the given places reach. */
export function boxesOf({ of, total, widthPx, heightPx }: Cells, places: Iterable<number>): Boxes {
  const [left, top] = [new Uint32Array(total).fill(widthPx), new Uint32Array(total).fill(heightPx)]
  const [right, bottom] = [new Uint32Array(total), new Uint32Array(total)]
  for (const at of places) {
    const piece = of[at] as number
    const x = at % widthPx
    const y = Math.floor(at / widthPx)
    left[piece] = Math.min(left[piece] as number, x)
    right[piece] = Math.max(right[piece] as number, x)
    top[piece] = Math.min(top[piece] as number, y)
    bottom[piece] = Math.max(bottom[piece] as number, y)
  }
  return { left, right, top, bottom }
}

/** How far a piece reaches across and down, px; below 0 where it has no place. */
export const sizeOf = ({ left, right, top, bottom }: Boxes, piece: number) => ({
  across: (right[piece] as number) - (left[piece] as number),
  down: (bottom[piece] as number) - (top[piece] as number),
})
