import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'

/** A face that is wider than this in shares of the longer side has room for strokes. */
const LARGE = { from: 0.25, wholly: 0.45 }
/** How much less of its skin is laid on with a light touch: all of it would be a photo under strokes. */
const LESS = 0.5

/**
 * How much of each place coloured pencils draw as skin, with hardly a stroke: less of it where a face fills the
 * picture.
 * @param share of skin in a copy
 * @param faces in pixels of a picture whose longer side is `longSidePx`
 */
export function calmSkin(
  share: FloatPlane,
  faces: readonly FoundFace[],
  longSidePx: number,
): FloatPlane {
  const widest = Math.max(0, ...faces.map(({ widthPx }) => widthPx))
  const large = smoothstep(LARGE.from, LARGE.wholly, widest / longSidePx)
  if (large === 0) return share
  const kept = 1 - LESS * large
  return { ...share, values: share.values.map((value) => value * kept) }
}
