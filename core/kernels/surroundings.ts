import { createFloatPlane } from '../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../pixels/raster.ts'
import type { Kernels } from './kernels.ts'
import type { Surroundings } from './light.ts'

/** Longer side of the copy of a photo that its surroundings are read from, px. */
export const SURROUNDINGS_PX = 256
/** What counts as surroundings, as a share of the longer side. */
const REACH = 0.045
/** Variance of luma that is still texture; beyond it an edge begins, which is kept. */
const TEXTURE = 0.012

/**
 * How light it is around every place of a photo, up to its edges: the two planes of a fast guided
 * filter (He & Sun 2015) that steers itself, with Gaussian for box means, weighted by alpha.
 * @param small the whole photo, its longer side {@link SURROUNDINGS_PX} or less: stage and print
 *   read theirs from the same, whatever size they draw at
 */
export function surroundingsOf(kernels: Kernels, small: Raster): Surroundings {
  const sigmaPx = Math.max(1, Math.max(small.widthPx, small.heightPx) * REACH)
  const luma = kernels.luma(small)
  const alpha = like(luma, (_, at) => (small.rgba[at * 4 + 3] ?? 0) / 255)
  const mean = (plane: FloatPlane) => kernels.gaussian(plane, sigmaPx)
  const weight = mean(alpha)
  const average = (plane: FloatPlane): FloatPlane => {
    const sums = mean(like(plane, (value, at) => value * (alpha.values[at] ?? 0)))
    return like(sums, (sum, at) => sum / Math.max(1e-3, weight.values[at] ?? 0))
  }
  const means = average(luma)
  const squares = average(like(luma, (value) => value * value))
  const follow = like(means, (value, at) => {
    const variance = Math.max(0, (squares.values[at] ?? 0) - value * value)
    return variance / (variance + TEXTURE)
  })
  const level = like(means, (value, at) => value * (1 - (follow.values[at] ?? 0)))
  return { follow: average(follow), level: average(level) }
}

function like(plane: FloatPlane, valueAt: (value: number, at: number) => number): FloatPlane {
  const made = createFloatPlane(plane.widthPx, plane.heightPx)
  for (let at = 0; at < made.values.length; at++) {
    made.values[at] = valueAt(plane.values[at] ?? 0, at)
  }
  return made
}
