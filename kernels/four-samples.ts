// Values of a plane between its pixels, at four places at once.
import { firsts, pair, reached, seconds } from './flow'
import { at4 } from './indices'

/** Four ways brought back between `low` and `high`; what is no number goes to `low`. */
// @ts-ignore: decorator
@inline
export function within(ways: v128, low: v128, high: v128): v128 {
  return f32x4.pmin(high, f32x4.pmax(low, ways))
}

/**
 * Bilinear values of a plane at four places, given as ways from four pixels: a strip then rounds
 * as the whole picture does. The ways lie between `low` and `high`, which lead to the edges.
 * @param from indices of the four pixels
 */
// @ts-ignore: decorator
@inline
export function sample(
  plane: usize, width: i32, height: i32, from: v128, dx: v128, dy: v128,
  lowX: v128, highX: v128, lowY: v128, highY: v128,
): v128 {
  const one = f32x4.splat(1)
  const left = f32x4.max(lowX, f32x4.min(f32x4.sub(highX, one), f32x4.floor(dx)))
  const top = f32x4.max(lowY, f32x4.min(f32x4.sub(highY, one), f32x4.floor(dy)))
  const fx = f32x4.sub(dx, left)
  const fy = f32x4.sub(dy, top)
  const at = i32x4.add(from, reached(left, top, width))
  const row: usize = height > 1 ? (width as usize) << 2 : 0
  return sampledAt(plane, at, row, fx, fy)
}

/** The same where all four places, and what they are sampled between, lie within the plane: to the bit. */
// @ts-ignore: decorator
@inline
export function sampleInside(plane: usize, width: i32, from: v128, dx: v128, dy: v128): v128 {
  const left = f32x4.floor(dx)
  const top = f32x4.floor(dy)
  const fx = f32x4.sub(dx, left)
  const fy = f32x4.sub(dy, top)
  const at = i32x4.add(from, reached(left, top, width))
  return sampledAt(plane, at, (width as usize) << 2, fx, fy)
}

/** Whether four pixels of a row lie so far from all edges that no place up to `margin` from them is beyond one. */
// @ts-ignore: decorator
@inline
export function isInside(x: i32, y: i32, width: i32, height: i32, margin: i32): bool {
  return x >= margin && x + 3 + margin < width && y >= margin && y + margin < height
}

/** Values between four pixels and those beside and below them. @param row bytes from one row to the next */
// @ts-ignore: decorator
@inline
function sampledAt(plane: usize, at: v128, row: usize, fx: v128, fy: v128): v128 {
  const a = at4(plane, i32x4.extract_lane(at, 0))
  const b = at4(plane, i32x4.extract_lane(at, 1))
  const c = at4(plane, i32x4.extract_lane(at, 2))
  const d = at4(plane, i32x4.extract_lane(at, 3))
  const upper = pair(a, b)
  const upperOthers = pair(c, d)
  const lower = pair(a + row, b + row)
  const lowerOthers = pair(c + row, d + row)
  const high = between(firsts(upper, upperOthers), seconds(upper, upperOthers), fx)
  const low = between(firsts(lower, lowerOthers), seconds(lower, lowerOthers), fx)
  return between(high, low, fy)
}

// @ts-ignore: decorator
@inline
function between(a: v128, b: v128, share: v128): v128 {
  return f32x4.add(a, f32x4.mul(f32x4.sub(b, a), share))
}
