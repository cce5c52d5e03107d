import { alphaPlane, type Box, fractionsOf } from '../pixels/pixels.ts'
import { boundsOf } from '../pixels/plane-bounds.ts'
import type { Raster } from '../pixels/raster.ts'

/** Fainter than this is a hair's end or a trace, of 255. */
const SEEN_ALPHA = 24

/** The box about what of a picture is not clear, in fractions of its sides; null where all of it is. */
export function keptBox(picture: Raster): Box | null {
  const alpha = alphaPlane(picture)
  const box = boundsOf(alpha, SEEN_ALPHA)
  return box && fractionsOf(box, alpha)
}
