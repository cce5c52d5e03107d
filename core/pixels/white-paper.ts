import { createRaster, isOpaque } from './pixels.ts'
import type { Raster } from './raster.ts'

/**
 * From so much alpha on a pixel is looked at as it is: it is drawn over with its own alpha kept, and
 * what would shine through it would be drawn twice.
 */
const OWN_FROM = 0.25

/** A cut-out laid on white: what lies under its clear parts must not be drawn. An opaque picture is itself. */
export function onWhite(picture: Raster): Raster {
  if (isOpaque(picture)) return picture
  const result = createRaster(picture.widthPx, picture.heightPx)
  for (let i = 0; i < picture.rgba.length; i += 4) {
    const alpha = Math.min(1, (picture.rgba[i + 3] ?? 255) / 255 / OWN_FROM)
    for (let c = 0; c < 3; c++) {
      result.rgba[i + c] = (picture.rgba[i + c] ?? 0) * alpha + 255 * (1 - alpha)
    }
    result.rgba[i + 3] = 255
  }
  return result
}
