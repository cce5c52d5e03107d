import { z } from 'zod'
import { limits } from '../limits.ts'

/** A place of a picture, in shares of its width and of its height. */
export interface BrushPoint {
  readonly x: number
  readonly y: number
}

/** One stroke of a round brush over a picture of whatever size. */
export interface BrushStroke {
  /** Marks what it covers, or takes the mark from it. */
  readonly mode: 'add' | 'remove'
  /** In shares of the picture's longer side. */
  readonly radius: number
  /** Its path; a single point is a dab. */
  readonly points: readonly BrushPoint[]
}

/** Steps in which places and radii are stored. */
const STEPS = 10_000
/** `+r x y x y ...;-r x y`, in steps; `+` marks, `-` takes away. */
const PATTERN = /^(?:[+-]\d{1,5}(?: \d{1,5} \d{1,5})+(?:;(?=[+-])|$))*$/

/** Strokes as a tool's setting holds them: as {@link strokesText} writes them. */
export const strokesTextSchema = z.string().max(limits.brushTextMax).regex(PATTERN)

/** Strokes as one line of text, in order. */
export const strokesText = (strokes: readonly BrushStroke[]): string =>
  strokes
    .map(({ mode, radius, points }) => {
      const numbers = points.flatMap(({ x, y }) => [inSteps(x), inSteps(y)])
      return [`${mode === 'add' ? '+' : '-'}${Math.max(1, inSteps(radius))}`, ...numbers].join(' ')
    })
    .join(';')

const inSteps = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * STEPS)

/** What {@link strokesText} wrote; none for anything else. */
export function strokesOf(text: string): readonly BrushStroke[] {
  if (text === '' || !strokesTextSchema.safeParse(text).success) return []
  return text.split(';').map((one) => {
    const [radius = 0, ...places] = one.slice(1).split(' ').map(Number)
    const points = Array.from({ length: places.length / 2 }, (_, at) => ({
      x: (places[at * 2] ?? 0) / STEPS,
      y: (places[at * 2 + 1] ?? 0) / STEPS,
    }))
    return { mode: one.startsWith('+') ? 'add' : 'remove', radius: radius / STEPS, points }
  })
}

/** How far a stroke's path may be from the one that was painted, in radii, and at least. */
const TOLERANCE = { radii: 0.1, least: 0.0003 }

/**
 * A stroke with no more points than its path needs (Douglas & Peucker 1973).
 * @param aspect width by height of the picture
 */
export function simplified(stroke: BrushStroke, aspect: number): BrushStroke {
  const { points, radius } = stroke
  const tolerance = Math.max(TOLERANCE.least, radius * TOLERANCE.radii)
  const kept = new Set([0, points.length - 1])
  const open: (readonly [number, number])[] = [[0, points.length - 1]]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [first, last] = part
    let [furthest, most] = [-1, tolerance]
    for (let at = first + 1; at < last; at++) {
      const far = offLine(points, at, first, last, aspect)
      if (far > most) [furthest, most] = [at, far]
    }
    if (furthest < 0) continue
    kept.add(furthest)
    open.push([first, furthest], [furthest, last])
  }
  return { ...stroke, points: points.filter((_, at) => kept.has(at)) }
}

function offLine(
  points: readonly BrushPoint[],
  at: number,
  first: number,
  last: number,
  aspect: number,
): number {
  const [place, from, to] = [points[at], points[first], points[last]]
  if (place === undefined || from === undefined || to === undefined) return 0
  return distanceToLine(place, from, to, aspect)
}

/** Width and height of a picture in longer sides. */
export const sidesOf = (aspect: number): readonly [across: number, down: number] =>
  aspect > 1 ? [1, 1 / aspect] : [aspect, 1]

/** Distance of a place to the line between two others, in shares of the longer side. */
export function distanceToLine(
  place: BrushPoint,
  from: BrushPoint,
  to: BrushPoint,
  aspect: number,
): number {
  const [across, down] = sidesOf(aspect)
  const [dx, dy] = [(to.x - from.x) * across, (to.y - from.y) * down]
  const [px, py] = [(place.x - from.x) * across, (place.y - from.y) * down]
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length))
  return Math.hypot(px - t * dx, py - t * dy)
}
