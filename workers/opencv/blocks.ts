import type { Plane } from '#core/pixels/raster.ts'
import type { Job } from '../job-registry.ts'

/** Rows between two looks for a cancel. */
const STRIP_ROWS = 512

/** One byte a block of `blockPx` x `blockPx` pixels of a matte; the last ones may be narrower. */
export interface BlockMask {
  readonly widthBlocks: number
  readonly heightBlocks: number
  readonly blockPx: number
  /** 0 or 255. */
  readonly values: Uint8Array
}

export interface MatteBlocks {
  /** Blocks with any pixel above `seen`. */
  readonly support: BlockMask
  /** Blocks with any pixel below `solid`. */
  readonly gaps: BlockMask
}

/** The matte in whole blocks, at most `longSideBlocks` of them a side; nothing falls between two. */
export async function matteBlocks(
  matte: Plane,
  longSideBlocks: number,
  seen: number,
  solid: number,
  job: Job,
): Promise<MatteBlocks> {
  const { widthPx, heightPx, values } = matte
  const blockPx = Math.ceil(Math.max(widthPx, heightPx) / longSideBlocks)
  const support = emptyMask(matte, blockPx)
  const gaps = emptyMask(matte, blockPx)
  const columnOf = blockColumns(widthPx, blockPx)
  for (let y = 0; y < heightPx; y++) {
    if (y % STRIP_ROWS === 0) await job.checkpoint()
    const row = Math.floor(y / blockPx) * support.widthBlocks
    for (let x = 0; x < widthPx; x++) {
      const value = values[y * widthPx + x] ?? 0
      const block = row + (columnOf[x] ?? 0)
      if (value > seen) support.values[block] = 255
      if (value < solid) gaps.values[block] = 255
    }
  }
  return { support, gaps }
}

/** A copy of the matte that is 255 in `filled` blocks and 0 outside the `kept` ones. */
export async function composed(
  matte: Plane,
  kept: BlockMask,
  filled: BlockMask,
  job: Job,
): Promise<Plane> {
  const { widthPx, heightPx } = matte
  const values = new Uint8ClampedArray(matte.values)
  const columnOf = blockColumns(widthPx, kept.blockPx)
  for (let y = 0; y < heightPx; y++) {
    if (y % STRIP_ROWS === 0) await job.checkpoint()
    const row = Math.floor(y / kept.blockPx) * kept.widthBlocks
    for (let x = 0; x < widthPx; x++) {
      const block = row + (columnOf[x] ?? 0)
      if (kept.values[block] === 0) values[y * widthPx + x] = 0
      else if (filled.values[block] !== 0) values[y * widthPx + x] = 255
    }
  }
  return { widthPx, heightPx, values }
}

function emptyMask({ widthPx, heightPx }: Plane, blockPx: number): BlockMask {
  const widthBlocks = Math.ceil(widthPx / blockPx)
  const heightBlocks = Math.ceil(heightPx / blockPx)
  return {
    widthBlocks,
    heightBlocks,
    blockPx,
    values: new Uint8Array(widthBlocks * heightBlocks),
  }
}

const blockColumns = (widthPx: number, blockPx: number): Uint16Array =>
  Uint16Array.from({ length: widthPx }, (_, x) => Math.floor(x / blockPx))
