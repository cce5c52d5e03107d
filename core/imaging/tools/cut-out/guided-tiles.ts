import { createFloatPlane, cropRaster } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import type { StripThreads } from '../../strip-work.ts'

/** Narrower tiles leave more out, and compute more twice. */
const TILE_PX = 128

export interface GuidedTiles {
  readonly guide: Raster
  readonly plane: FloatPlane
  readonly radiusPx: number
  readonly epsilon: number
  /** 1 for each pixel whose value is wanted, the others may stay as they are; null for all. */
  readonly open: Uint8Array | null
  /** How far beside an open pixel values are wanted as well, px. */
  readonly reachPx: number
}

/** A colour-guided filter of those columns of a strip in which a value is wanted. */
export async function guidedTiles(
  { guidedFilterColour }: Pick<StripThreads, 'guidedFilterColour'>,
  asked: GuidedTiles,
): Promise<FloatPlane> {
  const { guide, plane, radiusPx, epsilon } = asked
  const { widthPx, heightPx } = plane
  const result = { widthPx, heightPx, values: plane.values.slice() }
  const filtered = openColumns(asked).map(async ({ from, until }) => {
    const left = Math.max(0, from - 2 * radiusPx)
    const right = Math.min(widthPx, until + 2 * radiusPx)
    const piece = cropRaster(guide, { x: left, y: 0, width: right - left, height: heightPx })
    const part = columnsOf(plane, left, right)
    const { values } = await guidedFilterColour(piece, part, radiusPx, epsilon)
    for (let y = 0; y < heightPx; y++) {
      const row = y * (right - left) - left
      result.values.set(values.subarray(row + from, row + until), y * widthPx + from)
    }
  })
  await Promise.all(filtered)
  return result
}

interface Columns {
  readonly from: number
  readonly until: number
}

/** Tiles with something open in them, joined where they touch. */
function openColumns({ plane: { widthPx, heightPx }, open, reachPx }: GuidedTiles): Columns[] {
  if (open === null) return [{ from: 0, until: widthPx }]
  const found: Columns[] = []
  const columns = openEach(widthPx, heightPx, open)
  for (let from = 0; from < widthPx; from += TILE_PX) {
    const until = Math.min(widthPx, from + TILE_PX)
    const nearest = columns.subarray(Math.max(0, from - reachPx), until + reachPx)
    if (!nearest.includes(1)) continue
    const last = found.at(-1)
    if (last?.until === from) found[found.length - 1] = { from: last.from, until }
    else found.push({ from, until })
  }
  return found
}

/** 1 for a column that holds an open pixel. */
function openEach(widthPx: number, heightPx: number, open: Uint8Array): Uint8Array {
  const columns = new Uint8Array(widthPx)
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx
    for (let x = 0; x < widthPx; x++) {
      columns[x] = (columns[x] as number) | (open[row + x] as number)
    }
  }
  return columns
}

function columnsOf({ widthPx, heightPx, values }: FloatPlane, left: number, right: number) {
  const part = createFloatPlane(right - left, heightPx)
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx
    part.values.set(values.subarray(row + left, row + right), y * (right - left))
  }
  return part
}
