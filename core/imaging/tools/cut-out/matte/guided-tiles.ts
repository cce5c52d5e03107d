import { type Box, createFloatPlane, cropRaster, grownBox } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import type { StripThreads } from '../../../strip-work.ts'

/** Narrower tiles leave more out, and compute more twice. */
const TILE_PX = 64

export interface GuidedTiles {
  readonly guide: Raster
  readonly plane: FloatPlane
  readonly radiusPx: number
  readonly epsilon: number
  /** 1 for each pixel whose value is wanted, the others may stay as they are; null for all. */
  readonly open: Uint8Array | null
  /** How far beside an open pixel values are wanted as well, px. */
  readonly reachPx: number
  /** Rows in which values are wanted; all where nothing is said. */
  readonly rows?: Span
}

/** A colour-guided filter of those parts of a strip in which a value is wanted. */
export async function guidedTiles(
  { guidedFilterColour }: Pick<StripThreads, 'guidedFilterColour'>,
  asked: GuidedTiles,
): Promise<FloatPlane> {
  const { guide, plane, radiusPx, epsilon } = asked
  const { widthPx, heightPx } = plane
  const result = { widthPx, heightPx, values: plane.values.slice() }
  const filtered = openBoxes(asked).map(async ({ x, y, width, height }) => {
    const around = grownBox({ x, y, width, height }, 2 * radiusPx, plane)
    const piece = cropRaster(guide, around)
    const { values } = await guidedFilterColour(piece, cropped(plane, around), radiusPx, epsilon)
    for (let row = y; row < y + height; row++) {
      const from = (row - around.y) * around.width + x - around.x
      result.values.set(values.subarray(from, from + width), row * widthPx + x)
    }
  })
  await Promise.all(filtered)
  return result
}

/** From one row or column to before another. */
interface Span {
  readonly from: number
  readonly until: number
}

/** Tiles with something open in or near them, as high as that is, joined where they touch. */
function openBoxes({ plane, open, reachPx, rows }: GuidedTiles): readonly Box[] {
  const { widthPx, heightPx } = plane
  const wanted = rows ?? { from: 0, until: heightPx }
  if (open === null) {
    return [{ x: 0, y: wanted.from, width: widthPx, height: wanted.until - wanted.from }]
  }
  const { first, last } = openRows(widthPx, open, {
    from: Math.max(0, wanted.from - reachPx),
    until: Math.min(heightPx, wanted.until + reachPx),
  })
  const found: Box[] = []
  for (let x = 0; x < widthPx; x += TILE_PX) {
    const end = Math.min(widthPx, x + TILE_PX)
    let [top, bottom] = [heightPx, -1]
    for (let near = Math.max(0, x - reachPx); near < Math.min(widthPx, end + reachPx); near++) {
      top = Math.min(top, first[near] as number)
      bottom = Math.max(bottom, last[near] as number)
    }
    if (bottom < 0) continue
    const y = Math.max(wanted.from, top - reachPx)
    const height = Math.min(wanted.until, bottom + 1 + reachPx) - y
    const tile = { x, y, width: end - x, height }
    const before = found.at(-1)
    if (before !== undefined && before.x + before.width === x)
      found.splice(-1, 1, joined(before, tile))
    else found.push(tile)
  }
  return found
}

/** Two tiles that lie side by side as one. */
function joined(left: Box, right: Box): Box {
  const y = Math.min(left.y, right.y)
  const bottom = Math.max(left.y + left.height, right.y + right.height)
  return { x: left.x, y, width: left.width + right.width, height: bottom - y }
}

/** For each column the first and the last of some rows with an open pixel; the last is -1 for none. */
function openRows(widthPx: number, open: Uint8Array, { from, until }: Span) {
  const first = new Int32Array(widthPx).fill(open.length)
  const last = new Int32Array(widthPx).fill(-1)
  const end = until * widthPx
  for (let at = open.indexOf(1, from * widthPx); at >= 0 && at < end; ) {
    const x = at % widthPx
    const y = (at - x) / widthPx
    if (y < (first[x] as number)) first[x] = y
    last[x] = y
    // Open pixels lie side by side; far from them a search is faster.
    at = open[at + 1] === 1 ? at + 1 : open.indexOf(1, at + 1)
  }
  return { first, last }
}

function cropped({ widthPx, values }: FloatPlane, { x, y, width, height }: Box): FloatPlane {
  const part = createFloatPlane(width, height)
  for (let row = 0; row < height; row++) {
    const from = (y + row) * widthPx + x
    part.values.set(values.subarray(from, from + width), row * width)
  }
  return part
}
