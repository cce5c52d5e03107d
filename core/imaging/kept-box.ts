import { type Box, createPlane, fractionsOf } from '../pixels/pixels.ts'
import { boundsOf } from '../pixels/plane-bounds.ts'
import type { Raster } from '../pixels/raster.ts'

/** Fainter than this is a hair's end or a trace, of 255. */
const SEEN_ALPHA = 24

/** The box about what of a picture is not clear, in fractions of its sides; null where all of it is. */
export function keptBox({ rgba, widthPx, heightPx }: Raster): Box | null {
  const alpha = createPlane(widthPx, heightPx)
  for (let i = 0; i < alpha.values.length; i++) alpha.values[i] = rgba[i * 4 + 3] ?? 0
  const box = boundsOf(alpha, SEEN_ALPHA)
  return box && fractionsOf(box, alpha)
}
