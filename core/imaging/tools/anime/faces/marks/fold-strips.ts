import {
  browLine,
  evenly,
  lidsOf,
  midpoint,
  moved,
  type Side,
  sides,
} from '../../../../face-points/face-lines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import type { Strip } from '../../../../face-points/followed-line.ts'

/** Places along a strip. */
const PLACES = 30
/** How far its steps lie apart, face widths. */
const STEP = 0.005

function curve(from: Point, over: Point, to: Point): Point[] {
  return Array.from({ length: PLACES }, (_, i) => {
    const t = i / (PLACES - 1)
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
    return { x: a * from.x + b * over.x + c * to.x, y: a * from.y + b * over.y + c * to.y }
  })
}

/** @param from and `to` how far beside the guide, face widths */
const stripOf = (
  guide: readonly Point[],
  { widthPx }: FoundFace,
  from: number,
  to: number,
): Strip => ({
  guide,
  from: from * widthPx,
  to: to * widthPx,
  steps: Math.round(Math.abs(to - from) / STEP) + 1,
})

/** From beside the nose to beside the mouth, and on below it. */
export const cheekStrips = (face: FoundFace): Strip[] =>
  sides.map((side) => {
    const outward = side === 'right' ? -face.widthPx : face.widthPx
    const end = side === 'right' ? 0 : -1
    const wing = pointsOf(face.points, 'noseBase').at(end) ?? { x: 0, y: 0 }
    const corner = pointsOf(face.points, 'lipsTop').at(end) ?? { x: 0, y: 0 }
    const from = moved(wing, face, 0.03 * outward, -0.03 * face.widthPx)
    const to = moved(corner, face, 0.075 * outward, 0.07 * face.widthPx)
    const over = moved(midpoint(from, to), face, 0.06 * outward, -0.02 * face.widthPx)
    return stripOf(curve(from, over, to), face, -0.055, 0.055)
  })

/** Along the lower lid, below it. */
export const eyeStrips = (face: FoundFace): Strip[] =>
  sides.map((side) => {
    const { lower } = lidsOf(face, side)
    const line = lower.slice(0, -1).map((p) => moved(p, face, 0, 0.078 * face.widthPx))
    return stripOf(evenly(line, PLACES), face, -0.032, 0.032)
  })

/** From the outer corner of an eye to the temple, fanned: for each of them both sides. */
export const templeStrips = (face: FoundFace): Strip[][] =>
  [-0.035, 0.01, 0.055].map((low) => sides.map((side) => templeStrip(face, side, low)))

function templeStrip(face: FoundFace, side: Side, low: number): Strip {
  const outward = side === 'right' ? -face.widthPx : face.widthPx
  const { upper } = lidsOf(face, side)
  const corner = upper.at(-1) ?? { x: 0, y: 0 }
  const from = moved(corner, face, 0.05 * outward, 0.7 * low * face.widthPx)
  const to = moved(corner, face, 0.13 * outward, 1.3 * low * face.widthPx)
  return stripOf(curve(from, midpoint(from, to), to), face, -0.011, 0.011)
}

/** The whole of it, from above one brow to above the other. */
export function foreheadStrip(face: FoundFace): Strip | null {
  const [right, left] = sides.map((side) => browLine(face, side).top)
  const brows = [...(right ?? []), ...(left ?? []).toReversed()]
  const [first, last] = [brows[1], brows.at(-2)]
  if (first === undefined || last === undefined) return null
  const [from, to] = [first, last].map((p) => moved(p, face, 0, -0.19 * face.widthPx))
  if (from === undefined || to === undefined) return null
  const over = moved(midpoint(from, to), face, 0, -0.03 * face.widthPx)
  return stripOf(curve(from, over, to), face, -0.14, 0.14)
}
