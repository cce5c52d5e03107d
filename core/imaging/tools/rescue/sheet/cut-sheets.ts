import { crossing, type Line, lineThrough, type Place } from './lines.ts'

/** A sheet that goes on past the picture's edge, as far as it is seen; px. */
export interface CutQuad {
  /** The ends of the side that is seen between the two that are cut off. */
  readonly base: readonly [Place, Place]
  /** Where those two are cut off, along the base: as far out as both are seen. */
  readonly ends: readonly [Place, Place]
}

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/** So long, in shares of the base, is what is seen of a sheet at least. */
const DEPTH_MIN = 0.2
/** One side may be seen so much further than the other, in shares of it: what is past the cut is lost. */
const LOST_MAX = 0.3

/** What two opposite sides and each line across them may hold, on either side of it. */
export function cutQuads(
  [one, other]: readonly [Line, Line],
  lines: readonly Line[],
  picture: Size,
): readonly CutQuad[] {
  return lines.flatMap((line) => {
    if (line === one || line === other) return []
    const [from, to] = [crossing(line, one), crossing(line, other)]
    if (from === null || to === null || !isWithin(from, picture) || !isWithin(to, picture))
      return []
    return [1, -1].flatMap((sign) => {
      const ends = cutOff([from, to], [one, other], sign, picture)
      return ends === null ? [] : [{ base: [from, to] as const, ends }]
    })
  })
}

const isWithin = ({ x, y }: Place, { widthPx, heightPx }: Size): boolean =>
  x >= 0 && y >= 0 && x <= widthPx && y <= heightPx

function cutOff(
  [from, to]: readonly [Place, Place],
  [one, other]: readonly [Line, Line],
  sign: number,
  picture: Size,
): readonly [Place, Place] | null {
  const across = lineThrough(from, to)
  const out = [exitOf(from, one, across, sign, picture), exitOf(to, other, across, sign, picture)]
  const depths = out.map((place) => depthOf(across, place, sign))
  const depth = Math.min(...depths)
  if (depth < DEPTH_MIN * Math.hypot(to.x - from.x, to.y - from.y)) return null
  if (depth < (1 - LOST_MAX) * Math.max(...depths)) return null
  const cut = { ...across, offset: across.offset + sign * depth }
  const ends = [crossing(cut, one), crossing(cut, other)] as const
  return ends[0] && ends[1] ? [ends[0], ends[1]] : null
}

const depthOf = ({ cos, sin, offset }: Line, { x, y }: Place, sign: number): number =>
  sign * (x * cos + y * sin - offset)

/** Where a line that starts on another leaves the picture on one side of that. */
function exitOf(
  from: Place,
  { cos, sin }: Line,
  across: Line,
  sign: number,
  { widthPx, heightPx }: Size,
): Place {
  const forward = sign * (-sin * across.cos + cos * across.sin) >= 0 ? 1 : -1
  const [dx, dy] = [-sin * forward, cos * forward]
  const reach = (at: number, step: number, end: number) =>
    step > 0 ? (end - at) / step : step < 0 ? -at / step : Number.POSITIVE_INFINITY
  const length = Math.min(reach(from.x, dx, widthPx), reach(from.y, dy, heightPx))
  return { x: from.x + dx * length, y: from.y + dy * length }
}
