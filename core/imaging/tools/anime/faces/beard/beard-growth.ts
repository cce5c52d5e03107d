import type { OkLab } from '../../../../../pixels/oklab.ts'
import type { BeardSeen } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import type { LabPlanes } from '../../../../face-points/skin-likeness.ts'
import type { Cheeks } from './beard-cheeks.ts'
import { type BeardPlaces, isCovered, type Place } from './beard-places.ts'
import { againstCheek, isShadeAlone, isStubbly } from './beard-signs.ts'

/**
 * How likely hair must grow over a lip or on a chin, or on both together, and on any other part of such a face; and on
 * all parts together, if it is not known on which: then on chin and cheeks at least by so much, too. A face on which
 * so much is likely has stubble where its colours say so. Below a sure moustache a chin that is less likely than
 * `apart` is in the shade.
 */
const GROWS = { one: 0.8, both: 0.9, some: 0.55, below: 0.08, apart: 0.5, stubble: 0.22 }
/**
 * A face narrower than this, px, shows no single hair: dark on its chin is shade or a collar's, and a beard is only what
 * is so likely on all parts together, or grey.
 */
const FEW = { px: 64, some: 0.62 }
/** A beard that is hardly likely is one where both are covered so far, by hair of any kind or by grey hair. */
const HARDLY = [
  { all: 0.2, moustache: 0.82, chin: 0.6, isGrey: false },
  { all: 0.06, moustache: 0.5, chin: 0.4, isGrey: true },
] as const
/** A beard that is nearly likely is a whole one where both halves of both are covered so far: its lit half is hardly told from skin. */
const NEARLY = { all: 0.45, moustache: 0.35, chin: 0.25 }
/** In a face that is turned further both halves cannot be compared. */
const FRONTAL_MIN = 0.1

/** How likely hair grows on each part. */
export type LikelyParts = readonly [moustache: number, chin: number, cheeks: number]

/** A beard as it is to be drawn: pixel by pixel on the parts where it is likely, or whole. */
export type BeardGrowth =
  | { readonly kind: 'parts'; readonly likely: LikelyParts }
  | { readonly kind: 'whole' }

const sumOf = ({ moustache, chin, cheeks }: BeardSeen) => moustache + chin + cheeks

const isSureOf = ({ moustache, chin }: BeardSeen) =>
  Math.max(moustache, chin) > GROWS.one || moustache + chin > GROWS.both

const isSomeBelow = ({ chin, cheeks }: BeardSeen) => chin + cheeks > GROWS.below

/** Whether so little of a face is seen that its colours tell no hair. */
const isFew = ({ widthPx }: Pick<FoundFace, 'widthPx'>) => widthPx < FEW.px

const isLikelyOf = (seen: BeardSeen, isSmall: boolean) =>
  isSureOf(seen) || (sumOf(seen) > (isSmall ? FEW.some : GROWS.some) && isSomeBelow(seen))

const hintsOf = (seen: BeardSeen, isSmall: boolean) =>
  HARDLY.filter((hint) => sumOf(seen) > hint.all && (hint.isGrey || !isSmall))

/** Whether a face is worth looking at for a beard, by the network alone. */
export function mayHaveBeard(face: FoundFace, hasDarkGlass: boolean) {
  const { points, frontal } = face
  const { beard } = points
  const isSmall = isFew(face)
  if (isLikelyOf(beard, isSmall)) return true
  const isHidden = hasDarkGlass && sumOf(beard) < GROWS.stubble
  return !isHidden && frontal >= FRONTAL_MIN && hintsOf(beard, isSmall).length > 0
}

/** What a face's colours say of its beard. */
export interface BeardColours {
  readonly lab: LabPlanes
  readonly places: BeardPlaces
  readonly cheeks: Cheeks
  /** How much each pixel is hair. */
  readonly hairy: Float32Array
  /** How much each is grey hair, worked out where it is asked for. */
  readonly greyAsked: () => Float32Array
}

/** How a beard grows, by the network's chances and by the face's colours; null where there is none. */
export function beardGrowthOf(
  face: FoundFace,
  { lab, places, cheeks, hairy, greyAsked }: BeardColours,
  hasDarkGlass: boolean,
): BeardGrowth | null {
  const seen = face.points.beard
  const isSmall = isFew(face)
  const [over, chin, beside] = places
  const isSure = isSureOf(seen)
  const below = [halvesOf(lab, chin, cheeks), halvesOf(lab, beside, cheeks)] as const
  if (!isSure && isShadeAlone(...below)) return null
  if (isSure) return { kind: 'parts', likely: likelyParts(seen) }
  if (isLikelyOf(seen, isSmall)) return { kind: 'parts', likely: [1, 1, 1] }
  const all = sumOf(seen)
  const isNearly =
    all > NEARLY.all &&
    isSomeBelow(seen) &&
    isCovered(over, hairy, NEARLY.moustache) &&
    isCovered(chin, hairy, NEARLY.chin)
  if (!isSmall && (isNearly || (all > GROWS.stubble && isStubbly(...below))))
    return { kind: 'whole' }
  const isPlain = hintsOf(seen, isSmall).some((hint) => {
    const share = hint.isGrey ? greyAsked() : hairy
    return isCovered(over, share, hint.moustache) && isCovered(chin, share, hint.chin)
  })
  return hasDarkGlass || !isPlain ? null : { kind: 'parts', likely: [1, 1, 1] }
}

const halvesOf = ({ light, a, b }: LabPlanes, place: Place, cheeks: Cheeks) =>
  place.map((half, side) =>
    againstCheek(
      half.map((i): OkLab => [light[i] ?? 0, a[i] ?? 0, b[i] ?? 0]),
      cheeks[side === 0 ? 0 : 1],
    ),
  )

const likelyParts = ({ moustache, chin, cheeks }: BeardSeen): LikelyParts =>
  moustache > GROWS.one && chin < GROWS.apart ? [moustache, 0, 0] : [moustache, chin, cheeks]
