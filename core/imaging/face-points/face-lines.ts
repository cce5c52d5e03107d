import { smoothstep } from '../../pixels/pixels.ts'
import { type Iris, type Point, pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { smoothed } from './shapes.ts'

/** An eye as the face has it. */
export interface Lids {
  /** From the nose outwards. */
  readonly upper: readonly Point[]
  readonly lower: readonly Point[]
  readonly iris: Iris
}

export const sides = ['right', 'left'] as const
export type Side = (typeof sides)[number]

export const lidsOf = ({ points }: FoundFace, side: Side): Lids =>
  side === 'right'
    ? {
        upper: pointsOf(points, 'rightUpperLid').toReversed(),
        lower: pointsOf(points, 'rightLowerLid').toReversed(),
        iris: points.rightIris,
      }
    : {
        upper: pointsOf(points, 'leftUpperLid'),
        lower: pointsOf(points, 'leftLowerLid'),
        iris: points.leftIris,
      }

/** Mean of points. */
export const meanPoint = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

export const away = (a?: Point, b?: Point): number =>
  a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y)

/** How far an eye is open, in its own widths. */
function openOf({ upper, lower }: Lids): number {
  const mid = upper.length >> 1
  const gaps = [mid - 1, mid, mid + 1].map((i) => away(upper[i], lower[i]))
  return gaps.reduce((a, b) => a + b, 0) / 3 / Math.max(1e-6, away(upper[0], upper.at(-1)))
}

/** Eyes that are open less than this are drawn shut, both: eyelids go together. */
const SHUT = 0.09
/** But for a wink, in which one is shut and the other wide open. */
const WINK = { shut: 0.06, open: 0.18 }

/**
 * Who looks down shows a lid that hangs to the line from corner to corner, where one that is raised, in
 * laughter too, arches over it: no higher than this, in eye widths, with an eye that is no wider open.
 */
const HANGING = { arch: 0.048, open: 0.2 }

/** How high an upper lid arches over its corners, px. */
function archOf(face: FoundFace, { upper }: Lids): number {
  const heightOf = ({ x, y }: Point = { x: 0, y: 0 }) => -(x * face.down.x + y * face.down.y)
  const mid = upper.length >> 1
  const middle = [mid - 1, mid, mid + 1].reduce((sum, i) => sum + heightOf(upper[i]) / 3, 0)
  return middle - (heightOf(upper[0]) + heightOf(upper.at(-1))) / 2
}

/** In a head that is turned further the far eye says nothing. */
const FAR_UNSEEN = 0.1

/** By both eyes, of which a turned head's near one counts for more. */
function areLidsDown(face: FoundFace): boolean {
  const eyes = sides.map((side) => {
    const lids = lidsOf(face, side)
    const width = Math.max(1e-6, away(lids.upper[0], lids.upper.at(-1)))
    return {
      weight: width ** (face.frontal < FAR_UNSEEN ? 6 : 2),
      arch: archOf(face, lids) / width,
      open: openOf(lids),
    }
  })
  const whole = eyes.reduce((sum, { weight }) => sum + weight, 0)
  const mean = (value: (eye: { arch: number; open: number }) => number) =>
    eyes.reduce((sum, eye) => sum + (eye.weight * value(eye)) / whole, 0)
  return mean(({ arch }) => arch) < HANGING.arch && mean(({ open }) => open) < HANGING.open
}

/** Narrow eyes are open together, as in laughter. */
export function isShut(face: FoundFace, side: Side): boolean {
  if (areLidsDown(face)) return true
  const [own, other] = [openOf(lidsOf(face, side)), openOf(lidsOf(face, otherSide[side]))]
  if (Math.min(own, other) < WINK.shut && Math.max(own, other) > WINK.open) return own < other
  return (own + other) / 2 < SHUT
}

const otherSide = { right: 'left', left: 'right' } as const

/** How much wider and higher an animated film draws an open eye, and how much of that is upwards. */
const WARP = { across: 0.2, down: 0.75, lift: 0.16 }

/** Eyes that are open less than `to` are narrow: they are opened less, to `least` of what others are. */
const NARROW = { from: 0.2, to: 0.38, least: 0.25 }

/** How much of the difference between two eyes is taken from them. */
const ALIKE = 0.8

export const moved = (p: Point, { across, down }: FoundFace, u: number, v: number): Point => ({
  x: p.x + across.x * u + down.x * v,
  y: p.y + across.y * u + down.y * v,
})

/** How far from the middle between its lids an iris may lie, and how much of that it keeps in a drawn eye. */
const GAZE = { most: 0.25, kept: 0.85 }

/** How far down an iris goes to lie between drawn lids as it lies between its own, px: else it would roll up. */
function irisAway(drawn: Lids, own: Lids, { down }: FoundFace): number {
  const depthOf = ({ x, y }: Point = { x: 0, y: 0 }) => x * down.x + y * down.y
  const mid = own.upper.length >> 1
  const between = ({ upper, lower }: Lids) => {
    const [top, bottom] = [depthOf(upper[mid]), depthOf(lower[mid])]
    return { middle: (top + bottom) / 2, gap: Math.max(1e-6, bottom - top) }
  }
  const [before, after] = [between(own), between(drawn)]
  const seen = depthOf(own.iris.centre)
  const off = Math.max(-GAZE.most, Math.min(GAZE.most, (seen - before.middle) / before.gap))
  return after.middle + off * GAZE.kept * after.gap - seen
}

/**
 * Both irises that lie so far beside the middles of their eyes, in eye widths, look aside: a large iris hides that, so
 * it is moved by a share of what is more, and by so much at most. In a head that is turned further it is the head that looks aside.
 */
const ASIDE = { from: 0.055, share: 0.8, most: 0.06, frontal: { from: 0.1, to: 0.35 } }

/**
 * Irises lie as far apart as these, in eye widths, outwards above 0, those of most by 0.06. Further ones are a guess, in
 * deep shade or behind hair, and would squint: in a head that is turned further each eye is seen from another side.
 */
const TOGETHER = { least: -0.03, most: 0.12 }

/** How far beside the middles of their eyes irises lie, in eye widths; to the person's left above 0. */
type Gazes = Readonly<Record<Side, number>>

function gazesOf(face: FoundFace): Gazes {
  const [right = 0, left = 0] = sides.map((side) => {
    const { upper, iris } = lidsOf(face, side)
    const [inner, outer] = [upper[0] ?? { x: 0, y: 0 }, upper.at(-1) ?? { x: 0, y: 0 }]
    const [x, y] = [
      iris.centre.x - (inner.x + outer.x) / 2,
      iris.centre.y - (inner.y + outer.y) / 2,
    ]
    return (x * face.across.x + y * face.across.y) / Math.max(1e-6, away(inner, outer))
  })
  return { right, left }
}

/** How far irises are moved to look the same way, in eye widths; to the person's left above 0. */
function lookTogether({ frontal }: FoundFace, { right, left }: Gazes, side: Side): number {
  const apart = left - right
  const stray = apart - Math.max(TOGETHER.least, Math.min(TOGETHER.most, apart))
  const { from, to } = ASIDE.frontal
  return (side === 'right' ? 0.5 : -0.5) * stray * smoothstep(from, to, frontal)
}

/** How far aside irises are moved, in eye widths; to the person's left above 0. */
function lookAside({ frontal }: FoundFace, { right, left }: Gazes): number {
  if (Math.sign(right) !== Math.sign(left)) return 0
  const least = Math.min(Math.abs(right), Math.abs(left))
  const by = Math.min(ASIDE.most, ASIDE.share * Math.max(0, least - ASIDE.from))
  return Math.sign(right) * by * smoothstep(ASIDE.frontal.from, ASIDE.frontal.to, frontal)
}

/** A drawn eye, by the proportions that are asked for. */
export interface DrawnLids {
  readonly upper: readonly Point[]
  readonly lower: readonly Point[]
  readonly centre: Point
  /** Half axes of the iris, px. */
  readonly radiusX: number
  readonly radiusY: number
  /** From corner to corner, px. */
  readonly width: number
}

/** @param opened 0 the face's own proportions to 1 those of an animated film */
export function drawnLids(face: FoundFace, side: Side, opened: number): DrawnLids {
  const own = lidsOf(face, side)
  const other = lidsOf(face, otherSide[side])
  const [inner, outer] = [own.upper[0] ?? { x: 0, y: 0 }, own.upper.at(-1) ?? { x: 0, y: 0 }]
  const width = away(inner, outer)
  const both = (openOf(own) + openOf(other)) / 2
  // Eyes that are open unlike are brought nearer to each other.
  const alike = (both / Math.max(1e-6, openOf(own))) ** (ALIKE * Math.min(1, 2 * opened))
  const wide = smoothstep(NARROW.from, NARROW.to, both)
  const grown = smoothstep(SHUT - 0.03, SHUT + 0.09, both)
  const amount = opened * grown * (NARROW.least + (1 - NARROW.least) * wide)
  const middle = { x: (inner.x + outer.x) / 2, y: (inner.y + outer.y) / 2 }
  const { across, down } = face
  // The far eye of a turned head grows no wider than it is seen: beside it the face ends.
  const near = Math.min(1, width / Math.max(1e-6, away(other.upper[0], other.upper.at(-1)))) ** 3
  const wider = WARP.across * amount * near
  const warped = (p: Point): Point => {
    const u = (p.x - middle.x) * across.x + (p.y - middle.y) * across.y
    const v = (p.x - middle.x) * down.x + (p.y - middle.y) * down.y
    const along = u / Math.max(1e-6, width / 2)
    const lift = WARP.lift * width * Math.max(0, 1 - along * along) * (v < 0 ? 1 : 0.3)
    const du = u * wider
    const dv = v * (alike - 1) + (v * WARP.down + Math.sign(v) * lift) * amount
    return moved(p, face, du, dv)
  }
  const { centre, radiusPx } = own.iris
  const [upper, lower] = [own.upper.map(warped), own.lower.map(warped)]
  const middled =
    irisAway({ ...own, upper, lower }, own, face) * Math.min(1, 2 * opened) * (1 - wide / 2)
  const gazes = gazesOf(face)
  const aside =
    width * (lookTogether(face, gazes, side) + lookAside(face, gazes) * Math.min(1, 2 * opened))
  const radius = radiusPx * (1.04 + 0.3 * amount)
  return {
    upper: smoothed(upper),
    lower: smoothed(lower),
    centre: moved(centre, face, aside, middled - 0.025 * amount * width),
    radiusX: radius,
    radiusY: radius * (1.02 + 0.36 * amount),
    width: width * (1 + wider),
  }
}

/** The middle of a brow, from the temple to the nose. */
export function browLine({ points }: FoundFace, side: Side) {
  const [top, bottom] =
    side === 'right'
      ? [pointsOf(points, 'rightBrowTop'), pointsOf(points, 'rightBrowBottom')]
      : [
          pointsOf(points, 'leftBrowTop').toReversed(),
          pointsOf(points, 'leftBrowBottom').toReversed(),
        ]
  return { top, bottom, line: smoothed(middleOf(top, bottom)) }
}

/** The gap between the lips from which a mouth is open, in mouth widths. */
const OPEN_FROM = 0.055

/** The rims of a mouth that is open; one line where the lips meet. From right to left. */
export function mouthLines({ points }: FoundFace): readonly Point[][] {
  const [top, bottom] = [pointsOf(points, 'mouthTop'), pointsOf(points, 'mouthBottom')]
  const lip = pointsOf(points, 'lipsTop')
  const gap = Math.max(...top.map((p, i) => away(p, bottom[i])))
  return gap < OPEN_FROM * away(lip[0], lip.at(-1))
    ? [smoothed(middleOf(top, bottom))]
    : [smoothed(top), smoothed(bottom)]
}

/** From below one ear over the chin to the other. */
export function jawLine({ points, frontal, across }: FoundFace): Point[] {
  const jaw = pointsOf(points, 'jaw')
  if (frontal > FAR_UNSEEN) return smoothed(jaw.slice(3, -3))
  // The far side of a head that is turned lies within the face.
  const along = ({ x, y }: Point = { x: 0, y: 0 }) => x * across.x + y * across.y
  const middle = jaw.length >> 1
  const chin = along(jaw[middle])
  const isRightNear = Math.abs(along(jaw[0]) - chin) > Math.abs(along(jaw.at(-1)) - chin)
  return smoothed(isRightNear ? jaw.slice(3, middle + 2) : jaw.slice(middle - 1, -3))
}

const middleOf = (one: readonly Point[], other: readonly Point[]): Point[] =>
  one.map((p, i) => midpoint(p, other[i] ?? p))

/** A point so far on the way from one to the other: 0 at the first, 1 at the second. */
export const towards = (one: Point, other: Point, share: number): Point => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
})

export const midpoint = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
})

/** How far a face is turned in the plane of the picture, radians. */
export const turnOf = ({ across }: FoundFace): number => Math.atan2(across.y, across.x)

/** As many places as are asked for along a line of a few, in even steps of its points. */
export const evenly = (line: readonly Point[], places: number): Point[] =>
  Array.from({ length: places }, (_, i) => {
    const at = (i / (places - 1)) * (line.length - 1)
    const [one, other] = [line[Math.floor(at)], line[Math.ceil(at)]]
    const share = at - Math.floor(at)
    if (one === undefined || other === undefined) return { x: 0, y: 0 }
    return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share }
  })
