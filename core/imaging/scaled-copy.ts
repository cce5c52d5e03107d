import { createRaster, fittedSize, type PixelSource } from '../pixels/pixels.ts'
import type { Raster } from '../pixels/raster.ts'
import { planStrips, shareStrips } from '../pixels/strips.ts'
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
  const shrinking = (size.widthPx / source.widthPx) * (size.heightPx / source.heightPx)
  const { lanes, release, resizeAreaRows } = threadsOf(env)
  await shareStrips(env, {
    strips: planStrips(size.widthPx, size.heightPx, 0, READ_PX * shrinking),
    lanes,
    // What is read next is read here while another thread makes this smaller.
    begin: async (strip) => {
      const y = Math.floor(strip.topPx * ratio)
      const bottom = Math.min(source.heightPx, Math.ceil((strip.topPx + strip.heightPx) * ratio))
      const read = source.read({ x: 0, y, width: source.widthPx, height: bottom - y })
      const part = { rows: read, topPx: y, wholeHeightPx: source.heightPx }
      const made = await resizeAreaRows(part, size, strip)
      release(read.rgba.buffer)
      return made
    },
    take: ({ topPx }, made) => {
      result.rgba.set(made.rgba, topPx * size.widthPx * 4)
      release(made.rgba.buffer)
    },
  })
  return result
}
