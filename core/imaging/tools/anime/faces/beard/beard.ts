import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import { median } from '../../../../../pixels/ranked.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { meanOf } from '../../../../face-points/samples.ts'
import type { LabPlanes } from '../../../../face-points/skin-likeness.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import { cheekAt, cheeksOf, leastLightOf } from './beard-cheeks.ts'
import { greyShare, knownHairShare } from './beard-colours.ts'
import { beardGrowthOf, type LikelyParts, mayHaveBeard } from './beard-growth.ts'
import {
  type BeardPlaces,
  covered,
  frameOf,
  isCovered,
  LEAST_PX,
  type Place,
  placesOf,
} from './beard-places.ts'
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

/** A moustache of which the network is sure is thin where it covers less of its place: what is a little darker than the cheek is its. */
const THIN = { sure: 0.9, most: 0.3, dark: { from: 0.86, to: 0.97 } }
/** Single hairs of a moustache lie so far from the light about them, OKLab: it is whole, though half of it is in the shade. */
const HAIRS_APART = 0.03
/** A moustache of which one half is covered so far, and the other by less than this share of that, grows over both: one is in the light or in the shade. */
const HALVED = { most: 0.4, share: 0.62 } as const
/** Smoothing of its outline and of its light, in face widths. */
const SMOOTHED = 0.014
/** How far hair is brought together into masses without holes and rags, face widths. */
const MASS = 0.035
/** Of a patch of hair so much is hair at least. */
const PATCH = 0.4
/** Hair is likely to grow on a part from here on. */
const LIKELY = 0.3
/** Above the place under the nose by so much nobody looks for a beard, face widths. */
const ABOVE = -0.4

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
  if (!mayHaveBeard(face, hasDarkGlass)) return null
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
  const { places, belowEdge, aboveEnds } = placesOf(face, seen, frame)
  const hairy = found(knownHairShare)
  const colours = { lab, places, cheeks, hairy, greyAsked: () => found(greyShare) }
  const growth = beardGrowthOf(face, colours, hasDarkGlass)
  if (growth === null) return null
  const values =
    growth.kind === 'whole'
      ? wholeBeard(places, frame.at, hairy.length)
      : grownIn(places, belowEdge, growth.likely, hairy)
  if (hairsApart(places[0], values, lab.light, light.values) > HAIRS_APART) {
    for (const i of places[0].flat()) values[i] = 1
  }
  for (const i of aboveEnds) values[i] = 0
  const tones = beardTones(lab, values, cheekAt(cheeks, 0))
  if (tones?.isStubble === false && isHalved(places[0], values)) {
    for (const i of places[0].flat()) values[i] = 1
    for (const i of aboveEnds) values[i] = 0
  }
  const [moustache, beneath, whole] = places
  const grown: BeardPlaces = [moustache, beneath, growth.kind === 'whole' ? whole : belowEdge]
  const mass = massOf(kernels, { widthPx, heightPx, values }, grown, MASS * facePx)
  dropShade(kernels, mass, places)
  const isThin = covered(places[0].flat(), mass.values) < THIN.most
  if (face.points.beard.moustache > THIN.sure && isThin) {
    const { from, to } = THIN.dark
    const darker = found((colour, cheek) => 1 - smoothstep(from, to, colour[0] / cheek[0]))
    const along = thinMoustache(face, inside, frame.place, darker)
    along?.forEach((share, i) => {
      mass.values[i] = Math.max(mass.values[i] ?? 0, share)
    })
  }
  return tones && { share: kernels.gaussian(mass, 1), light, ...tones }
}

/** Whether hair was found over one half of a lip: it grows over both, and one lies in the light or in the shade. */
function isHalved([right, left]: Place, share: Float32Array): boolean {
  const [one, other] = [covered(right, share), covered(left, share)]
  const most = Math.max(one, other)
  return most > HALVED.most && Math.min(one, other) < HALVED.share * most
}

/** In which tones hair is painted; null where there is next to none. */
function beardTones(
  { light, a, b }: LabPlanes,
  share: Float32Array,
  cheek: OkLab,
): Omit<Beard, 'share' | 'light'> | null {
  const hair: OkLab[] = []
  share.forEach((own, i) => {
    if (own > 0.5) hair.push([light[i] ?? 0, a[i] ?? 0, b[i] ?? 0])
  })
  if (hair.length < LEAST_PX) return null
  hair.sort((one, other) => one[0] - other[0])
  const [shade, tone] = [meanOf(hair, 0.05, 0.35), meanOf(hair, 0.35, 0.9)]
  return {
    step: shade[0] + (tone[0] - shade[0]) * 0.4,
    tone,
    shade: [Math.min(shade[0], tone[0] - 0.06), shade[1], shade[2]],
    isStubble: isStubble(tone, cheek),
  }
}

function isStubble([light, a, b]: OkLab, [own, red, yellow]: OkLab): boolean {
  const colour = (Math.hypot(a, b) * own) / Math.max(1e-3, Math.hypot(red, yellow) * light)
  const share = light / Math.max(0.05, own)
  return (
    share > STUBBLE.dark && share < STUBBLE.light && colour > STUBBLE.grey && colour < STUBBLE.red
  )
}

/** How much each pixel is hair, in those places in which some grows; on cheeks none grows alone. */
function grownIn(
  [moustache, chin, cheeks]: BeardPlaces,
  belowEdge: Place,
  likely: LikelyParts,
  hairy: Float32Array,
): Float32Array<ArrayBuffer> {
  const values = new Float32Array(hairy.length)
  const grow = (place: Place, chance: number, over = place) => {
    if (chance < LIKELY || !isCovered(place, hairy)) return false
    for (const i of over.flat()) values[i] = hairy[i] ?? 0
    return true
  }
  const isOver = grow(moustache, likely[0])
  const isBelow = grow(chin, likely[1])
  if (isOver || isBelow) grow(cheeks, likely[2], belowEdge)
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

/**
 * Drops patches that do not go on to the lip or the chin, in their own memory: on cheeks none grows alone, and what is
 * dark or grey there is shade.
 */
function dropShade(kernels: Kernels, mass: FloatPlane, [moustache, chin]: BeardPlaces): void {
  const of = withValues(new Uint32Array(mass.values.length), (i) =>
    (mass.values[i] as number) > PATCH ? 1 : 0,
  )
  const patches = kernels.connectCells({ ...mass, of, total: 2 })
  const isBeard = new Uint8Array(patches.total)
  for (const i of [...moustache, ...chin].flat()) {
    if (of[i] === 1) isBeard[patches.of[i] as number] = 1
  }
  for (let i = 0; i < of.length; i++) {
    if (of[i] === 1 && isBeard[patches.of[i] as number] === 0) mass.values[i] = 0
  }
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
