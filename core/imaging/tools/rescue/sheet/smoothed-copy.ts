import type { Kernels } from '../../../../kernels/kernels.ts'
import { createFloatPlane, createRaster } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'

/**
 * A picture without its fine pattern: flowers and checks of a cloth run into one ground.
 * @param sigmaPx how far it is smoothed, px of the picture
 * @returns an opaque copy of the same size
 */
export function smoothedCopy(kernels: Kernels, picture: Raster, sigmaPx: number): Raster {
  const { widthPx, heightPx } = picture
  const smooth = createRaster(widthPx, heightPx)
  smooth.rgba.fill(255)
  for (let c = 0; c < 3; c++) {
    const plane = createFloatPlane(widthPx, heightPx)
    for (let at = 0; at < widthPx * heightPx; at++) {
      plane.values[at] = picture.rgba[at * 4 + c] as number
    }
    const { values } = kernels.gaussian(plane, sigmaPx)
    for (let at = 0; at < widthPx * heightPx; at++) {
      smooth.rgba[at * 4 + c] = Math.round(values[at] as number)
    }
  }
  return smooth
}
