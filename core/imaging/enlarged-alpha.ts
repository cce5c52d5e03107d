import type { PixelSource } from '../pixels/pixels.ts'
import { alphaPlane, type Box, cropRaster, isOpaque, opaqueSource } from '../pixels/pixels.ts'
import type { Raster } from '../pixels/raster.ts'
import { RowSampler } from '../pixels/sample-rows.ts'

/**
 * A photo's alpha as that of a drawing that is some times as large, on white; the photo itself where it is as large.
 * Between the photo's pixels: as large as those, an edge would have stairs beside fine lines.
 */
export function enlargedAlpha(photo: PixelSource, by: number): PixelSource {
  if (by === 1) return photo
  const [widthPx, heightPx] = [photo.widthPx * by, photo.heightPx * by]
  if (photo.isOpaque) return opaqueSource(widthPx, heightPx)
  return {
    widthPx,
    heightPx,
    read: ({ x, y, width, height }) => {
      const rows = enlargedRows(photo, by, y, height)
      return width === widthPx ? rows : cropRaster(rows, { x, y: 0, width, height })
    },
  }
}

/** Whole rows of the drawing, from `topPx` on. */
function enlargedRows(photo: PixelSource, by: number, topPx: number, heightPx: number): Raster {
  const originPx = Math.max(0, Math.floor(topPx / by) - 1)
  const end = Math.min(photo.heightPx, Math.ceil((topPx + heightPx) / by) + 1)
  const box: Box = { x: 0, y: originPx, width: photo.widthPx, height: end - originPx }
  const read = photo.read(box)
  const widthPx = photo.widthPx * by
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255)
  if (isOpaque(read)) return { widthPx, heightPx, rgba }
  const rows = alphaPlane(read)
  const sampler = new RowSampler(rows, widthPx, photo.heightPx * by)
  sampler.readFrom({ rows, originPx, wholeHeightPx: photo.heightPx })
  const { values } = sampler.rows(topPx, heightPx)
  for (let at = 0; at < widthPx * heightPx; at++) rgba[at * 4 + 3] = values[at] as number
  return { widthPx, heightPx, rgba }
}
