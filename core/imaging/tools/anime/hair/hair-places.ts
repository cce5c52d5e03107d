import type { Kernels } from '../../../../kernels/kernels.ts'
import { cropRaster, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { maskOf } from '../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { eachIndex, eachRow, type Head } from '../../../face-points/head.ts'
import { SQUARE } from '../../../face-points/head-square.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { OkLabPicture } from '../study.ts'
import { skinInHair } from './skin-in-hair.ts'

/** Shares from which a place is hair. */
export const HAIRY = { from: 0.3, to: 0.42 }
/** How far borders are moved onto the picture's, face widths. */
const BORDER = 0.03
/** Steps of lightness and of colour, OKLab. */
const STEP = { light: 0.05, colour: 0.025 }
const SIDE = 20
/** Between these chances what is seen is ever more surely hair, and ever less surely none. */
const SURE = { hair: { from: 0.7, to: 0.8 }, none: { from: 0.2, to: 0.3 } }
/** Colours decide what the network doubts, and nothing of which it is sure. */
const WEIGHT = { colour: 0.9, most: 1.6 }
const LEAST_PX = 40
/** A colour that fewer of them have says little. */
const RARE = 3e-4
/** What is less likely is none, whatever its colour. */
const LEAST = 0.02
/** Where the mask of people has nobody, as before a dark wall, hair of which the network is so sure is hair all the same: if it has the head's colours, and sooner if colours say so plainly. */
const UNMASKED = { from: 0.7, to: 0.85, plainly: { known: 0.8, from: 0.58, to: 0.8 } }
/** Where the mask has lost a head, colours alone make no hair of a wall of which the network doubts that it is any. */
const UNGUARDED = { from: 0.2, to: 0.45 }
/** Within so much of the upper edge of what the network was shown a lost head's hair ends, face widths. */
const TOP = 0.2
/** Where skin is painted and this is so surely hair, there is hair. */
const OVER_SKIN = { from: 0.6, to: 0.85 }

type Counts = Float32Array<ArrayBuffer>

/** A head in a picture, with what is known of it. */
export interface SeenHead {
  readonly face: FoundFace
  readonly head: Head
  readonly picture: Raster
  readonly fine: OkLabPicture
  /** Where people are, 0..1; null where nobody looked. */
  readonly person: FloatPlane | null
  /** Where skin is painted, 0..1. */
  readonly skin: Float32Array
  /** How likely each pixel of the head's box is hair, 0..1, as the network has it. */
  readonly chance: FloatPlane
}

/** How much each pixel of a head is its hair: the network says roughly where it is, colours where it ends. */
export function hairOf({ kernels }: ToolEnvironment, seen: SeenHead): FloatPlane {
  const { head, picture, chance } = seen
  const guide = kernels.luma(cropRaster(picture, head.box))
  const radius = Math.max(2, Math.round(head.widthPx * BORDER))
  return kernels.guidedFilter(
    guide,
    { ...chance, values: settled(kernels, seen, guide) },
    radius,
    1e-3,
  )
}

function settled(
  kernels: Kernels,
  { face, head, picture, fine, person, skin, chance }: SeenHead,
  guide: FloatPlane,
): Counts {
  const against = skinInHair(kernels, { head, guide, fine, person, skin, chance })
  const binOf = binsOf(fine)
  const evidence = evidenceOf(head, picture.widthPx, binOf, person, chance.values)
  const features = featuresOf(face, head)
  const values = new Float32Array(chance.values.length)
  eachRow(head, picture.widthPx, (start, first, _, top, __, dv) => {
    for (let x = 0; x < head.box.width; x++) {
      const own = first + x
      const share = chance.values[own] as number
      if (share < LEAST) continue
      const at = start + x
      const known = evidence?.[binOf(at)] ?? 0
      const odds = Math.log(share / (1.0001 - share)) + known - (against?.(own) ?? 0)
      const likely = 1 / (1 + Math.exp(-odds))
      const sure = smoothstep(OVER_SKIN.from, OVER_SKIN.to, likely)
      const bare = Math.max((skin[at] as number) * (1 - sure), features[own] as number)
      const masked = smoothstep(0.3, 0.7, person?.values[at] ?? 1)
      const v = top + x * dv
      const isAsked = v > SQUARE.from && v < SQUARE.from + 2 * SQUARE.aside
      const unmasked = isAsked ? unmaskedHair(share, known) : 0
      const seen = person === null ? doubted(share) * belowTop(v) : Math.max(masked, unmasked)
      values[own] = likely * (1 - bare) * seen
    }
  })
  return values
}

/** How surely there is hair where the mask of people has nobody, 0..1. */
function unmaskedHair(share: number, known: number): number {
  if (known <= 0) return 0
  const { from, to } = known > UNMASKED.plainly.known ? UNMASKED.plainly : UNMASKED
  return smoothstep(from, to, share)
}

const doubted = (share: number) => smoothstep(UNGUARDED.from, UNGUARDED.to, share)

/** How much a place lies below the upper edge of what the network was shown, 0..1: above it there is only what it saw at the edge. */
const belowTop = (v: number) => smoothstep(SQUARE.from, SQUARE.from + TOP, v)

/** Eyes and lips, which hair never covers. */
function featuresOf({ points }: FoundFace, { box }: Head): Float32Array {
  const outlines = (
    [
      ['rightUpperLid', 'rightLowerLid'],
      ['leftUpperLid', 'leftLowerLid'],
      ['lipsTop', 'lipsBottom'],
    ] as const
  ).map(([top, bottom]): Point[] => [
    ...pointsOf(points, top),
    ...pointsOf(points, bottom).toReversed(),
  ])
  const at = ({ x, y }: Point) => ({ x: x - box.x, y: y - box.y })
  return maskOf(outlines, box.width, box.height, at).values
}

/** The number of the colour of each pixel. */
const binsOf =
  ({ lightness, a, b }: OkLabPicture) =>
  (at: number): number =>
    step(lightness[at] as number, STEP.light, 0) * SIDE * SIDE +
    step(a[at] as number, STEP.colour, SIDE / 2) * SIDE +
    step(b[at] as number, STEP.colour, SIDE / 2)

/** What each colour says for hair, by what the network is sure of in this head; null where that is little. */
function evidenceOf(
  head: Head,
  widthPx: number,
  binOf: (at: number) => number,
  person: FloatPlane | null,
  chance: Float32Array,
): Counts | null {
  const [hair, none] = [new Float32Array(SIDE ** 3), new Float32Array(SIDE ** 3)]
  eachIndex(head, widthPx, (at, own) => {
    if ((person?.values[at] ?? 1) < 0.3) return
    const share = chance[own] as number
    const isHair = smoothstep(SURE.hair.from, SURE.hair.to, share)
    const isNone = 1 - smoothstep(SURE.none.from, SURE.none.to, share)
    if (isHair + isNone === 0) return
    const bin = binOf(at)
    hair[bin] = (hair[bin] as number) + isHair
    none[bin] = (none[bin] as number) + isNone
  })
  if (sumOf(hair) < LEAST_PX || sumOf(none) < LEAST_PX) return null
  shared(hair)
  shared(none)
  return hair.map((share, bin) => {
    const odds = Math.log((share + RARE) / ((none[bin] as number) + RARE))
    return Math.max(-WEIGHT.most, Math.min(WEIGHT.most, WEIGHT.colour * odds))
  })
}

const step = (value: number, size: number, middle: number): number =>
  Math.min(SIDE - 1, Math.max(0, Math.floor(value / size + middle)))

const sumOf = (counts: Counts): number => counts.reduce((sum, count) => sum + count, 0)

/** Gives each count's neighbours along one side a part of it. @param apart how far these lie in `before` */
function shareAlong(counts: Counts, before: Counts, apart: number): void {
  for (let bin = 0; bin < counts.length; bin++) {
    const place = Math.floor(bin / apart) % SIDE
    const lower = place > 0 ? (before[bin - apart] as number) : 0
    const upper = place < SIDE - 1 ? (before[bin + apart] as number) : 0
    counts[bin] = ((before[bin] as number) * 2 + lower + upper) / 4
  }
}

/** Counts as shares of their sum, each with its neighbours: a colour is seldom alone. */
function shared(counts: Counts): void {
  const sum = Math.max(1, sumOf(counts))
  for (const apart of [1, SIDE, SIDE * SIDE]) shareAlong(counts, counts.slice(), apart)
  for (let bin = 0; bin < counts.length; bin++) counts[bin] = (counts[bin] as number) / sum
}
