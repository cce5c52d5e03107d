import { createPlane, isOpaque, type PixelSource } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'

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
  const originPx = enlarged === 1 ? topPx : Math.max(0, topPx - 1)
  const end = topPx + drawn.heightPx / enlarged + (enlarged === 1 ? 0 : 1)
  const height = Math.min(photo.heightPx, end) - originPx
  const rows = photo.read({ x: 0, y: originPx, width: photo.widthPx, height })
  if (isOpaque(rows)) return
  if (enlarged === 1) copyAlpha(rows, drawn)
  else enlargeAlpha(rows, drawn, topPx * enlarged, originPx, photo.heightPx)
}

function copyAlpha({ rgba }: Raster, drawn: Raster): void {
  for (let at = 3; at < rgba.length; at += 4) drawn.rgba[at] = rgba[at] as number
}

/** Between the photo's pixels: as large as those, an edge would have stairs beside fine lines. */
function enlargeAlpha(
  { rgba, ...size }: Raster,
  drawn: Raster,
  drawnTopPx: number,
  originPx: number,
  wholeHeightPx: number,
): void {
  const rows = createPlane(size.widthPx, size.heightPx)
  for (let at = 0; at < rows.values.length; at++) rows.values[at] = rgba[at * 4 + 3] as number
  const enlarged = drawn.widthPx / size.widthPx
  const sampler = new RowSampler(rows, drawn.widthPx, wholeHeightPx * enlarged)
  sampler.readFrom({ rows, originPx, wholeHeightPx })
  const { values } = sampler.rows(drawnTopPx, drawn.heightPx)
  for (let at = 0; at < drawn.widthPx * drawn.heightPx; at++)
    drawn.rgba[at * 4 + 3] = values[at] as number
}
