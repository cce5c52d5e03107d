import type { OkLab } from '../../../pixels/oklab.ts'
import { cropRaster, smoothstep } from '../../../pixels/pixels.ts'
import { median } from '../../../pixels/ranked.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'
import { maskOf } from '../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../face-points/face-points.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { settledByColours } from './hair-chance.ts'
import { hairOddsOf, isNatural } from './hair-odds.ts'
import { fairOver } from './hairline.ts'
import { eachPixel, type Head } from './head.ts'
import type { OkLabPicture } from './study.ts'

/** Hair is looked for first where it meets the forehead and the temples. */
const SAMPLED = { u: 0.42, from: -1.0, to: -0.66 }
/** Less of the sampled place that is no skin, and the head is bald or the hair cannot be seen. */
const SEEN_LEAST = 0.3
/** How unlike the sample's hair may be: in lightness, above and below it, and in colour. */
const UNLIKE = { lighter: 0.2, darker: 0.24, colour: 0.05 }
/** Here a neck lies in the shade, which is brown, too; what is so dark beside it is shade or cloth. */
const NECK = { below: 0.42, aside: 0.4, dark: 0.38 }
/** What lies over a face and is of quite another light than what meets its forehead is a hat's band, or the hat. */
const BAND = { above: -0.45, apart: 0.32 }
/** Shares from which a place is hair. */
export const HAIRY = { from: 0.3, to: 0.42 }
/** Hair is filled where so much of what lies about is hair, face widths. */
const FILLED = { about: 0.06, from: 0.4, to: 0.55, rounds: 2 }

const eyesAndLips = ({ points }: FoundFace): Point[][] =>
  (
    [
      ['rightUpperLid', 'rightLowerLid'],
      ['leftUpperLid', 'leftLowerLid'],
      ['lipsTop', 'lipsBottom'],
    ] as const
  ).map(([top, bottom]) => [...pointsOf(points, top), ...pointsOf(points, bottom).toReversed()])

interface FoundHair {
  /** How much each pixel of a head is its hair. */
  readonly all: FloatPlane
  /** By the colour over the forehead alone, not smoothed. */
  readonly plain: Float32Array
}

/** The middle colour of what lies over the forehead; null where little of it can be seen. */
function colourOver({ head, picture, fine, person, skin }: SeenHead): OkLab | null {
  const samples: number[] = []
  let looked = 0
  eachPixel(head, picture.widthPx, (at, _, u, v) => {
    if (Math.abs(u) > SAMPLED.u || v < SAMPLED.from || v > SAMPLED.to) return
    looked++
    if ((person?.values[at] ?? 1) > 0.6 && (skin[at] as number) < 0.3) samples.push(at)
  })
  if (samples.length < SEEN_LEAST * looked || samples.length < 20) return null
  const of = (values: Float32Array) => median(samples.map((at) => values[at] as number))
  return [of(fine.lightness), of(fine.a), of(fine.b)]
}

/** How like hair of one colour a pixel is, 0..1. */
function likeness([light, red, yellow]: OkLab, [own, a, b]: OkLab): number {
  const apart = own - light
  return Math.exp(
    -((apart / (apart > 0 ? UNLIKE.lighter : UNLIKE.darker)) ** 2) -
      ((a - red) ** 2 + (b - yellow) ** 2) / UNLIKE.colour ** 2,
  )
}

/** A head in a picture, with what is known of it. */
export interface SeenHead {
  readonly face: FoundFace
  readonly head: Head
  /** Of the other people in the picture. */
  readonly others: readonly Head[]
  readonly picture: Raster
  readonly fine: OkLabPicture
  /** Where people are, 0..1; null where nobody looked. */
  readonly person: FloatPlane | null
  /** Where skin is painted, 0..1. */
  readonly skin: Float32Array
  /** Of hair, as the network has it. */
  readonly chance: FloatPlane | null
}

/**
 * How much each pixel of a head is its hair: by what lies over the forehead, and by the colours about the
 * face. Null where neither can be seen.
 */
export function hairOf(env: ToolEnvironment, seen: SeenHead): FoundHair | null {
  const { head, picture, fine, person, skin } = seen
  const { width, height } = head.box
  const guide = env.kernels.luma(cropRaster(picture, head.box))
  const radius = Math.max(2, Math.round(head.widthPx * 0.03))
  if (seen.chance !== null) {
    const { x, y } = head.box
    const at = (p: Point) => ({ x: p.x - x, y: p.y - y })
    const features = maskOf(eyesAndLips(seen.face), width, height, at).values
    const values = settledByColours(seen.chance, seen.face, picture, fine, person, skin, features)
    const all = env.kernels.guidedFilter(guide, { ...seen.chance, values }, radius, 1e-3)
    return { all, plain: values }
  }
  const over = colourOver(seen)
  const oddsAt = hairOddsOf(head, picture.widthPx, fine, person, skin)
  if (over === null && oddsAt === null) return null
  const planes = sharesOf(seen, over, oddsAt ?? (() => 0))
  const mask = { widthPx: width, heightPx: height, values: planes.hair }
  const all = env.kernels.guidedFilter(guide, mask, radius, 1e-3)
  filled(env, all, planes.may, FILLED.about * head.widthPx)
  return { all, plain: planes.plain }
}

/** Of each pixel of a head how much it is hair, is so by the colour over the forehead, and may be hair. */
function sharesOf(seen: SeenHead, over: OkLab | null, oddsAt: (at: number) => number) {
  const { face, head, others, picture, person, skin } = seen
  const { lightness, a, b } = seen.fine
  const { x, y, width, height } = head.box
  const masked = (outlines: readonly (readonly Point[])[]) =>
    maskOf(outlines, width, height, (p) => ({ x: p.x - x, y: p.y - y })).values
  const features = masked(eyesAndLips(face))
  const oval = masked([pointsOf(face.points, 'faceOval')])
  const isFair = fairOver(head, picture.widthPx, seen.fine, person, skin, oval, others)
  const plane = () => new Float32Array(width * height)
  const planes = { hair: plane(), plain: plane(), may: plane() }
  const longer = head.widthPx / face.widthPx
  eachPixel(head, picture.widthPx, (at, own, u, v) => {
    const about = aboutHead(u, v, longer)
    if (about === 0) return
    const isHair = (skin[at] as number) > 0.1 && isFair?.(at, own, v) === true
    const bare = isHair ? 0 : Math.max(skin[at] as number, features[own] as number)
    const free = about * smoothstep(0.3, 0.7, person?.values[at] ?? 1) * (1 - bare)
    if (free === 0) return
    const colour: OkLab = [lightness[at] as number, a[at] as number, b[at] as number]
    const known = over === null ? 0 : likeness(over, colour)
    const near = isHair ? 1 : known
    planes.plain[own] = smoothstep(HAIRY.from, HAIRY.to, near * free)
    const isNeck = v > NECK.below && (Math.abs(u) < NECK.aside || colour[0] < NECK.dark)
    const isBand = over !== null && v < BAND.above && Math.abs(colour[0] - over[0]) > BAND.apart
    const isElse = isNeck || isBand
    planes.hair[own] = Math.max(near, isElse ? 0 : oddsAt(at)) * free
    const isOff = isElse || (oval[own] as number) > 0.5 || !isNatural(colour)
    planes.may[own] = isOff ? 0 : free
  })
  return planes
}

/** How near a place is to a head. Downwards there are necks and hands in hair's colour: a turned head gets no longer hair. */
function aboutHead(u: number, v: number, longer: number): number {
  const height = v < 0 ? v * 0.85 : v * 0.5 * longer
  return 1 - smoothstep(0.95, 1.35, Math.sqrt(u * u + height * height))
}

/** What lies amid hair and is neither skin nor cloth is hair, too: lit locks, and those in the shade. */
function filled(
  { kernels }: ToolEnvironment,
  hair: FloatPlane,
  may: Float32Array,
  sigma: number,
): void {
  for (let round = 0; round < FILLED.rounds; round++) {
    const about = kernels.gaussian(hair, sigma).values
    withValues(hair.values, (own) =>
      Math.max(
        hair.values[own] as number,
        (may[own] as number) * smoothstep(FILLED.from, FILLED.to, about[own] as number),
      ),
    )
  }
}
