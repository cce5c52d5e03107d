import type { Kernels } from '../../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import { away, evenly, midpoint, towards } from '../../../../face-points/face-lines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { besideOf, followed } from '../../../../face-points/followed-line.ts'
import { smoothed } from '../../../../face-points/shapes.ts'
import { type FaceLight, lightOf, sizeOf, type ValueAt } from './face-light.ts'
import { placeAt } from './pen-strokes.ts'

/** A mouth as its points and the photo have it. Lines run from the face's right to its left. */
export interface SeenMouth {
  /** Outer edges of the lips, and their inner ones. */
  readonly lipsTop: readonly Point[]
  readonly lipsBottom: readonly Point[]
  readonly top: readonly Point[]
  readonly bottom: readonly Point[]
  /** How far it is open, 0..1: from 0 on something is seen between the lips. */
  readonly open: number
  /** How deep the line between closed lips is at each of its places, 0..1. */
  readonly depths: readonly number[]
  /** How much darker than the skin about it each lip is at a share of its length, 0..1. */
  readonly upperDark: readonly number[]
  readonly lowerDark: readonly number[]
  /** How sure it is that a mouth lies there, 0..1. */
  readonly sure: number
  /** Then the upper lip is hair. */
  readonly isUnderMoustache: boolean
  /** How much darker than the skin about the mouth a place is, below 1; and how much darker or redder. */
  readonly darkAt: ValueAt
  readonly toneAt: ValueAt
}

const PLACES = 33
/** How likely a moustache is that hangs over the upper lip. */
const MOUSTACHE = 0.5
/** What redder lips count for darker ones, OKLab. */
const RED = 1.5
/** The gap between the lips of a mouth that is closed, and of one that is open, in its widths. */
const OPEN = { from: 0.055, wholly: 0.085 }
/** How far beside its points the line between lips is looked for, in sizes of the face. */
const ASIDE = 0.022
const STEPS = 15
/** How far its light is smoothed, in sizes of the face. */
const SMOOTH = 0.007
/** How far beside a followed line its middle may lie, in sizes of the face. */
const NEAR = 0.02
const NEAR_STEPS = 6
const BESIDE = [0.018, 0.03, 0.045]
/** How much darker a line is than what lies on both sides, against that: none, and wholly. */
const DEPTH = { none: 0.01, wholly: 0.16 }
/** How far from its corners a line leaves its points, in its lengths: what is dark there may be a fold or a shade. */
const CORNERS = { pull: 0.75, within: 0.24 }
/** Share of the line that must be seen: from, wholly. */
const SEEN = { depth: 0.025, from: 0.5, wholly: 0.75 }

/** Looks at a mouth. */
export function seenMouth(kernels: Kernels, picture: Raster, face: FoundFace): SeenMouth {
  const of = (group: Parameters<typeof pointsOf>[1]) =>
    evenly(smoothed(pointsOf(face.points, group)), PLACES)
  const [lipsTop, lipsBottom] = [of('lipsTop'), of('lipsBottom')]
  const [ownTop, ownBottom] = [of('mouthTop'), of('mouthBottom')]
  const size = sizeOf(face)
  const light = lightOf(kernels, picture, face, [...lipsTop, ...lipsBottom], SMOOTH)
  const gap = Math.max(...ownTop.map((p, i) => away(p, ownBottom[i])))
  const open = smoothstep(OPEN.from, OPEN.wholly, gap / away(lipsTop[0], lipsTop.at(-1)))
  const depthAt = depthBy(light.lightAt, size)
  const follow = (guide: readonly Point[]) =>
    followed({ guide, from: -ASIDE * size, to: ASIDE * size, steps: STEPS }, depthAt)
  const ownMiddle = ownTop.map((p, i) => midpoint(p, ownBottom[i] ?? p))
  const meet = follow(ownMiddle)
  const seenOf = ({ depths }: { readonly depths: readonly number[] }) =>
    shareOf(depths.slice(2, -2))
  const seen = seenOf(meet)
  // A line that is seen wholly is a mouth's, whatever its rims.
  const rims = seen < SEEN.wholly ? [follow(ownTop), follow(ownBottom)].map(seenOf) : []
  const line = even(atCorners(inMiddle(meet.line, depthAt, NEAR * size), ownMiddle), 5)
  const [top, bottom] = [ownTop, ownBottom].map((own) =>
    line.map((p, i) => towards(p, own[i] ?? p, open)),
  ) as [Point[], Point[]]
  const { darkAt, toneAt } = tonesOf(face, lipsTop, lipsBottom, light)
  const depths = meet.depths.map((depth) => smoothstep(DEPTH.none, DEPTH.wholly, depth))
  return {
    lipsTop,
    lipsBottom,
    top,
    bottom,
    open,
    depths: evened(depths, 4),
    upperDark: darkAlong(top, lipsTop, 0.5, toneAt),
    lowerDark: darkAlong(bottom, lipsBottom, 0.6, toneAt),
    sure: smoothstep(SEEN.from, SEEN.wholly, Math.max(seen, ...rims)),
    isUnderMoustache: face.points.beard.moustache > MOUSTACHE,
    darkAt,
    toneAt,
  }
}

/** How much darker a place is than what lies on both sides of it, against that. */
function depthBy(lightAt: ValueAt, size: number): (p: Point, beside: Point) => number {
  // Asked for thousands of places of a face: one point is moved about.
  const place = { x: 0, y: 0 }
  const lightBeside = ({ x, y }: Point, beside: Point, by: number) => {
    place.x = x + beside.x * by
    place.y = y + beside.y * by
    return lightAt(place)
  }
  return (p, beside) => {
    const own = lightAt(p)
    let deepest = Number.NEGATIVE_INFINITY
    for (const far of BESIDE) {
      const one = lightBeside(p, beside, far * size)
      const other = lightBeside(p, beside, -far * size)
      deepest = Math.max(deepest, Math.min(one - own, other - own) / Math.max(0.2, one, other))
    }
    return deepest
  }
}

/** How dark and how red places are against the skin about a mouth. */
function tonesOf(
  face: FoundFace,
  top: readonly Point[],
  bottom: readonly Point[],
  { lightAt, redAt }: FaceLight,
): Pick<SeenMouth, 'darkAt' | 'toneAt'> {
  const skin = skinAbout(face, top, bottom, lightAt, 0.7)
  const skinRed = skinAbout(face, top, bottom, redAt, 0.5)
  const darkAt = (p: Point) => 1 - lightAt(p) / Math.max(0.1, skin(p))
  const toneAt = (p: Point) => Math.max(0, darkAt(p)) + RED * Math.max(0, redAt(p) - skinRed(p))
  return { darkAt, toneAt }
}

const moved = (p: Point, by: Point, px: number): Point => ({
  x: p.x + by.x * px,
  y: p.y + by.y * px,
})

/** A line in the middle of the dark along it: what is deep enough is followed anywhere in it. */
const inMiddle = (
  line: readonly Point[],
  depthAt: (p: Point, beside: Point) => number,
  nearPx: number,
): Point[] =>
  line.map((p, i) => {
    const beside = besideOf(line, i)
    let [sum, off] = [1e-6, 0]
    for (let step = -NEAR_STEPS; step <= NEAR_STEPS; step++) {
      const by = (step / NEAR_STEPS) * nearPx
      const weight = Math.max(0, depthAt(moved(p, beside, by), beside)) ** 2
      sum += weight
      off += weight * by
    }
    return moved(p, beside, off / sum)
  })

/** A line that is drawn to the corners that the points have. */
const atCorners = (line: readonly Point[], own: readonly Point[]): Point[] =>
  line.map((p, i) => {
    const share = i / Math.max(1, line.length - 1)
    const far = smoothstep(0, CORNERS.within, Math.min(share, 1 - share))
    return towards(p, own[i] ?? p, CORNERS.pull * (1 - far))
  })

const shareOf = (depths: readonly number[]) =>
  depths.filter((depth) => depth > SEEN.depth).length / Math.max(1, depths.length)

/** Values with their neighbours' mean, so often. */
function evened(values: readonly number[], times: number): number[] {
  let now = [...values]
  for (let i = 0; i < times; i++)
    now = now.map((own, k) => ((now[k - 1] ?? own) + 2 * own + (now[k + 1] ?? own)) / 4)
  return now
}

/** A line without the steps in which it was looked for; its ends stay. */
function even(line: readonly Point[], times: number): Point[] {
  const [xs, ys] = [
    evened(
      line.map(({ x }) => x),
      times,
    ),
    evened(
      line.map(({ y }) => y),
      times,
    ),
  ]
  return line.map((_, i) => ({ x: xs[i] ?? 0, y: ys[i] ?? 0 }))
}

/**
 * What the skin about a mouth has, on its right and on its left side, and between: light falls from one side.
 * @param at what share of the places has less, as hair and shade have
 */
function skinAbout(
  face: FoundFace,
  top: readonly Point[],
  bottom: readonly Point[],
  valueAt: ValueAt,
  at: number,
): ValueAt {
  const size = sizeOf(face)
  const [right, left] = [0, 1].map((side) => {
    const places = [0.02, 0.12, 0.25, 0.38, 0.5].flatMap((far) => {
      const share = side === 0 ? far : 1 - far
      return [
        moved(placeAt(top, share), face.down, -0.045 * size),
        moved(placeAt(bottom, share), face.down, 0.06 * size),
      ]
    })
    const cheek = moved(placeAt(top, side), face.down, -0.09 * size)
    const values = [...places, cheek].map(valueAt).toSorted((a, b) => a - b)
    return values[Math.floor(values.length * at)] ?? 0.5
  })
  const [one, other] = [placeAt(top, 0.2), placeAt(top, 0.8)]
  const way = { x: other.x - one.x, y: other.y - one.y }
  const squared = Math.max(1e-6, way.x ** 2 + way.y ** 2)
  return ({ x, y }) => {
    const share = ((x - one.x) * way.x + (y - one.y) * way.y) / squared
    return (right ?? 0.5) + ((left ?? 0.5) - (right ?? 0.5)) * Math.min(1, Math.max(0, share))
  }
}

/** How much darker than skin a lip is along it, at a share of the way to its outer edge. */
function darkAlong(
  inner: readonly Point[],
  outer: readonly Point[],
  at: number,
  toneAt: ValueAt,
): number[] {
  const found = inner.map((p, i) => toneAt(towards(p, outer[i] ?? p, at)))
  return evened(found, 4)
}
