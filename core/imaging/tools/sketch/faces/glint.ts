import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Point } from '../../../face-points/face-points.ts'

/** Two slanted streaks, the wide one first: where they cross the middle, and half their widths, shares of the glass's width. */
const STREAKS = [
  { middle: 0.36, half: 0.06 },
  { middle: 0.56, half: 0.022 },
] as const
const EDGE = 0.02
/** How far a streak leans over the height of the glass, in heights. */
const LEAN = 0.65
/** Where streaks begin and end, shares of the glass's height. */
const ENDS = { none: 0.1, wholly: 0.22 }
/** Width of glass, thousandths of the longer side, from which there is room for them. */
const ROOM = { none: 7, wholly: 14 }

/**
 * Tells how much of each place of dark glass is a streak of light, 0..1: the sign of glass in any drawing. Without it a pen
 * leaves but two black holes.
 * @param rim closed outline of one glass
 * @param down of the face
 * @param unitPx a thousandth of the picture's longer side
 */
export function glintOf(
  rim: readonly Point[],
  down: Point,
  unitPx: number,
): (x: number, y: number) => number {
  const right = { x: down.y, y: -down.x }
  const [left, width] = spanOf(rim, right)
  const [top, height] = spanOf(rim, down)
  const most = smoothstep(ROOM.none, ROOM.wholly, width / unitPx)
  if (most === 0) return () => 0
  return (x, y) => {
    const across = (x * right.x + y * right.y - left) / width
    const under = (x * down.x + y * down.y - top) / height
    const ends =
      smoothstep(ENDS.none, ENDS.wholly, under) * smoothstep(ENDS.none, ENDS.wholly, 1 - under)
    if (ends === 0) return 0
    const at = across + (LEAN * (under - 0.5) * height) / width
    const streaks = STREAKS.map(
      ({ middle, half }) => 1 - smoothstep(half - EDGE, half + EDGE, Math.abs(at - middle)),
    )
    return most * ends * Math.max(...streaks)
  }
}

/** Where an outline begins along a direction, and how far it reaches. */
function spanOf(rim: readonly Point[], along: Point): [from: number, size: number] {
  const places = rim.map(({ x, y }) => x * along.x + y * along.y)
  const from = Math.min(...places)
  return [from, Math.max(1, Math.max(...places) - from)]
}
