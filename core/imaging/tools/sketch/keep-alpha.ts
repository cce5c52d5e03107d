import { isOpaque, type PixelSource } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { enlargedAlpha } from '../../enlarged-alpha.ts'

/**
 * Gives opaque rows of a drawing the alpha of its photo.
 * @param drawn rows of a drawing that is `enlarged` times as large as the photo, from `topPx * enlarged` on
 * @param topPx the first of their rows in the photo
 */
export function keepAlpha(
  drawn: Raster,
  photo: PixelSource,
  topPx: number,
  enlarged: number,
): void {
  if (photo.isOpaque) return
  const { widthPx: width, heightPx: height } = drawn
  const rows = enlargedAlpha(photo, enlarged).read({ x: 0, y: topPx * enlarged, width, height })
  if (isOpaque(rows)) return
  for (let at = 3; at < rows.rgba.length; at += 4) drawn.rgba[at] = rows.rgba[at] as number
}
