import type { Kernels } from '../../../../kernels/kernels.ts'
import { piecesOf } from '../../../../pixels/pieces.ts'
import { createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import { atShare } from '../../../../pixels/ranked.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { FAR_SKIN, type FoundSkin, LIMB, SMALLEST_LIMB } from './skin-places.ts'

/** What may be skin of a limb is, where so much of what is about it is; its reach in shares of the longer side. */
const ABOUT = { reach: 0.012, from: 0.25, wholly: 0.5 }
/** Luma that the middle of a limb is brought to where it is darker, and by how much at most, in log luma. */
const LIMB_LUMA = 0.66
const LIFT_MOST = 0.8
/** Log luma under the middle of a limb from which it lies in a shadow, and how far that is lifted; what lies deeper still is lifted more, or a pen would fill it. */
const SHADOW = { from: 0.25, lift: 0.6, deep: 0.8, more: 0.9 }
/** How much a limb is a body's own skin, as near to its face as that, from which it takes less of a light of its own, and none. */
const BODY = { from: 0.6, wholly: 0.95 }
/** A limb's rim is as sure as what lies so many pixels beside it. */
const RIM_PX = 2
const TOO_LITTLE = 0.02
/** A limb is drawn as wholly at its rim: half of what is about that is no limb. */
const TOUCH = { rimPx: 1.5, edge: 2 }

/**
 * Makes limbs whole, in place: a knee that shines and a calf in the shade have hues of their own, and are skin between skin.
 * @returns how much of each place is a limb far from its face; null where none is
 */
export function wholeLimbs(
  kernels: Kernels,
  { share, bare, far, farLikely }: FoundSkin,
): FloatPlane | null {
  const { widthPx, heightPx } = far
  if (!far.values.some((share) => share > 0)) return null
  const about = kernels.gaussian(far, ABOUT.reach * Math.max(widthPx, heightPx)).values
  for (let i = 0; i < about.length; i++) {
    const likely = farLikely.values[i] as number
    if (likely === 0) continue
    const within = smoothstep(ABOUT.from * FAR_SKIN, ABOUT.wholly * FAR_SKIN, about[i] as number)
    const limb = Math.max(far.values[i] as number, likely * within)
    far.values[i] = limb
    share.values[i] = Math.max(share.values[i] as number, limb)
    bare.values[i] = Math.max(bare.values[i] as number, limb)
  }
  return far
}

/**
 * Where a hand draws as it does skin: all of a limb far from its face, however much light of that it takes. With half of it legs have
 * the strokes and the hollows of paper that cloth has.
 */
export function touchOf(
  kernels: Kernels,
  { share, limbs }: { readonly share: FloatPlane; readonly limbs: FloatPlane | null },
): FloatPlane {
  if (limbs === null) return share
  const far = kernels.gaussian(limbs, TOUCH.rimPx).values
  const values = share.values.slice()
  for (let i = 0; i < values.length; i++) {
    const own = Math.min(1, (TOUCH.edge * (far[i] as number)) / FAR_SKIN)
    values[i] = Math.min(1, (values[i] as number) * (1 + (1 / FAR_SKIN - 1) * own))
  }
  return { ...share, values }
}

/**
 * Brings every limb that is darker than it to one light, in the gain of a small copy: legs in the shade would wear stockings
 * in the light of a face in the sun.
 * @param limbs how much of each place is a limb far from its face
 */
export function lightLimbs(
  kernels: Kernels,
  luma: FloatPlane,
  { share, gain, power }: Record<'share' | 'gain' | 'power', FloatPlane>,
  limbs: FloatPlane,
): void {
  const { widthPx, heightPx } = luma
  const [more, weight] = [createFloatPlane(widthPx, heightPx), createFloatPlane(widthPx, heightPx)]
  for (const { pixels } of piecesOf(limbs, LIMB)) {
    if (pixels.length < SMALLEST_LIMB * widthPx * heightPx) continue
    const lights: number[] = []
    for (const at of pixels) {
      const log = Math.log(Math.max(0.012, luma.values[at] as number))
      const changed = (gain.values[at] as number) + ((power.values[at] as number) - 1) * log
      lights.push(log + (share.values[at] as number) * changed)
    }
    const middle = atShare(lights.slice(), 0.5)
    const lift = Math.min(LIFT_MOST, Math.max(0, Math.log(LIMB_LUMA) - middle))
    pixels.forEach((at, k) => {
      // An arm, or cloth that is taken for skin, goes on from a body: where its light began all at once there was an edge.
      const own = 1 - smoothstep(BODY.from, BODY.wholly, surestAbout(limbs, at))
      const shadow = liftOfShadow(middle - (lights[k] as number) - SHADOW.from)
      more.values[at] = (own * (lift + shadow)) / FAR_SKIN
      weight.values[at] = 1
    })
  }
  const [sums, weights] = [more, weight].map((plane) => kernels.gaussian(plane, 2).values)
  if (sums === undefined || weights === undefined) return
  for (let i = 0; i < sums.length; i++) {
    const about = weights[i] as number
    if (about < TOO_LITTLE) continue
    gain.values[i] = (gain.values[i] as number) + (sums[i] as number) / about
  }
}

/** How far a shadow is lifted that lies so deep, in log luma. */
function liftOfShadow(depth: number): number {
  const deeper = Math.max(0, depth - SHADOW.deep)
  return SHADOW.lift * Math.min(SHADOW.deep, Math.max(0, depth)) + SHADOW.more * deeper
}

/** The surest place about a place of a limb. */
function surestAbout({ widthPx, heightPx, values }: FloatPlane, at: number): number {
  const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
  let surest = 0
  for (let v = Math.max(0, y - RIM_PX); v <= Math.min(heightPx - 1, y + RIM_PX); v++) {
    const row = v * widthPx
    for (let u = Math.max(0, x - RIM_PX); u <= Math.min(widthPx - 1, x + RIM_PX); u++)
      surest = Math.max(surest, values[row + u] as number)
  }
  return surest
}
