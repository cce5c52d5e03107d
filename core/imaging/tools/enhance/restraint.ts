import { meanChange } from '../../../pixels/mean-change.ts'
import { decoded, type OkLab, okLabAt } from '../../../pixels/oklab.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'

/** What a photo gets of a look at least. */
const LEAST = 0.35
/** Mean changes in OKLab up to which it gets no more than that, and from which it gets all of it. */
const LEAST_TO = 0.05
const WHOLE_FROM = 0.09
/** Every so many'th pixel is looked at. */
const STEP = 5

/** Share of the pixels that are its black, in the channel that has least of it. */
const BLACKEST = 0.005
/** Light of a photo's black from which it may be veiled, and is so without a doubt. */
const MAYBE_VEILED = 0.02
const VEILED = 0.05

/**
 * The share of a look that a photo is given. A small change is more often a doubt of the network's than
 * a fault of the photo's, and a third of a right one is seen all the same. A photo that has no black
 * in any channel is given all of it: haze, a faded print or a flat curve leave that trace, and good
 * photographs hardly ever.
 * @param copy of the photo, small
 * @param changed the copy under the whole look
 * @param veiled how sure it is that the photo was veiled before, 0..1
 */
export const restraint = (copy: Raster, changed: Raster, veiled: number): number =>
  Math.max(
    LEAST + (1 - LEAST) * smoothstep(LEAST_TO, WHOLE_FROM, meanChange(copy, changed)),
    veiledShare(copy),
    veiled,
  )

/** How sure it is that a photo is veiled, 0..1: by its black. */
export const veiledShare = (copy: Raster): number => smoothstep(MAYBE_VEILED, VEILED, blackOf(copy))

/** What a photo gets of the learned light at least; changes of lightness as of {@link LEAST_TO}. */
const LEAST_LIGHT = 0.6
const LEAST_LIGHT_TO = 0.03
const WHOLE_LIGHT_FROM = 0.06

/**
 * The share of the learned light that a photo is given: less where all of it changes lightness but
 * little, which is a doubt as a rule. By the contraharmonic mean, in which a face in the shade counts
 * though a wide sky stays as it is.
 * @param copy of the photo, small
 * @param lit the copy under its colours and all of its light
 */
export function lightRestraint(copy: Raster, lit: Raster): number {
  const before: OkLab = [0, 0, 0]
  const after: OkLab = [0, 0, 0]
  let [sum, squares] = [0, 0]
  for (let at = 0; at < copy.rgba.length; at += 4 * STEP) {
    okLabAt(copy, at, before)
    okLabAt(lit, at, after)
    const change = Math.abs(after[0] - before[0])
    sum += change
    squares += change ** 2
  }
  const change = sum === 0 ? 0 : squares / sum
  return LEAST_LIGHT + (1 - LEAST_LIGHT) * smoothstep(LEAST_LIGHT_TO, WHOLE_LIGHT_FROM, change)
}

/** How much light the black of a photo has, in the channel that has least of it. */
const blackOf = (copy: Raster): number => Math.min(...[0, 1, 2].map((c) => blackOfChannel(copy, c)))

function blackOfChannel({ rgba }: Raster, channel: number): number {
  const counts = new Uint32Array(256)
  for (let at = channel; at < rgba.length; at += 4) {
    const value = rgba[at] ?? 0
    counts[value] = (counts[value] ?? 0) + 1
  }
  let level = 0
  let below = counts[0] ?? 0
  while (below <= (BLACKEST * rgba.length) / 4) below += counts[++level] ?? 0
  return decoded(level)
}
