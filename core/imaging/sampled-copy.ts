import { createRaster, type PixelSource } from '../pixels/pixels.ts'
import type { Raster } from '../pixels/raster.ts'
import type { ToolEnvironment } from './tool.ts'

/** Rows of the copy that are made between two checkpoints. */
const BAND_ROWS = 64

/**
 * A photo squeezed into a square of `sidePx`, for looking at its colours: across, the mean of all
 * that a pixel covers; down, the row in its middle, for a photo has more rows than its colours need
 * and each costs time to read. A photo of at most twice as many rows is read whole, a smaller one's
 * pixels are repeated. Weighted by alpha.
 */
export async function sampledCopy(
  env: ToolEnvironment,
  source: PixelSource,
  sidePx: number,
): Promise<Raster> {
  const copy = createRaster(sidePx, sidePx)
  const samples = source.heightPx > 2 * sidePx ? 1 : 2
  for (let topPx = 0; topPx < sidePx; topPx += BAND_ROWS) {
    const heightPx = Math.min(BAND_ROWS, sidePx - topPx)
    const rows = sampledRows(source, sidePx * samples, topPx * samples, heightPx * samples)
    copy.rgba.set(env.kernels.resizeArea(rows, sidePx, heightPx).rgba, topPx * sidePx * 4)
    await env.checkpoint()
  }
  return copy
}

/** Rows `top` to `top + count` of `total` that are spread over the photo's height. */
function sampledRows(source: PixelSource, total: number, top: number, count: number): Raster {
  const width = source.widthPx
  const rows = createRaster(width, count)
  let lastY = -1
  for (let row = 0; row < count; row++) {
    const at = row * width * 4
    const y = Math.floor(((top + row + 0.5) / total) * source.heightPx)
    if (y === lastY) rows.rgba.copyWithin(at, at - width * 4, at)
    else rows.rgba.set(source.read({ x: 0, y, width, height: 1 }).rgba, at)
    lastY = y
  }
  return rows
}
