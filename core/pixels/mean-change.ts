import { type OkLab, okLabAt } from './oklab.ts'
import type { Raster } from './raster.ts'

/** Every so many'th pixel is looked at. */
const STEP = 5

/**
 * How far a picture has moved on average, as distances in OKLab: 0.01 is seen by nobody who does not
 * lay both on one another.
 * @param before and `after` of one size
 */
export function meanChange(before: Raster, after: Raster): number {
  const [was, is]: [OkLab, OkLab] = [
    [0, 0, 0],
    [0, 0, 0],
  ]
  let [sum, count] = [0, 0]
  for (let at = 0; at < before.rgba.length; at += 4 * STEP) {
    okLabAt(before, at, was)
    okLabAt(after, at, is)
    sum += Math.hypot(is[0] - was[0], is[1] - was[1], is[2] - was[2])
    count++
  }
  return count === 0 ? 0 : sum / count
}
