import type { FloatPlane } from '../../../../../pixels/raster.ts'
import type { Point } from '../../../../face-points/face-points.ts'

/** The four sides of a square between four pixels. */
const [TOP, RIGHT, BOTTOM, LEFT] = [0, 1, 2, 3]
/** By which of its corners are inside (1 above left, 2 above right, 4 below right, 8 below left): lines from side to side, the inside on their left. */
const LINES: readonly (readonly number[])[] = [
  [],
  [LEFT, TOP],
  [TOP, RIGHT],
  [LEFT, RIGHT],
  [RIGHT, BOTTOM],
  [LEFT, TOP, RIGHT, BOTTOM],
  [TOP, BOTTOM],
  [LEFT, BOTTOM],
  [BOTTOM, LEFT],
  [BOTTOM, TOP],
  [TOP, RIGHT, BOTTOM, LEFT],
  [BOTTOM, RIGHT],
  [RIGHT, LEFT],
  [RIGHT, TOP],
  [TOP, LEFT],
  [],
]
/** All four corners are inside. */
const WHOLLY = 15

/**
 * Outlines of what is above a level in a plane, between its pixels (marching squares), in its pixels.
 * Those of holes go round the other way.
 */
export function tracedOutlines(plane: FloatPlane, level: number): Point[][] {
  const framed = framedBy(plane, level)
  const next = linesOf(framed, level)
  const outlines: Point[][] = []
  for (let [start] = next.keys(); start !== undefined; [start] = next.keys()) {
    const outline: Point[] = []
    for (let side: number | undefined = start; side !== undefined; ) {
      outline.push(placeOf(framed, side, level))
      const following = next.get(side)
      next.delete(side)
      side = following
    }
    // The last is the first again.
    outline.pop()
    outlines.push(outline)
  }
  return outlines
}

/** A plane in a frame of one pixel that is outside, which ends what reaches its edge. */
interface Framed {
  readonly wide: number
  readonly tall: number
  /** Of the pixels within the frame. */
  readonly values: Float32Array
  readonly at: (x: number, y: number) => number
}

const framedBy = ({ widthPx, heightPx, values }: FloatPlane, level: number): Framed => ({
  wide: widthPx + 2,
  tall: heightPx + 2,
  values,
  at: (x, y) =>
    x < 1 || y < 1 || x > widthPx || y > heightPx
      ? level - 1e-3
      : (values[(y - 1) * widthPx + x - 1] as number),
})

/** From each side that a line leaves to the one that it reaches. */
function linesOf(framed: Framed, level: number): Map<number, number> {
  const { wide, tall } = framed
  const numberOf = (square: number, side: number): number => {
    if (side === TOP) return 2 * square
    if (side === LEFT) return 2 * square + 1
    return side === BOTTOM ? 2 * (square + wide) : 2 * (square + 1) + 1
  }
  const isIn = insideOf(framed, level)
  const next = new Map<number, number>()
  for (let y = 0; y < tall - 1; y++) {
    for (let x = 0, square = y * wide; x < wide - 1; x++, square++) {
      const kind =
        (isIn[square] as number) +
        2 * (isIn[square + 1] as number) +
        4 * (isIn[square + wide + 1] as number) +
        8 * (isIn[square + wide] as number)
      // Most squares have no line.
      if (kind === 0 || kind === WHOLLY) continue
      const line = LINES[kind] ?? []
      for (let k = 0; k < line.length; k += 2) {
        next.set(numberOf(square, line[k] as number), numberOf(square, line[k + 1] as number))
      }
    }
  }
  return next
}

/** 1 for each pixel with its frame that is above a level: each is asked once, not for the four squares about it. */
function insideOf({ wide, tall, values }: Framed, level: number): Uint8Array {
  const isIn = new Uint8Array(wide * tall)
  for (let y = 1; y < tall - 1; y++) {
    const row = (y - 1) * (wide - 2)
    for (let x = 1; x < wide - 1; x++) {
      if ((values[row + x - 1] as number) > level) isIn[y * wide + x] = 1
    }
  }
  return isIn
}

/** Where a plane has a level on a side. */
function placeOf({ wide, at }: Framed, side: number, level: number): Point {
  const square = side >> 1
  const [x, y] = [square % wide, Math.floor(square / wide)]
  const [dx, dy] = side % 2 === 0 ? [1, 0] : [0, 1]
  const [one, other] = [at(x, y), at(x + dx, y + dy)]
  const share = (level - one) / (other - one)
  return { x: x + dx * share - 0.5, y: y + dy * share - 0.5 }
}

/** The area within an outline; below 0 for that of a hole. */
export function areaOf(outline: readonly Point[]): number {
  let [sum, a] = [0, outline.at(-1)]
  for (const b of outline) {
    if (a !== undefined) sum += b.x * a.y - a.x * b.y
    a = b
  }
  return sum / 2
}

/** A closed outline without its small corners. */
export function rounded(outline: readonly Point[], rounds: number): Point[] {
  let line = [...outline]
  for (let round = 0; round < rounds; round++) {
    line = line.map((p, i) => {
      const before = line[(i + line.length - 1) % line.length] ?? p
      const after = line[(i + 1) % line.length] ?? p
      return {
        x: p.x / 2 + (before.x + after.x) / 4,
        y: p.y / 2 + (before.y + after.y) / 4,
      }
    })
  }
  return line
}
