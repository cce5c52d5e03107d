import { createRaster, fittedSize, type PixelSource } from '../pixels/pixels.ts'
import type { Raster } from '../pixels/raster.ts'
import { threadsOf } from './own-thread.ts'
import type { ToolEnvironment } from './tool.ts'

/** Pixels of a photo that are read at a time. */
const READ_PX = 262_144

/**
 * A small copy of a photo with its longer side at most `longSidePx`: the exact mean of the area
 * each pixel covers, weighted by alpha. Reads strip by strip and keeps nothing large.
 */
export async function scaledCopy(
  env: ToolEnvironment,
  source: PixelSource,
  longSidePx: number,
): Promise<Raster> {
  const size = fittedSize(source, longSidePx)
  if (size.widthPx === source.widthPx && size.heightPx === source.heightPx) {
    return source.read({ x: 0, y: 0, width: size.widthPx, height: size.heightPx })
  }
  const result = createRaster(size.widthPx, size.heightPx)
  const ratio = source.heightPx / size.heightPx
  const rows = Math.max(1, Math.floor(READ_PX / source.widthPx / ratio))
  const { release } = threadsOf(env)
  for (let topPx = 0; topPx < size.heightPx; topPx += rows) {
    const heightPx = Math.min(rows, size.heightPx - topPx)
    const y = Math.floor(topPx * ratio)
    const bottom = Math.min(source.heightPx, Math.ceil((topPx + heightPx) * ratio))
    const read = source.read({ x: 0, y, width: source.widthPx, height: bottom - y })
    const part = { rows: read, topPx: y, wholeHeightPx: source.heightPx }
    const made = env.kernels.resizeAreaRows(part, size, { topPx, heightPx })
    result.rgba.set(made.rgba, topPx * size.widthPx * 4)
    release(read.rgba.buffer)
    await env.checkpoint()
  }
  return result
}
