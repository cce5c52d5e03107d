import type { Kernels } from '../../../../kernels/kernels.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import type { Point } from '../../../face-points/face-points.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'

/** So far about a place its skin is looked at, face widths. */
const REACH = 0.1

/** How much of what lies about each place is skin, but for the features of the face, 0..1. */
export function bareAbout(
  kernels: Kernels,
  { skin, features, facePx }: SkinOfFace,
): Float32Array<ArrayBuffer> {
  const others = { ...features, values: features.values.map((v) => 1 - v + 1e-3) }
  const sigma = REACH * facePx
  const [own, all] = [kernels.gaussian(skin, sigma).values, kernels.gaussian(others, sigma).values]
  return withValues(new Float32Array(own.length), (i) => (own[i] as number) / (all[i] as number))
}

/** The mean of a plane of a face in some places of the picture; nothing lies beyond its box. */
export function meanAt(
  { box, skin }: SkinOfFace,
  values: Float32Array,
  places: readonly Point[],
): number {
  const sum = places.reduce((all, { x, y }) => {
    const column = Math.floor(((x - box.x) * skin.widthPx) / box.width)
    const row = Math.floor(((y - box.y) * skin.heightPx) / box.height)
    const isIn = column >= 0 && row >= 0 && column < skin.widthPx && row < skin.heightPx
    return all + (isIn ? (values[row * skin.widthPx + column] ?? 0) : 0)
  }, 0)
  return sum / Math.max(1, places.length)
}
