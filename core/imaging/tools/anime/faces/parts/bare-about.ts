import type { Kernels } from '../../../../../kernels/kernels.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import type { Point } from '../../../../face-points/face-points.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import { meansWithin } from '../../cells/means-within.ts'
import { placesIn } from './places-in-face.ts'

/** So far about a place its skin is looked at, face widths. */
const REACH = 0.1

/** Of a profile it is asked for its eye, its mouth and what is painted. */
const known = new WeakMap<SkinOfFace, Float32Array>()

/** How much of what lies about each place is skin, but for the features of the face, 0..1; nobody writes on it. */
export function bareAbout(kernels: Kernels, seen: SkinOfFace): Float32Array {
  const bare = known.get(seen) ?? bareIn(kernels, seen)
  known.set(seen, bare)
  return bare
}

function bareIn(kernels: Kernels, { skin, features, facePx }: SkinOfFace): Float32Array {
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
    const column = Math.floor(x)
    const row = Math.floor(y)
    const isIn = column >= 0 && row >= 0 && column < widthPx && row < heightPx
    return all + (isIn ? (values[row * widthPx + column] ?? 0) : 0)
  }, 0)
  return sum / Math.max(1, places.length)
}
