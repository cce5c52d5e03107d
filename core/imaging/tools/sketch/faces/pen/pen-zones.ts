import { smoothstep } from '../../../../../pixels/pixels.ts'
import { moved, type Side } from '../../../../face-points/face-lines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { sizeOf } from './face-light.ts'
import type { Pen } from './pen-strokes.ts'
import type { SeenMouth } from './seen-mouth.ts'

/** What is as high as a mouth, sizes of the face from its corners. */
const LEVEL = 0.12
/** How far beyond the corners of a mouth is cleared, sizes of the face, and how much more in a small one, thousandths. */
const CORNER = {
  usual: 0.05,
  more: 0.04,
  small: 80,
  large: 130,
  half: 0.012,
  halfMore: 0.02,
  edge: 0.02,
}
/** What is cleared of a nose about its base, sizes of the face: its wings reach up. */
const NOSE = { up: 0.06, down: 0.03, aside: 0.055, wings: 0.085 }
/** Where a small face has no shade of folds, which would be blots: beyond nose and mouth, sizes of the face, but not at its edge. */
const FOLDS = { aside: 0.1, up: 0.05, down: 0.03, edge: 0.08 }

/** A mouth with its corners, beyond which a fold goes on; under a moustache without its upper lip. */
export function mouthZone(
  face: FoundFace,
  { lipsTop, lipsBottom, top, isUnderMoustache }: SeenMouth,
  { sizePx, unitPx }: Pen,
): Point[] {
  if (isUnderMoustache) return [...top, ...lipsBottom.toReversed()]
  const small = 1 - smoothstep(CORNER.small, CORNER.large, sizePx / unitPx)
  const cheeks = besideMouth(face)
  const outOf = (side: Side) =>
    Math.min(CORNER.usual + CORNER.more * small, Math.max(0, cheeks[side] - CORNER.edge)) * sizePx
  const half = (CORNER.half + CORNER.halfMore * small) * sizePx
  const beyond = (p: Point | undefined, by: number) =>
    p === undefined ? [] : [moved(p, face, by, -half), moved(p, face, by, half)]
  return [
    ...beyond(lipsTop[0], -outOf('right')).toReversed(),
    ...lipsTop,
    ...beyond(lipsTop.at(-1), outOf('left')),
    ...lipsBottom.toReversed(),
  ]
}

/** How far the edges of the face are from the corners of its mouth, at the mouth's own height, in sizes of the face. */
function besideMouth(face: FoundFace): Record<Side, number> {
  const size = sizeOf(face)
  const place = ({ x, y }: Point) => ({
    u: x * face.across.x + y * face.across.y,
    v: x * face.down.x + y * face.down.y,
  })
  const lips = pointsOf(face.points, 'lipsTop')
  const corners = [lips[0], lips.at(-1)].flatMap((p) => (p === undefined ? [] : [place(p)]))
  const us = corners.map(({ u }) => u)
  const vs = corners.map(({ v }) => v)
  const level = { from: Math.min(...vs) - LEVEL * size, to: Math.max(...vs) + LEVEL * size }
  const beside = pointsOf(face.points, 'faceOval')
    .map(place)
    .filter(({ v }) => v > level.from && v < level.to)
    .map(({ u }) => u)
  return {
    right: (Math.min(...us) - Math.min(...beside)) / size,
    left: (Math.max(...beside) - Math.max(...us)) / size,
  }
}

/** The nearer one of them: below 0 where the mouth lies in the outline of a profile. */
export const farCheek = (face: FoundFace): number => {
  const { right, left } = besideMouth(face)
  return Math.min(right, left)
}

/** The base of a nose, from wing to wing. */
export function noseZone(face: FoundFace, { sizePx }: Pen): Point[] {
  const base = pointsOf(face.points, 'noseBase')
  const [right, left] = [base[0], base.at(-1)]
  const at = (p: Point | undefined, u: number, v: number) =>
    p === undefined ? [] : [moved(p, face, u * sizePx, v * sizePx)]
  return [
    ...at(right, -NOSE.aside, -NOSE.wings),
    ...base.flatMap((p) => at(p, 0, -NOSE.up)),
    ...at(left, NOSE.aside, -NOSE.wings),
    ...at(left, NOSE.aside, NOSE.down),
    ...base.flatMap((p) => at(p, 0, NOSE.down)).toReversed(),
    ...at(right, -NOSE.aside, NOSE.down),
  ]
}

/** What lies about a nose and a mouth, within the cheeks. */
export function foldZone(face: FoundFace, { sizePx }: Pen): Point[] {
  const { x: ax, y: ay } = face.across
  const along = ({ x, y }: Point) => x * ax + y * ay
  const oval = pointsOf(face.points, 'faceOval').map(along)
  const [least, most] = [
    Math.min(...oval) + FOLDS.edge * sizePx,
    Math.max(...oval) - FOLDS.edge * sizePx,
  ]
  const [base, lips] = [pointsOf(face.points, 'noseBase'), pointsOf(face.points, 'lipsBottom')]
  const at = (p: Point | undefined, u: number, v: number) => {
    if (p === undefined) return []
    const own = along(p)
    const to = Math.min(most, Math.max(least, own + u * sizePx))
    return [moved(p, face, to - own, v * sizePx)]
  }
  return [
    ...at(base[0], -FOLDS.aside, -FOLDS.up),
    ...at(base.at(-1), FOLDS.aside, -FOLDS.up),
    ...at(lips.at(-1), FOLDS.aside, FOLDS.down),
    ...lips.flatMap((p) => at(p, 0, FOLDS.down)).toReversed(),
    ...at(lips[0], -FOLDS.aside, FOLDS.down),
  ]
}
