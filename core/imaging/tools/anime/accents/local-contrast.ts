import { inParts } from '../../../../pixels/in-parts.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { meansWithin } from '../cells/means-within.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { type AccentPlaces, GROUND, NONE } from './accent-places.ts'

/** How wide the finest accent is, and what it is compared with, thousandths of the longer side. */
const REACH = { fine: 1.2, wide: 14 }
/** So near to where its kind ends the light of a place is that of what lies beyond, too, thousandths. */
const EDGE = 1.5
/** Such a share of what is looked at must be of the same kind. */
const SEEN = { fine: 0.05, wide: 0.02 }
/** What is darker is taken to be as light as this, OKLab: a camera's noise is a large share of what is black. */
const BLACK = 0.12

/**
 * By which share of its light each place is lighter than what of its kind lies about it; 0 where nothing has accents.
 * The ground counts for nothing on cloth, nor cloth on the ground: else an outline would have a halo.
 */
export function localContrast(
  env: ToolEnvironment,
  picture: Pick<OkLabPicture, 'lightness' | 'widthPx' | 'heightPx'>,
  { kindAt, total }: AccentPlaces,
): Float32Array<ArrayBuffer> {
  const contrast = new Float32Array(kindAt.length)
  const means = meansOfKinds(picture.lightness, kindAt, total)
  addContrast(env, picture, kindAt, contrast, means, (kind) => kind === GROUND)
  if (total > GROUND + 1) {
    addContrast(env, picture, kindAt, contrast, means, (kind) => kind > GROUND)
  }
  return contrast
}

/** The mean lightness of each kind: against it a pale garment tells nothing of a dark one that it lies on. */
function meansOfKinds(lightness: Float32Array, kindAt: Uint32Array, total: number): Float64Array {
  const [sums, counts] = [new Float64Array(total), new Uint32Array(total)]
  inParts(kindAt.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const kind = kindAt[at] as number
      sums[kind] = (sums[kind] as number) + (lightness[at] as number)
      counts[kind] = (counts[kind] as number) + 1
    }
  })
  return sums.map((sum, kind) => sum / Math.max(1, counts[kind] as number))
}

function addContrast(
  env: ToolEnvironment,
  { lightness, widthPx, heightPx }: Pick<OkLabPicture, 'lightness' | 'widthPx' | 'heightPx'>,
  kindAt: Uint32Array,
  contrast: Float32Array,
  means: Float64Array,
  isAsked: (kind: number) => boolean,
): void {
  const weight = new Float32Array(kindAt.length)
  const own = new Float32Array(kindAt.length)
  const asked = Uint8Array.from(means, (_, kind) => (kind !== NONE && isAsked(kind) ? 1 : 0))
  const unitPx = unitPxOf({ widthPx, heightPx })
  const edgePx = Math.max(1, Math.round(EDGE * unitPx))
  const isWithin = (at: number, kind: number) =>
    kindAt[at - edgePx] === kind &&
    kindAt[at + edgePx] === kind &&
    kindAt[at - edgePx * widthPx] === kind &&
    kindAt[at + edgePx * widthPx] === kind
  inParts(kindAt.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const kind = kindAt[at] as number
      if (asked[kind] === 0 || !isWithin(at, kind)) continue
      weight[at] = 1
      own[at] = (lightness[at] as number) - (means[kind] as number)
    }
  })
  const about = (reach: number, seen: number) =>
    meansWithin(env.kernels, { widthPx, heightPx }, own, weight, reach, seen)
  const near = about(REACH.fine * unitPx, SEEN.fine)
  const wide = about(REACH.wide * unitPx, SEEN.wide)
  inParts(kindAt.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (asked[kindAt[at] as number] === 0 || near[at] === 0 || wide[at] === 0) continue
      const base = (wide[at] as number) + (means[kindAt[at] as number] as number)
      contrast[at] = ((near[at] as number) - (wide[at] as number)) / Math.max(BLACK, base)
    }
  })
  giveBack(env, [weight, own, near, wide])
}
