import { smoothstep } from '../../../../pixels/pixels.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { FacePointGroup } from '../../../face-points/groups.ts'
import { ellipse, smoothed, strokeOutline } from '../../../face-points/shapes.ts'
import type { WornGlasses } from './glasses.ts'
import type { PenFeatures } from './pen/pen-features.ts'

/** A face, what of it a hand hides, and the glasses before it. */
export interface DrawnFace extends FoundFace {
  readonly isMouthHidden?: boolean
  /** How much of each point of its jaw is seen, 0..1; all of it where nobody looked. */
  readonly jawSeen?: readonly number[]
  readonly glasses?: WornGlasses | null
  /** What of it a pen draws by its points, and not by what light left. */
  readonly pen?: PenFeatures
}

/** Something of a face that is never left out. */
export interface Feature {
  /** @param weightAt how wide its line is at a share of its length, against its whole width */
  readonly outline: (weightAt: (share: number) => number) => readonly Point[]
  /** A long line, of which a part may be there and another not: each is looked at for itself. */
  readonly line?: readonly Point[]
  /** Nothing of it is drawn outside of this. */
  readonly within?: readonly Point[]
  /** Share of its darkness, 0..1, that there is at least. */
  readonly least: number
}

/** In a face that is turned further than this the lines of the far half are but guessed. */
const FRONTAL_MIN = 0.2
/** From here on to that the ridge of the nose becomes its outline. */
const RIDGE_FROM = 0.5
/** A line in a small face is no thinner than this, in thousandths of the picture's longer side. */
const LEAST_WIDTH = 1.6
/** An eye that is open by less, against its width, shows no iris. */
const OPEN_MIN = 0.16
/** A mouth that is open by more, against its width, shows teeth: its edges are drawn, and no line through them. */
const PARTED_MIN = 0.1
/** How much of its upper lip a small mouth is, where lips are not shaded. */
const LIP = 0.6

/** How dark the frame of glasses is at least, and in how many parts each of its lines is looked at. */
const FRAME = 0.5
const FRAME_PARTS = 3

/** How a face's lines are drawn. */
interface Hand {
  /** A thousandth of the picture's longer side. */
  readonly unitPx: number
  /** How small the face is, 0 to 1. */
  readonly small: number
  /** Then the lips of small faces are not shaded. */
  readonly isPen: boolean
}

/** What is never left out of a face: of one that is turned far away, its near half and its nose. */
export const featuresOf = (face: DrawnFace, hand: Hand): Feature[] => [
  ...(face.frontal < FRONTAL_MIN ? nearFeatures(face, hand) : frontalFeatures(face, hand)),
  ...frameFeatures(face, hand),
]

type Side = 'right' | 'left'

const middle = (one: readonly Point[], other: readonly Point[], share = 0.5) =>
  one.map(({ x, y }, i) => ({
    x: x + ((other[i]?.x ?? x) - x) * share,
    y: y + ((other[i]?.y ?? y) - y) * share,
  }))

/** @returns what makes a feature of a line: width in face widths, least in a large face, and in a small one */
function strokesOf({ widthPx }: FoundFace, { small, unitPx }: Hand) {
  return (
    line: readonly Point[],
    width: number,
    least: number,
    leastSmall = least,
    seenAt: (share: number) => number = () => 1,
  ): Feature => {
    const px = Math.max(small * LEAST_WIDTH * unitPx, width * widthPx)
    const whole = smoothed(line)
    const widthAt = (share: number) => Math.sin(Math.PI * share) ** 0.75 * seenAt(share)
    return {
      outline: (weightAt) =>
        strokeOutline(whole, (share) => widthOf(weightAt(share), px) * widthAt(share)),
      least: least + (leastSmall - least) * small,
    }
  }
}

/** A line is no thinner than a pixel, but where it ends: from this share of its width on. */
const ENDS = 0.25
const widthOf = (weight: number, px: number) => Math.max(Math.min(1, weight / ENDS), weight * px)

function frontalFeatures(face: DrawnFace, hand: Hand): Feature[] {
  const drawn = strokesOf(face, hand)
  const turned = 1 - smoothstep(FRONTAL_MIN, RIDGE_FROM, face.frontal)
  return [
    ...eyeFeatures(face, 'right', hand),
    ...eyeFeatures(face, 'left', hand),
    ...mouthLines(face, hand, (line) => line),
    ...upperLip(face, hand),
    drawn(ridgeOf(face), 0.012, 0.5 * turned),
    ...noseFeatures(face, hand),
    ...jawLine(face, hand, (line) => line.slice(3, -3)),
  ]
}

/** Lines run from a face's right to its left: the near half of them, and a little more of the mouth. */
function nearFeatures(face: DrawnFace, hand: Hand): Feature[] {
  const side = nearSide(face)
  const near = <Of>(line: readonly Of[], from: number, to: number) =>
    side === 'right' ? line.slice(from, to) : line.slice(line.length - to, line.length - from)
  const drawn = strokesOf(face, hand)
  return [
    ...eyeFeatures(face, side, hand),
    ...mouthLines(face, hand, (line) => near(line, 0, 8)),
    drawn(ridgeOf(face), 0.012, 0.5, 0.85),
    drawn(near(pointsOf(face.points, 'noseBase'), 0, 4), 0.012, 0.4, 0.85),
    ...jawLine(face, hand, (line) => near(line, 3, 11)),
  ]
}

/**
 * The line of a jaw: hair or shade beside a cheek says nothing of the chin.
 * @param part of what goes from the face's right to its left
 */
function jawLine(
  face: DrawnFace,
  hand: Hand,
  part: <Of>(line: readonly Of[]) => readonly Of[],
): Feature[] {
  // A hand before a mouth lies before the chin below it, too, and is of the skin that a jaw is seen by.
  if (face.isMouthHidden === true) return []
  const line = part(pointsOf(face.points, 'jaw'))
  const seen = along(face.jawSeen && part(face.jawSeen))
  return [{ ...strokesOf(face, hand)(line, 0.009, 0.35, 0.5, seen), line: smoothed(line) }]
}

/** What a line has at a share of its length, by what its points have. */
export const along =
  (seen: readonly number[] = [1]) =>
  (share: number): number => {
    const at = share * (seen.length - 1)
    const [first, next] = [seen[Math.floor(at)] ?? 1, seen[Math.ceil(at)] ?? 1]
    return first + (next - first) * (at - Math.floor(at))
  }

function nearSide({ points, across }: FoundFace): Side {
  const along = ({ x, y }: Point) => x * across.x + y * across.y
  const jaw = pointsOf(points, 'jaw').map(along)
  const tip = pointsOf(points, 'noseRidge').map(along).at(-1) ?? 0
  return tip - (jaw[0] ?? 0) > (jaw.at(-1) ?? 0) - tip ? 'right' : 'left'
}

/** From between the eyes over the tip to the middle under the nose. */
function ridgeOf({ points }: FoundFace): Point[] {
  const base = pointsOf(points, 'noseBase')
  return [...pointsOf(points, 'noseRidge').slice(1), ...base.slice(3, 4)]
}

function eyeFeatures(face: DrawnFace, side: Side, hand: Hand): Feature[] {
  if (face.glasses?.isDark) return []
  const of = (part: 'UpperLid' | 'LowerLid' | 'BrowTop' | 'BrowBottom') =>
    pointsOf(face.points, `${side}${part}`)
  const drawn = strokesOf(face, hand)
  return [
    drawn(of('UpperLid'), 0.014, 0.75, 0.95),
    drawn(of('LowerLid'), 0.008, 0.3),
    drawn(middle(of('BrowTop'), of('BrowBottom')), 0.024, 0.5, 0.75),
    ...irisOf(face, side, hand.small),
  ]
}

/** In a small face the dark of an open eye is all that says where it looks. */
function irisOf({ points, down }: FoundFace, side: Side, small: number): Feature[] {
  if (small === 0) return []
  const [upper, lower] = [pointsOf(points, `${side}UpperLid`), pointsOf(points, `${side}LowerLid`)]
  const within = [...upper, ...lower.toReversed()]
  const heights = within.map(({ x, y }) => x * down.x + y * down.y)
  const widths = within.map(({ x, y }) => x * down.y - y * down.x)
  const [high, wide] = [heights, widths].map((all) => Math.max(...all) - Math.min(...all))
  if ((high ?? 0) < OPEN_MIN * (wide ?? 0)) return []
  const { centre, radiusPx } = points[`${side}Iris`]
  const outline = ellipse(centre, radiusPx, radiusPx, 0)
  return [{ outline: () => outline, within, least: 0.85 * small }]
}

/** The frame of glasses, where lines of it were seen: in parts, for what is missing of one is not of another. */
function frameFeatures({ glasses }: DrawnFace, { unitPx, small }: Hand): Feature[] {
  if (!glasses) return []
  const px = Math.max(small * LEAST_WIDTH * unitPx, glasses.widthPx)
  return glasses.frame.flatMap((whole) => {
    const third = Math.ceil(whole.length / FRAME_PARTS)
    return Array.from({ length: FRAME_PARTS }, (_, i) => {
      const line = smoothed(whole.slice(i * third, (i + 1) * third + 1))
      const outline: Feature['outline'] = (weightAt) =>
        strokeOutline(line, (share) => widthOf(weightAt(share), px))
      return { outline, least: FRAME }
    })
  })
}

/** Under the nose, and its wings: in one line of a pen, which would else be a dash. */
function noseFeatures(face: DrawnFace, hand: Hand): Feature[] {
  if (face.pen?.nose) return []
  const base = pointsOf(face.points, 'noseBase')
  const drawn = strokesOf(face, hand)
  if (hand.isPen) return [drawn(base, 0.013, 0.6, 0.85)]
  return [
    drawn(base.slice(1, -1), 0.012, 0.6, 0.85),
    drawn(base.slice(0, 2), 0.009, 0.45),
    drawn(base.slice(-2), 0.009, 0.45),
  ]
}

/**
 * The lines of a mouth.
 * @param part of its points, from the face's right to its left
 */
function mouthLines(face: DrawnFace, hand: Hand, part: (line: Point[]) => Point[]): Feature[] {
  if (face.isMouthHidden === true || face.pen?.mouth) return []
  const of = (group: FacePointGroup) => pointsOf(face.points, group)
  const drawn = strokesOf(face, hand)
  const [top, bottom] = [of('mouthTop'), of('mouthBottom')]
  if (isParted(top, bottom))
    return [drawn(part(top), 0.013, 0.65, 0.9), drawn(part(bottom), 0.009, 0.45, 0.7)]
  return [
    drawn(part(middle(top, bottom)), 0.013, 0.65, 0.9),
    drawn(part(of('lipsBottom')).slice(2, -2), 0.011, 0.35, 0.45),
  ]
}

function isParted(top: readonly Point[], bottom: readonly Point[]): boolean {
  const away = (a: Point | undefined, b: Point | undefined) =>
    a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y)
  const centre = top.length >> 1
  return away(top[centre], bottom[centre]) > PARTED_MIN * away(top[0], top.at(-1))
}

/** What a pen shades of the upper lip where it has no room to hatch it. */
function upperLip(face: DrawnFace, { isPen, small }: Hand): Feature[] {
  if (!isPen || small === 0 || face.isMouthHidden === true || face.pen?.mouth) return []
  const [top, rim] = [pointsOf(face.points, 'mouthTop'), pointsOf(face.points, 'lipsTop')]
  const outline: Feature['outline'] = (weightAt) => [
    ...top,
    ...middle(top, rim, LIP * weightAt(0.5)).toReversed(),
  ]
  return [{ outline, least: 0.8 * small }]
}
