import sharp, { type Sharp } from 'sharp'
import { createRaster } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'

/** A picture as opaque sRGB, its longer side at most `longSidePx`. */
export const openPicture = (path: string, longSidePx: number): Promise<Raster> =>
  decoded(sharp(path).resize(longSidePx, longSidePx, { fit: 'inside', withoutEnlargement: true }))

/** A picture as opaque sRGB, cut to sides that `factor` divides. */
export async function openCropped(path: string, factor: number): Promise<Raster> {
  const { width, height } = await sharp(path).metadata()
  const size = { width: width - (width % factor), height: height - (height % factor) }
  return decoded(sharp(path).extract({ left: 0, top: 0, ...size }))
}

export async function decoded(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .removeAlpha()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raster = createRaster(info.width, info.height)
  raster.rgba.set(data)
  return raster
}
