import { smoothstep } from '../../../../pixels/pixels.ts'
import { placedFrom, underNose } from '../../../face-points/face-places.ts'
import { pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'
import { sideLightOf } from './side-light.ts'

/** How likely hair has to be on a part of a face. */
const SEEN = { from: 0.5, wholly: 0.8 }
/** The same for what is perhaps hair: stubble is dark on skin without being drawn as a beard. */
const PERHAPS = { from: 0.2, wholly: 0.6 }
/** How light a beard is against its face's skin; stubble lets that through. */
const LIGHT = { wholly: 0.75, none: 0.95 }
/** How softly a beard begins under the nose, and goes over into cheeks, face widths. */
const UNDER = { from: -0.02, wholly: 0.04 }
const CHEEK = { from: 0.2, wholly: 0.3 }

/** A face, its skin as it is seen, and the OKLab lightness of that. */
interface LitSkin {
  readonly face: FoundFace
  readonly seen: SkinOfFace
  readonly lightness: number
}

/** Tells how much a place of a face is beard, 0..1, by where it is and how light against the skin. */
export function beardOf({ face, seen, lightness }: LitSkin) {
  const { moustache, chin } = face.points.beard
  if (Math.max(moustache, chin) <= SEEN.from) return () => 0
  const hairAt = hairOn(face, SEEN)
  const sideLight = sideLightOf(face, seen, lightness)
  return (x: number, y: number, light: number): number => {
    const hair = hairAt(x, y)
    return hair === 0
      ? 0
      : hair * (1 - smoothstep(LIGHT.wholly, LIGHT.none, light / sideLight(x, y)))
  }
}

/** Tells how much hair is on a place of a face for sure, 0..1, however light it is. */
export const knownBeardOf = (face: FoundFace) => hairOn(face, SEEN)

/** Tells how much a place of a face may be beard, moustache or stubble, 0..1, however light it is. */
export const perhapsBeardOf = (face: FoundFace) => hairOn(face, PERHAPS)

/** Tells how much hair is on a place of a face by where it is. */
function hairOn(
  face: FoundFace,
  likely: { readonly from: number; readonly wholly: number },
): (x: number, y: number) => number {
  const { moustache, chin, cheeks } = face.points.beard
  const [lip, below, beside] = [moustache, chin, cheeks].map((seen) =>
    smoothstep(likely.from, likely.wholly, seen),
  ) as [number, number, number]
  if (Math.max(lip, below) === 0) return () => 0
  const nose = underNose(face)
  const placed = placedFrom(face, nose)
  const mouth = pointsOf(face.points, 'mouthTop').map((p) => placed(p).v)
  const mouthAt = mouth.reduce((sum, v) => sum + v, 0) / Math.max(1, mouth.length)
  return (x, y) => {
    const { u, v } = placed({ x, y })
    const under = smoothstep(UNDER.from, UNDER.wholly, v)
    const middle = v < mouthAt ? lip : below
    const side = smoothstep(CHEEK.from, CHEEK.wholly, Math.abs(u))
    const seen = middle + (Math.max(beside, v < mouthAt ? 0 : below) - middle) * side
    return under * seen
  }
}
