import type { Kernels } from '../../../../kernels/kernels.ts'
import { type Piece, piecesOf } from '../../../../pixels/pieces.ts'
import { createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import { median } from '../../../../pixels/ranked.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { LabPlanes } from '../../../face-points/skin-likeness.ts'
import { some } from './shaded-limbs.ts'
import { type FoundSkin, LIMB, SMALLEST_LIMB } from './skin-places.ts'

/** Angle of a hue from red to yellow, in degrees, from which it is khaki, and by how much it is more than the face's own. */
const KHAKI = { from: 63, wholly: 65.5, moreFrom: 4, moreWholly: 6.5 }
/** Lightness under which hues are noise. */
const SEEN = { none: 0.28, wholly: 0.36 }
/** Skin within cloth, a hand: how far on the way from the face's hue to the cloth's a pixel is cloth. */
const ON_THE_WAY = { from: 0.05, wholly: 0.3 }
/** The rim of cloth goes with it. */
export const RIM_PX = 1.5
export const RIM = 2.5

/** What cloth is told by. */
export interface SeenKhaki {
  readonly lab: LabPlanes
  /** The hue of the face that is nearest to a pixel. */
  readonly hue: (x: number, y: number) => Hue
}

/** Red and yellow of OKLab against lightness. */
type Hue = readonly [red: number, yellow: number]

/**
 * Takes from limbs, in place, what is khaki: it has nearly skin's hue, and lit as skin it would be white beside cloth that is hatched.
 * @param limbs how much of each place is a limb far from its face
 */
export function withoutCloth(
  kernels: Kernels,
  limbs: FloatPlane,
  { share, bare }: Pick<FoundSkin, 'share' | 'bare'>,
  seen: SeenKhaki,
): void {
  const cloth = clothIn(limbs, seen)
  if (cloth === null) return
  const rim = kernels.gaussian(cloth, RIM_PX).values
  for (let at = 0; at < rim.length; at++) {
    const limb = limbs.values[at] as number
    if (limb === 0) continue
    const isRim = limb < LIMB
    const less = isRim ? Math.min(1, RIM * (rim[at] as number)) : (cloth.values[at] as number)
    if (less === 0) continue
    const left = limb * (1 - less)
    for (const plane of [share.values, bare.values])
      if ((plane[at] as number) <= limb) plane[at] = Math.min(plane[at] as number, left)
    limbs.values[at] = left
  }
}

/** How much each place of limbs is cloth; null where none is. */
function clothIn(limbs: FloatPlane, seen: SeenKhaki): FloatPlane | null {
  const { widthPx, heightPx, values } = limbs
  const cloth = createFloatPlane(widthPx, heightPx)
  let isSome = false
  for (const piece of piecesOf(limbs, LIMB)) {
    if (piece.pixels.length < SMALLEST_LIMB * values.length) continue
    const first = piece.pixels[0] as number
    const place = [first % widthPx, Math.floor(first / widthPx)] as const
    const [own, face] = [hueOf(seen.lab, piece), seen.hue(...place)]
    const sure = khakiOf(own, face)
    if (sure === 0) continue
    isSome = true
    for (const at of piece.pixels)
      cloth.values[at] =
        sure *
        smoothstep(ON_THE_WAY.from, ON_THE_WAY.wholly, wayTo(hueAt(seen.lab, at), face, own.hue))
  }
  return isSome ? cloth : null
}

/** How sure it is that what has this median hue and lightness is khaki, 0..1. */
function khakiOf({ hue, light }: ReturnType<typeof hueOf>, face: Hue): number {
  const angle = angleOf(hue)
  return (
    smoothstep(KHAKI.from, KHAKI.wholly, angle) *
    smoothstep(KHAKI.moreFrom, KHAKI.moreWholly, angle - angleOf(face)) *
    smoothstep(SEEN.none, SEEN.wholly, light)
  )
}

const angleOf = ([red, yellow]: Hue): number => (Math.atan2(yellow, red) * 180) / Math.PI

/** How far on the way from a face's hue to a cloth's a hue is: 0 the face's, 1 the cloth's. */
export function wayTo([red, yellow]: Hue, face: Hue, cloth: Hue): number {
  const [redder, yellower] = [cloth[0] - face[0], cloth[1] - face[1]]
  const gone = (red - face[0]) * redder + (yellow - face[1]) * yellower
  return gone / Math.max(1e-6, redder * redder + yellower * yellower)
}

export function hueAt({ light, a, b }: LabPlanes, at: number): Hue {
  const own = Math.max(0.08, light[at] as number)
  return [(a[at] as number) / own, (b[at] as number) / own]
}

/** Median hue and lightness of a piece. */
export function hueOf(
  lab: LabPlanes,
  { pixels }: Piece,
): { readonly hue: Hue; readonly light: number } {
  const measured = some(pixels)
  const hues = measured.map((at) => hueAt(lab, at))
  return {
    hue: [median(hues.map(([red]) => red)), median(hues.map(([, yellow]) => yellow))],
    light: median(measured.map((at) => lab.light[at] as number)),
  }
}
