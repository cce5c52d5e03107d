import type { Kernels } from '../../../../kernels/kernels.ts'
import { piecesOf } from '../../../../pixels/pieces.ts'
import { createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { LabPlanes } from '../../../face-points/skin-likeness.ts'
import { DIM, middleOf, type NearestFace, type SeenByFaces } from './nearest-face.ts'
import { LIMB, SMALLEST_LIMB } from './skin-places.ts'

/**
 * Lightness against its face's under which a leg is dark: in a shade of the street skin has more. Dark skin differs more from itself,
 * so it is less where the face (its own lightness) is dark.
 */
const DARK = { wholly: 0.68, less: 0.1, ofFace: { from: 0.5, wholly: 0.6 } }
/** The same of what else of such a leg goes with it: a knee that stretches the nylon. */
const WITH_IT = 0.92
/**
 * Strength of its hue against its face's up to which that is nylon, or cloth: what light a deep shade on skin has comes from
 * skin itself, and is stronger coloured. No shade on a leg is so deep as nylon with nothing behind it.
 */
const STRONGEST = { most: 1.3, darkest: 1.7, from: 0.56, wholly: 0.42 }
/** A shadow on a bare leg is less of it than this. */
const MOST_OF_IT = 0.45
/** The same of another leg of who wears one stocking. */
const MUCH_OF_OTHER = 0.25
/** Legs lie so far from a face, in its widths, and arms in the shade do not. */
const LEGS = 5
/** What most of a place's surroundings are, in widths of the face, it is. */
const ABOUT = { reach: 0.1, most: 0.5, some: 0.1 }

/**
 * Where limbs are under dark nylon, or dark cloth that was taken for one: as skin one leg would be lit white, and what of
 * the other was not found would stay black.
 * @param limbs how much of each place is a limb far from its face
 * @returns 1 there; null where none is
 */
export function stockingsIn(
  kernels: Kernels,
  limbs: FloatPlane,
  seen: SeenByFaces,
): FloatPlane | null {
  const { widthPx, heightPx } = limbs
  const taken = createFloatPlane(widthPx, heightPx)
  const own = createFloatPlane(widthPx, heightPx)
  let reachPx = 0
  const legs = legsIn(limbs, seen)
  const wearers = new Set(legs.filter(({ dark }) => dark > MOST_OF_IT).map(({ face }) => face))
  for (const { pixels, face, dark } of legs) {
    if (dark < (wearers.has(face) ? MUCH_OF_OTHER : MOST_OF_IT)) continue
    for (const at of pixels) own.values[at] = 1
    const most = WITH_IT * face.lightness
    for (const at of pixels) if ((seen.lab.light[at] as number) < most) taken.values[at] = 1
    reachPx = Math.max(reachPx, ABOUT.reach * face.widthPx)
  }
  if (reachPx === 0) return null
  const darks = kernels.gaussian(taken, reachPx)
  keepMost(darks.values, kernels.gaussian(own, reachPx).values)
  return darks
}

interface Leg {
  readonly pixels: Int32Array
  readonly face: NearestFace
  /** How much of it is dark, 0..1. */
  readonly dark: number
}

function legsIn(limbs: FloatPlane, { lab, away, nearest }: SeenByFaces): Leg[] {
  const { widthPx, values } = limbs
  const legs: Leg[] = []
  for (const { pixels } of piecesOf(limbs, LIMB)) {
    if (pixels.length < SMALLEST_LIMB * values.length) continue
    const middle = middleOf({ pixels }, widthPx)
    const face = nearest(...middle)
    if (face.dim > DIM || away(...middle) < LEGS) continue
    const { wholly, less, ofFace } = DARK
    const most = wholly - less * (1 - smoothstep(ofFace.from, ofFace.wholly, face.lightness))
    const isDark = darkTest(lab, face, most)
    let count = 0
    for (const at of pixels) if (isDark(at)) count++
    legs.push({ pixels, face, dark: count / pixels.length })
  }
  return legs
}

/** Tells whether a pixel is darker than that share of its face, and not stronger coloured. */
function darkTest(
  { light, a, b }: LabPlanes,
  { hue, lightness }: NearestFace,
  share: number,
): (at: number) => boolean {
  const strength = Math.sqrt(hue[0] * hue[0] + hue[1] * hue[1])
  const { most, darkest, from, wholly } = STRONGEST
  return (at) => {
    const own = Math.max(0.08, light[at] as number)
    if (own > share * lightness) return false
    const [red, yellow] = [(a[at] as number) / own, (b[at] as number) / own]
    const deep = 1 - smoothstep(wholly, from, own / lightness)
    const strongest = strength * (most + (darkest - most) * deep)
    return red * red + yellow * yellow < strongest * strongest
  }
}

function keepMost(darks: Float32Array, all: Float32Array): void {
  for (let at = 0; at < darks.length; at++) {
    const about = all[at] as number
    darks[at] = about > ABOUT.some && (darks[at] as number) > ABOUT.most * about ? 1 : 0
  }
}
