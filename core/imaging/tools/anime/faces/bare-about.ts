import type { Kernels } from '../../../../kernels/kernels.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import type { Point } from '../../../face-points/face-points.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'
import { meansWithin } from '../means-within.ts'
import { placesIn } from './places-in-face.ts'

/** So far about a place its skin is looked at, face widths. */
const REACH = 0.1

/** How much of what lies about each place is skin, but for the features of the face, 0..1. */
export function bareAbout(
  kernels: Kernels,
  { skin, features, facePx }: SkinOfFace,
): Float32Array<ArrayBuffer> {
  const others = withValues(
    new Float32Array(skin.values.length),
    (i) => 1 - (features.values[i] as number) + 1e-3,
  )
  return meansWithin(kernels, skin, skin.values, others, REACH * facePx, 0)
}

/** The mean of a plane of a face in some places of the picture; nothing lies beyond its box. */
export function meanAt(seen: SkinOfFace, values: Float32Array, places: readonly Point[]): number {
  const { widthPx, heightPx } = seen.skin
  const { toPlane } = placesIn(seen)
  const sum = places.reduce((all, place) => {
    const { x, y } = toPlane(place)
    const [column, row] = [Math.floor(x), Math.floor(y)]
    const isIn = column >= 0 && row >= 0 && column < widthPx && row < heightPx
    return all + (isIn ? (values[row * widthPx + column] ?? 0) : 0)
  }, 0)
  return sum / Math.max(1, places.length)
}
