import { lumaPlaneOf } from '../../../pixels/luma.ts'
import type { PixelSource } from '../../../pixels/pixels.ts'
import { BLOCK_PX, looksAt } from './looks.ts'

/** A coefficient under it counts as none: what rounding to 8 bits leaves of one that was dropped. */
const NONE = 0.8
/** Coefficients that JPEG drops first, and that most places of a photo have: u + v. */
const DETAIL = { from: 4, to: 9 }

/**
 * How strongly a photo shows that it was stored as JPEG: the share of the coefficients of detail
 * that are missing on the grid of JPEG's blocks and would not be elsewhere. About 0 for a photo that
 * was never stored, or was made smaller since; of 1, in most photos 0.05 at quality 98, 0.25 at 95,
 * 0.45 at 90 and 0.55 at 80.
 */
export function jpegTraces(source: PixelSource): number {
  let [onGrid, across, total] = [0, 0, 0]
  for (const box of looksAt(source)) {
    const { width, height } = box
    const luma = lumaPlaneOf(source.read(box))
    onGrid += missing(luma, width, height, 0)
    across += missing(luma, width, height, BLOCK_PX / 2)
    // Both count the same number of coefficients.
    total += blocksIn(width) * blocksIn(height) * detail.length
  }
  return total === across ? 0 : (onGrid - across) / (total - across)
}

/** Blocks of a length that fit in, also half a block further on. */
const blocksIn = (lengthPx: number): number =>
  Math.max(0, Math.floor((lengthPx - BLOCK_PX / 2) / BLOCK_PX))

/** Rows of the discrete cosine transform of eight values. */
const waves = Array.from({ length: BLOCK_PX }, (_, u) =>
  Float32Array.from(
    { length: BLOCK_PX },
    (__, x) =>
      Math.sqrt((u === 0 ? 1 : 2) / BLOCK_PX) *
      Math.cos(((2 * x + 1) * u * Math.PI) / (2 * BLOCK_PX)),
  ),
)

const detail = waves.flatMap((_, u) =>
  waves.flatMap((down, v) => {
    if (u + v < DETAIL.from || u + v > DETAIL.to) return []
    return [{ u, down }]
  }),
)

/** Coefficients of detail that are none, in all blocks that begin at `offset`. */
function missing(luma: Float32Array, width: number, height: number, offset: number): number {
  const rows = new Float32Array(BLOCK_PX * BLOCK_PX)
  let count = 0
  for (let by = 0; by < blocksIn(height); by++) {
    for (let bx = 0; bx < blocksIn(width); bx++) {
      const start = (by * BLOCK_PX + offset) * width + bx * BLOCK_PX + offset
      transformRows(luma, start, width, rows)
      for (const { u, down } of detail) {
        let sum = 0
        for (let y = 0; y < BLOCK_PX; y++) {
          sum += (down[y] as number) * (rows[u * BLOCK_PX + y] as number)
        }
        if (Math.abs(sum) < NONE) count++
      }
    }
  }
  return count
}

/** Rows of a block transformed: coefficient by coefficient, each its eight rows. */
function transformRows(
  luma: Float32Array,
  start: number,
  stride: number,
  rows: Float32Array,
): void {
  for (let u = 0; u < BLOCK_PX; u++) {
    const wave = waves[u] as Float32Array
    for (let y = 0; y < BLOCK_PX; y++) {
      let sum = 0
      for (let x = 0; x < BLOCK_PX; x++) {
        sum += (wave[x] as number) * (luma[start + y * stride + x] as number)
      }
      rows[u * BLOCK_PX + y] = sum
    }
  }
}
