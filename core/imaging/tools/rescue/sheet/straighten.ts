import type { Kernels } from '../../../../kernels/kernels.ts'
import type { Projection } from '../../../../kernels/sheets.ts'
import {
  type Box,
  clampBox,
  createRaster,
  type PixelSource,
  pasteRaster,
} from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import type { Size } from '../corners.ts'
import { type Homography, placeIn } from '../homography.ts'

/** Columns that are read together: of a turned sheet a whole row would need half the photo. */
const BLOCK_PX = 256
/** Pixels about a place that a cubic needs. */
const REACH_PX = 3

/**
 * A part of the sheet as it lies flat: crisp, and exactly the photo's own pixels where they lie on
 * each other.
 * @param size of the whole straightened sheet
 */
export function straightPart(
  kernels: Kernels,
  source: PixelSource,
  to: Homography,
  size: Size,
  part: Box,
): Raster {
  const result = createRaster(part.width, part.height)
  for (let x = part.x; x < part.x + part.width; x += BLOCK_PX) {
    const block = { ...part, x, width: Math.min(BLOCK_PX, part.x + part.width - x) }
    const box = boxUnder(to, size, block, source)
    const made = kernels.straighten(source.read(box), projectionOf(to, size, block, box), {
      widthPx: block.width,
      heightPx: block.height,
    })
    pasteRaster(result, made, x - part.x, 0)
  }
  return result
}

function boxUnder(to: Homography, size: Size, block: Box, source: PixelSource): Box {
  const us = [block.x / size.widthPx, (block.x + block.width) / size.widthPx]
  const vs = [block.y / size.heightPx, (block.y + block.height) / size.heightPx]
  const places = us.flatMap((u) => vs.map((v) => placeIn(to, u, v)))
  const xs = places.map(({ x }) => x)
  const ys = places.map(({ y }) => y)
  const [x, y] = [Math.floor(Math.min(...xs)) - REACH_PX, Math.floor(Math.min(...ys)) - REACH_PX]
  return clampBox(
    {
      x,
      y,
      width: Math.ceil(Math.max(...xs)) + REACH_PX - x,
      height: Math.ceil(Math.max(...ys)) + REACH_PX - y,
    },
    source.widthPx,
    source.heightPx,
  )
}

/** From the middles of a block's pixels to those of the box that was read for it. */
function projectionOf(
  { a, b, c, d, e, f, g, h }: Homography,
  { widthPx, heightPx }: Size,
  block: Box,
  box: Box,
): Projection {
  const inBlock = (column: number, row: number, one: number) => {
    const [byColumn, byRow] = [column / widthPx, row / heightPx]
    return [byColumn, byRow, one + byColumn * (block.x + 0.5) + byRow * (block.y + 0.5)] as const
  }
  const depth = inBlock(g, h, 1)
  const from = (line: readonly [number, number, number], originPx: number) =>
    [
      line[0] - originPx * depth[0],
      line[1] - originPx * depth[1],
      line[2] - originPx * depth[2],
    ] as const
  return {
    across: from(inBlock(a, b, c), box.x + 0.5),
    down: from(inBlock(d, e, f), box.y + 0.5),
    depth,
  }
}
