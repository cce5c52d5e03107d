import type { Box, PixelSource } from '../../../pixels/pixels.ts'

/** Side of JPEG's blocks. */
export const BLOCK_PX = 8
/** A look at the photo: whole blocks, and half a block more for those that lie across its grid. */
const LOOK_BLOCKS = 16
const LOOK_PX = LOOK_BLOCKS * BLOCK_PX + BLOCK_PX / 2
/** Looks along each side, at most. */
const LOOKS_ACROSS = 4

/** Places of a photo by which all of it is judged, spread evenly, each on the grid of JPEG's blocks. */
export function looksAt({ widthPx, heightPx }: PixelSource): readonly Box[] {
  const across = looksAlong(widthPx)
  return looksAlong(heightPx).flatMap((y) =>
    across.map((x) => ({
      x,
      y,
      width: Math.min(LOOK_PX, widthPx - x),
      height: Math.min(LOOK_PX, heightPx - y),
    })),
  )
}

/** Starts of looks along a side. */
function looksAlong(lengthPx: number): readonly number[] {
  const room = Math.floor((lengthPx - LOOK_PX) / BLOCK_PX)
  if (room <= 0) return [0]
  const count = Math.min(LOOKS_ACROSS, 1 + Math.floor(room / LOOK_BLOCKS))
  if (count === 1) return [Math.floor(room / 2) * BLOCK_PX]
  return Array.from({ length: count }, (_, k) => Math.round((room * k) / (count - 1)) * BLOCK_PX)
}
