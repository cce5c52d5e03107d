import type { Kernels } from '../../../kernels/kernels.ts'
import { createFloatPlane, cropRaster } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'

/** Narrower tiles leave more out, and compute more twice. */
const TILE_PX = 128

export interface GuidedTiles {
  readonly guide: Raster
  readonly plane: FloatPlane
  readonly radiusPx: number
  readonly epsilon: number
  /** Whether a pixel's value is wanted; the others may stay as they are. */
  readonly isOpen: (at: number) => boolean
  /** How far beside an open pixel values are wanted as well, px. */
  readonly reachPx: number
}

/** A colour-guided filter of those columns of a strip in which a value is wanted. */
export function guidedTiles(kernels: Kernels, asked: GuidedTiles): FloatPlane {
  const { guide, plane, radiusPx, epsilon } = asked
  const { widthPx, heightPx } = plane
  const result = { widthPx, heightPx, values: plane.values.slice() }
  for (const { from, until } of openColumns(asked)) {
    const left = Math.max(0, from - 2 * radiusPx)
    const right = Math.min(widthPx, until + 2 * radiusPx)
    const piece = cropRaster(guide, { x: left, y: 0, width: right - left, height: heightPx })
    const part = columnsOf(plane, left, right)
    const filtered = kernels.guidedFilterColour(piece, part, radiusPx, epsilon).values
    for (let y = 0; y < heightPx; y++) {
      const row = y * (right - left) - left
      result.values.set(filtered.subarray(row + from, row + until), y * widthPx + from)
    }
  }
  return result
}

interface Columns {
  readonly from: number
  readonly until: number
}

/** Tiles with something open in them, joined where they touch. */
function openColumns({ plane: { widthPx, heightPx }, isOpen, reachPx }: GuidedTiles): Columns[] {
  const found: Columns[] = []
  const open = openEach(widthPx, heightPx, isOpen)
  for (let from = 0; from < widthPx; from += TILE_PX) {
    const until = Math.min(widthPx, from + TILE_PX)
    const nearest = open.subarray(Math.max(0, from - reachPx), until + reachPx)
    if (!nearest.includes(1)) continue
    const last = found.at(-1)
    if (last?.until === from) found[found.length - 1] = { from: last.from, until }
    else found.push({ from, until })
  }
  return found
}

/** 1 for a column that holds an open pixel. */
function openEach(widthPx: number, heightPx: number, isOpen: (at: number) => boolean): Uint8Array {
  const open = new Uint8Array(widthPx)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (open[x] === 0 && isOpen(y * widthPx + x)) open[x] = 1
    }
  }
  return open
}

function columnsOf({ widthPx, heightPx, values }: FloatPlane, left: number, right: number) {
  const part = createFloatPlane(right - left, heightPx)
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx
    part.values.set(values.subarray(row + left, row + right), y * (right - left))
  }
  return part
}
