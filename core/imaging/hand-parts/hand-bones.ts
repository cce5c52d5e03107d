import { smoothstep } from '../../pixels/pixels.ts'
import type { Point } from '../face-points/face-points.ts'
import { contains } from '../face-points/samples.ts'
import { palmOf } from '../hand-points/find-hands.ts'
import type { HandPoints } from '../hand-points/hand-points.ts'

/** What a place near a hand may be: a finger from the thumb on, its palm, the arm that it grows from, or nothing of it. */
export const PALM = 5
export const ARM = 6
export const BEYOND = 7
export const FINGERS = 5

/** Half widths of a finger at its four points, and of the thumb, in lengths of a palm (Buchholz et al. 1992: of the hand's breadth). */
const WIDE = {
  thumb: [0.16, 0.13, 0.115, 0.09],
  finger: [0.125, 0.11, 0.095, 0.08],
}
/** How wide each finger is against the middle one. */
const AGAINST_MIDDLE = [1, 0.97, 1, 0.95, 0.84] as const
/** A tip's point lies in its middle: the finger goes on for so much of its half width. */
const TIP = 0.5
/** Where a finger begins on its first bone: below it is palm. */
const ROOT = 0.3
/** Half width of the flesh about a palm's points, and of an arm; where that begins and ends behind the wrist. */
const FLESH = 0.13
const ARM_WIDE = { half: 0.3, from: 0.22, to: 0.8 }
const PALM_POINTS = [0, 1, 2, 5, 9, 13, 17] as const

interface Bone {
  readonly from: Point
  readonly to: Point
  readonly widths: readonly [from: number, to: number]
  /** Where it lies along its finger, 0 at the knuckle to 3 at the tip. */
  readonly along: number
}

/** A hand as bones with flesh about them. */
export interface HandBones {
  readonly sizePx: number
  readonly points: readonly Point[]
  /** How far a place lies from the bones of each part, in half widths of the flesh there: under 1 within it. */
  readonly awayFrom: (part: number, x: number, y: number) => number
  /** How far along a finger a place lies, 0 at its knuckle to 3 at its tip. */
  readonly alongFinger: (finger: number, x: number, y: number) => number
  /** How far beyond the wrist a place lies, towards the fingers, px. */
  readonly beyondWrist: (x: number, y: number) => number
}

export function bonesOf(hand: HandPoints): HandBones {
  const { sizePx } = palmOf(hand)
  const at = (index: number): Point => hand.points[index] ?? { x: 0, y: 0 }
  const fingers = Array.from({ length: FINGERS }, (_, finger) => fingerBones(at, finger, sizePx))
  const palm = PALM_POINTS.map(at)
  const rim = palm.map((from, index): Bone => {
    const to = palm[(index + 1) % palm.length] ?? from
    return { from, to, widths: [FLESH * sizePx, FLESH * sizePx], along: 0 }
  })
  const wrist = at(0)
  const middle = { x: (at(5).x + at(9).x + at(13).x) / 3, y: (at(5).y + at(9).y + at(13).y) / 3 }
  const long = Math.max(1e-6, Math.hypot(middle.x - wrist.x, middle.y - wrist.y))
  const [ax, ay] = [(middle.x - wrist.x) / long, (middle.y - wrist.y) / long]
  const beyondWrist = (x: number, y: number) => (x - wrist.x) * ax + (y - wrist.y) * ay
  const behind = (share: number): Point => ({
    x: wrist.x - ax * share * sizePx,
    y: wrist.y - ay * share * sizePx,
  })
  const half = ARM_WIDE.half * sizePx
  const arm: Bone = {
    from: behind(ARM_WIDE.from),
    to: behind(ARM_WIDE.to),
    widths: [half, half],
    along: 0,
  }
  const awayFrom = (part: number, x: number, y: number) => {
    if (part === PALM) return awayFromPalm(palm, rim, x, y)
    return part === ARM ? awayFromBone(arm, x, y) : awayFromBones(fingers[part] ?? [], x, y)
  }
  const alongFinger = (finger: number, x: number, y: number) =>
    alongBones(fingers[finger] ?? [], x, y)
  return { sizePx, points: hand.points, awayFrom, alongFinger, beyondWrist }
}

function fingerBones(at: (index: number) => Point, finger: number, sizePx: number): Bone[] {
  const first = 1 + finger * 4
  const widths = finger === 0 ? WIDE.thumb : WIDE.finger
  const by = sizePx * (AGAINST_MIDDLE[finger] ?? 1)
  const joints = [0, 1, 2, 3].map((joint) => at(first + joint))
  const [knuckle = at(0), , before = at(0), tip = at(0)] = joints
  const next = joints[1] ?? at(0)
  // A thumb's first bone lies in the palm.
  const [from, root] = finger === 0 ? [1, next] : [0, towards(knuckle, next, ROOT)]
  const tipWide = (widths[3] ?? 0) * by
  const last = Math.max(1e-6, Math.hypot(tip.x - before.x, tip.y - before.y))
  const end = towards(before, tip, 1 + (TIP * tipWide) / last)
  const places = [...joints.slice(0, from), root, ...joints.slice(from + 1, 3), end]
  return [0, 1, 2].slice(from).map((bone) => ({
    from: places[bone] ?? root,
    to: places[bone + 1] ?? end,
    widths: [(widths[bone] ?? 0) * by, (widths[bone + 1] ?? 0) * by],
    along: bone,
  }))
}

const towards = (one: Point, other: Point, share: number): Point => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
})

/** How far along a bone a place lies, 0 at its beginning to 1. */
function shareAlong({ from, to }: Pick<Bone, 'from' | 'to'>, x: number, y: number): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = Math.max(1e-9, dx * dx + dy * dy)
  return Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / square))
}

/** How far a place lies from a bone, in half widths of the flesh there. */
function awayFromBone(bone: Bone, x: number, y: number): number {
  const { from, to, widths } = bone
  const share = shareAlong(bone, x, y)
  const dx = x - from.x - (to.x - from.x) * share
  const dy = y - from.y - (to.y - from.y) * share
  return Math.sqrt(dx * dx + dy * dy) / (widths[0] + (widths[1] - widths[0]) * share)
}

// Asked for every square about a hand: loops without garbage.
function awayFromBones(bones: readonly Bone[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let k = 0; k < bones.length; k++) {
    const own = awayFromBone(bones[k] as Bone, x, y)
    if (own < least) least = own
  }
  return least
}

function alongBones(bones: readonly Bone[], x: number, y: number): number {
  let [least, along] = [Number.POSITIVE_INFINITY, 0]
  for (const bone of bones) {
    const own = awayFromBone(bone, x, y)
    if (own < least) [least, along] = [own, bone.along + shareAlong(bone, x, y)]
  }
  return along
}

/** How far a place lies from a palm's outline, in half widths of its flesh; 0 within it. */
function awayFromPalm(
  palm: readonly Point[],
  edges: readonly Bone[],
  x: number,
  y: number,
): number {
  return contains(palm, x, y) ? 0 : awayFromBones(edges, x, y)
}

/** How surely a border so far along a finger and its palm is the finger's own edge and no crease at its root, 0..1. */
export const beyondRoot = (along: number): number => smoothstep(0.55, 1, along)
