import { type OkLab, toOkLab } from '../../../pixels/oklab.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'

/** What a photo gets of a look's colours at least. */
const LEAST = 0.3
/** Mean changes in OKLab up to which it gets no more than that, and from which it gets all of them. */
const LEAST_TO = 0.05
const WHOLE_FROM = 0.09
/** Every so many'th pixel is looked at. */
const STEP = 5

/**
 * The share of a look's colours that a photo is given. A small change is more often a doubt of the
 * network's than a fault of the photo's, and three tenths of a right one are seen all the same: on good
 * photographs this takes half of the harm away, and costs those with a large fault a sixth of the gain.
 * @param copy of the photo, small
 * @param changed the copy under the whole look
 */
export function restraint(copy: Raster, changed: Raster): number {
  const before: OkLab = [0, 0, 0]
  const after: OkLab = [0, 0, 0]
  let sum = 0
  let count = 0
  for (let at = 0; at < copy.rgba.length; at += 4 * STEP) {
    labAt(copy, at, before)
    labAt(changed, at, after)
    sum += Math.hypot(after[0] - before[0], after[1] - before[1], after[2] - before[2])
    count++
  }
  return LEAST + (1 - LEAST) * smoothstep(LEAST_TO, WHOLE_FROM, sum / count)
}

const labAt = ({ rgba }: Raster, at: number, into: OkLab): void =>
  toOkLab(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0, into)
