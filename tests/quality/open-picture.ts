import sharp from 'sharp'
import { createRaster } from '#core/imaging/pixels.ts'
import type { Raster } from '#core/imaging/tool.ts'

/** A picture as opaque sRGB, its longer side at most `longSidePx`. */
export async function openPicture(path: string, longSidePx: number): Promise<Raster> {
  const { data, info } = await sharp(path)
    .resize(longSidePx, longSidePx, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raster = createRaster(info.width, info.height)
  raster.rgba.set(data)
  return raster
}
