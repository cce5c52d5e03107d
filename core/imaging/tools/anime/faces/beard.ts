import type { Kernels } from '../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import { median } from '../../../../pixels/ranked.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { maskOf } from '../../../face-points/face-outlines.ts'
import { placedFrom, underNose } from '../../../face-points/face-places.ts'
import { type BeardSeen, type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { meanOf } from '../../../face-points/samples.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'
import { greyShare, knownHairShare } from './beard-colours.ts'
import { againstCheek, isShadeAlone, isStubbly } from './beard-signs.ts'
import { placesIn } from './places-in-face.ts'
import { thinMoustache } from './thin-moustache.ts'
import { wholeBeard } from './whole-beard.ts'

/** Hair about the mouth, in planes of the face's skin. */
export interface Beard {
  readonly share: FloatPlane
  /** Its light without single hairs. */
  readonly light: FloatPlane
  /** Light below which it is in its shade. */
  readonly step: number
  readonly tone: OkLab
  readonly shade: OkLab
  /** Hair so short that skin shows through it: one tone, which grows fainter where it ends. */
  readonly isStubble: boolean
}

/** Stubble is no darker than this against the cheeks, no greyer and no redder. */
const STUBBLE = { dark: 0.8, light: 1, grey: 0.6, red: 1.25 }

/**
 * How likely hair must grow over a lip or on a chin, or on both together, and on any other part of such a face; and on
 * all parts together, if it is not known on which: then on chin and cheeks at least by so much, too. A face on which
 * so much is likely has stubble where its colours say so. Below a sure moustache a chin that is less likely than
 * `apart` is in the shade.
 */
const GROWS = { one: 0.8, both: 0.9, some: 0.55, below: 0.08, more: 0.3, apart: 0.5, stubble: 0.22 }
/** What hair must cover of each half of a place. */
const COVERED = 0.12
/** A moustache of which the network is sure is thin where it covers less of its place: what is a little darker than the cheek is its. */
const THIN = { sure: 0.9, most: 0.3, dark: { from: 0.86, to: 0.97 } }
/** A beard that is hardly likely is one where both are covered so far, by hair of any kind or by grey hair. */
const HARDLY = [
  { all: 0.2, moustache: 0.82, chin: 0.6, isGrey: false },
  { all: 0.06, moustache: 0.5, chin: 0.4, isGrey: true },
] as const
/** A beard that is nearly likely is a whole one where both halves of both are covered so far: its lit half is hardly told from skin. */
const NEARLY = { all: 0.45, moustache: 0.35, chin: 0.25 }
/** Single hairs of a moustache lie so far from the light about them, OKLab: it is whole, though half of it is in the shade. */
const HAIRS_APART = 0.03
/** In a face that is turned further both halves cannot be compared. */
const FRONTAL_MIN = 0.1
/** Smoothing of its outline and of its light, in face widths. */
const SMOOTHED = 0.014
/** How far hair is brought together into masses without holes and rags, face widths. */
const MASS = 0.035
const LEAST_PX = 12
/** Above the place under the nose by so much nobody looks for a beard, face widths. */
const ABOVE = -0.05

/** A part of the face where hair grows, by halves: the person's right and left. */
type Place = readonly [right: number[], left: number[]]
type BeardPlaces = readonly [moustache: Place, chin: Place, cheeks: Place]

/**
 * Where a beard grows on those parts of a face on which the network of `face/points` sees one. Null
 * where there is none.
 * @param hasDarkGlass whether sunglasses lie over its cheeks
 */
export function beardOf(
  kernels: Kernels,
  seen: SkinOfFace,
  face: FoundFace,
  hasDarkGlass = false,
): Beard | null {
  const { moustache, chin, cheeks: beside } = face.points.beard
  const all = moustache + chin + beside
  const isSure = Math.max(moustache, chin) > GROWS.one || moustache + chin > GROWS.both
  const isSome = all > GROWS.some && chin + beside > GROWS.below
  const hints = HARDLY.filter((hint) => all > hint.all)
  const isHidden = hasDarkGlass && all < GROWS.stubble
  if (!isSure && !isSome && (isHidden || face.frontal < FRONTAL_MIN || hints.length === 0))
    return null
  const { lab, inside, facePx } = seen
  const { widthPx, heightPx } = inside
  const sigma = Math.max(0.8, SMOOTHED * facePx)
  const smooth = (values: Float32Array<ArrayBuffer>) =>
    kernels.gaussian({ widthPx, heightPx, values }, sigma)
  const frame = frameOf(face, seen)
  const cheeks = cheeksOf(seen, frame, hasDarkGlass ? leastLightOf(seen) : 0)
  if (cheeks === null) return null
  const light = smooth(lab.light.slice())
  const found = (share: (colour: OkLab, cheek: OkLab) => number) =>
    smooth(
      lab.light.map((value, i) => {
        const { u, v } = frame.at(i)
        const colour: OkLab = [value, lab.a[i] ?? 0, lab.b[i] ?? 0]
        return v < ABOVE ? 0 : share(colour, cheekAt(cheeks, u))
      }),
    ).values
  const { places, aboveEnds } = placesOf(face, seen, frame)
  const hairy = found(knownHairShare)
  const halvesOf = (place: Place) =>
    place.map((half, side) =>
      againstCheek(
        half.map((i): OkLab => [lab.light[i] ?? 0, lab.a[i] ?? 0, lab.b[i] ?? 0]),
        cheeks[side === 0 ? 0 : 1],
      ),
    )
  const below = [halvesOf(places[1]), halvesOf(places[2])] as const
  if (!isSure && isShadeAlone(...below)) return null
  const isLikely = isSure || isSome
  const isNearly =
    !isLikely &&
    all > NEARLY.all &&
    chin + beside > GROWS.below &&
    isCovered(places[0], hairy, NEARLY.moustache) &&
    isCovered(places[1], hairy, NEARLY.chin)
  const isWhole = isNearly || (!isLikely && all > GROWS.stubble && isStubbly(...below))
  const isPlain = hints.some((hint) => {
    const share = hint.isGrey ? found(greyShare) : hairy
    const [over, below] = places
    return isCovered(over, share, hint.moustache) && isCovered(below, share, hint.chin)
  })
  if (!isLikely && !isWhole && (hasDarkGlass || !isPlain)) return null
  const values = isWhole
    ? wholeBeard(places, frame.at, hairy.length)
    : grownIn(places, isSure ? likelyParts(face.points.beard) : [1, 1, 1], hairy)
  if (hairsApart(places[0], values, lab.light, light.values) > HAIRS_APART) {
    for (const i of places[0].flat()) values[i] = 1
  }
  for (const i of aboveEnds) values[i] = 0
  const mass = massOf(kernels, { widthPx, heightPx, values }, places, MASS * facePx)
  if (moustache > THIN.sure && covered(places[0].flat(), mass.values) < THIN.most) {
    const { from, to } = THIN.dark
    const darker = found((colour, cheek) => 1 - smoothstep(from, to, colour[0] / cheek[0]))
    const along = thinMoustache(face, inside, frame.place, darker)
    along?.forEach((share, i) => {
      mass.values[i] = Math.max(mass.values[i] ?? 0, share)
    })
  }
  const hair: OkLab[] = []
  values.forEach((share, i) => {
    if (share > 0.5) {
      hair.push([lab.light[i] ?? 0, lab.a[i] ?? 0, lab.b[i] ?? 0])
    }
  })
  if (hair.length < LEAST_PX) return null
  hair.sort((one, other) => one[0] - other[0])
  const [shade, tone] = [meanOf(hair, 0.05, 0.35), meanOf(hair, 0.35, 0.9)]
  return {
    share: kernels.gaussian(mass, 1),
    light,
    step: shade[0] + (tone[0] - shade[0]) * 0.4,
    tone,
    shade: [Math.min(shade[0], tone[0] - 0.06), shade[1], shade[2]],
    isStubble: isStubble(tone, cheekAt(cheeks, 0)),
  }
}

type LikelyParts = readonly [moustache: number, chin: number, cheeks: number]

const likelyParts = ({ moustache, chin, cheeks }: BeardSeen): LikelyParts =>
  moustache > GROWS.one && chin < GROWS.apart ? [moustache, 0, 0] : [moustache, chin, cheeks]

function isStubble([light, a, b]: OkLab, [own, red, yellow]: OkLab): boolean {
  const colour = (Math.hypot(a, b) * own) / Math.max(1e-3, Math.hypot(red, yellow) * light)
  const share = light / Math.max(0.05, own)
  return (
    share > STUBBLE.dark && share < STUBBLE.light && colour > STUBBLE.grey && colour < STUBBLE.red
  )
}

type Cheeks = readonly [right: OkLab, left: OkLab]

function cheekAt([right, left]: Cheeks, u: number): OkLab {
  const share = smoothstep(-0.2, 0.2, u)
  return [0, 1, 2].map((c) => right[c as 0] * (1 - share) + left[c as 0] * share) as OkLab
}

const covered = (half: readonly number[], share: Float32Array) =>
  half.filter((i) => (share[i] ?? 0) > 0.5).length / Math.max(1, half.length)

const isCovered = (place: Place, share: Float32Array, least = COVERED) =>
  place.flat().length >= LEAST_PX &&
  place.every((half) => half.length < LEAST_PX || covered(half, share) > least)

/** How much each pixel is hair, in those places in which some grows; on cheeks none grows alone. */
function grownIn(
  [moustache, chin, cheeks]: BeardPlaces,
  likely: LikelyParts,
  hairy: Float32Array,
): Float32Array<ArrayBuffer> {
  const values = new Float32Array(hairy.length)
  const grow = (place: Place, chance: number) => {
    if (chance < GROWS.more || !isCovered(place, hairy)) return false
    for (const i of place.flat()) values[i] = hairy[i] ?? 0
    return true
  }
  const isOver = grow(moustache, likely[0])
  const isBelow = grow(chin, likely[1])
  if (isOver || isBelow) grow(cheeks, likely[2])
  return values
}

/** How far single hairs lie from the light about them; 0 where none grows. */
function hairsApart(
  place: Place,
  hair: Float32Array,
  light: Float32Array,
  soft: Float32Array,
): number {
  const apart = place
    .flat()
    .filter((i) => (hair[i] ?? 0) > 0.5)
    .map((i) => Math.abs((light[i] ?? 0) - (soft[i] ?? 0)))
  return apart.length < LEAST_PX ? 0 : median(apart)
}

/** Hair without its holes and rags: about each place of those that may be hairy, how much of them is. */
function massOf(
  kernels: Kernels,
  hair: FloatPlane,
  places: BeardPlaces,
  sigma: number,
): FloatPlane {
  const may = new Float32Array(hair.values.length)
  for (const i of places.flat(2)) may[i] = 1
  const all = kernels.gaussian({ ...hair, values: may.slice() }, sigma).values
  const near = kernels.gaussian({ ...hair, values: hair.values.slice() }, sigma).values
  const values = near.map((share, i) =>
    may[i] === 0 ? 0 : smoothstep(0.35, 0.55, share / Math.max(0.05, all[i] ?? 0)),
  )
  return { ...hair, values }
}

interface Frame {
  /** From the middle under the nose, in face widths. */
  readonly at: (index: number) => { readonly u: number; readonly v: number }
  readonly place: (point: Point) => Point
}

function frameOf(face: FoundFace, seen: SkinOfFace): Frame {
  const { box, inside } = seen
  const { widthPx, heightPx } = inside
  const placed = placedFrom(face, underNose(face))
  return {
    at: (index) =>
      placed({
        x: box.x + (((index % widthPx) + 0.5) * box.width) / widthPx,
        y: box.y + ((Math.floor(index / widthPx) + 0.5) * box.height) / heightPx,
      }),
    place: placesIn(seen).toPlane,
  }
}

/** Where cheeks are looked at, from under the nose, in face widths. */
const CHEEK = { above: -0.26, below: -0.04, aside: 0.1 }

/** Beside dark glass a cheek is no darker than this against the light places of the face. */
const BESIDE_GLASS = { light: 0.6, least: 0.82 }

function leastLightOf({ lab, skin, inside }: SkinOfFace): number {
  const lights = [...lab.light].filter(
    (_, i) => (skin.values[i] ?? 0) > 0.6 && (inside.values[i] ?? 0) > 0.9,
  )
  lights.sort((a, b) => a - b)
  return BESIDE_GLASS.least * (lights[Math.floor(lights.length * BESIDE_GLASS.light)] ?? 0)
}

/** The middle colour of the right and of the left cheek, of what is not darker than `least`. */
function cheeksOf(
  { lab, skin, inside }: SkinOfFace,
  { at }: Frame,
  least: number,
): [OkLab, OkLab] | null {
  const sides: [OkLab[], OkLab[]] = [[], []]
  skin.values.forEach((share, i) => {
    if (share < 0.6 || (inside.values[i] ?? 0) < 0.9 || (lab.light[i] ?? 0) < least) return
    const { u, v } = at(i)
    if (v < CHEEK.above || v > CHEEK.below || Math.abs(u) < CHEEK.aside) return
    sides[u < 0 ? 0 : 1].push([lab.light[i] ?? 0, lab.a[i] ?? 0, lab.b[i] ?? 0])
  })
  const [right, left] = sides.map((colours) =>
    colours.length < LEAST_PX
      ? null
      : meanOf(
          colours.sort((a, b) => a[0] - b[0]),
          0.35,
          0.75,
        ),
  )
  const [one, other] = [right ?? left, left ?? right]
  return one && other ? [one, other] : null
}

/** How much lower a moustache begins beside the mouth than under the nose, face widths. */
const DROOP = 0.07

/** Moustache, chin and cheeks, without the lips, and what lies above the ends of a moustache. */
function placesOf(
  face: FoundFace,
  { inside }: SkinOfFace,
  frame: Frame,
): { readonly places: BeardPlaces; readonly aboveEnds: readonly number[] } {
  const { points } = face
  const [top, bottom] = [pointsOf(points, 'lipsTop'), pointsOf(points, 'lipsBottom')]
  const nose = pointsOf(points, 'noseBase')
  const lips = maskOf(
    [[...top, ...bottom.toReversed()]],
    inside.widthPx,
    inside.heightPx,
    frame.place,
  ).values
  const inFrame = (p?: Point) => {
    const { x, y } = p ?? { x: 0, y: 0 }
    const middle = nose[nose.length >> 1] ?? { x: 0, y: 0 }
    return {
      u: ((x - middle.x) * face.across.x + (y - middle.y) * face.across.y) / face.widthPx,
      v: ((x - middle.x) * face.down.x + (y - middle.y) * face.down.y) / face.widthPx,
    }
  }
  const corners = [inFrame(top[0]), inFrame(top.at(-1))] as const
  const [under, lip] = [inFrame(bottom[5]), inFrame(top[5])]
  const wings = [inFrame(nose[0]).u, inFrame(nose.at(-1)).u] as const
  const middle = (corners[0].u + corners[1].u) / 2
  const half = Math.max(1e-3, (corners[1].u - corners[0].u) / 2)
  const moustache: Place = [[], []]
  const chin: Place = [[], []]
  const cheeks: Place = [[], []]
  const aboveEnds: number[] = []
  inside.values.forEach((within, i) => {
    if (within < 0.5 || (lips[i] ?? 0) > 0.3) return
    const { u, v } = frame.at(i)
    const side = u < middle ? 0 : 1
    const isAcross = u > corners[0].u - 0.04 && u < corners[1].u + 0.04
    const mouth = side === 0 ? corners[0].v : corners[1].v
    if (isAcross && v < mouth && v > 0.015 && v < Math.max(lip.v, mouth)) {
      if (v < 0.015 + Math.min(1, ((u - middle) / half) ** 2) * DROOP) aboveEnds.push(i)
      if (u > wings[0] - 0.09 && u < wings[1] + 0.09) moustache[side].push(i)
    } else if (isAcross && v > under.v) chin[side].push(i)
    else if (!isAcross && v > 0.02) cheeks[side].push(i)
  })
  return { places: [moustache, chin, cheeks], aboveEnds }
}
