// Directions along edges, and how sure they are. In doubles, as numbers are in script.
import { edgeTangentFlow } from './edge-flow'
import { gaussian } from './gaussian'
import { at4 } from './indices'
import { reserve } from './memory'
import { upper } from './sampled-plane'
import { joined, lower } from './double-pairs'

/** Gradients about a pixel are one direction from this share on that they have in common. */
const COMMON_FROM: f64 = 0.3
const COMMON_TO: f64 = 0.65
const COMMON_SIGMA_PX: f32 = 3
/** Gradient, of the luma's range a pixel, from which an edge is clear. */
const CLEAR_GRADIENT: f64 = 0.07

// @ts-ignore: decorator
@inline
function squaresLess(a: v128, b: v128): v128 {
  return f64x2.sub(f64x2.mul(a, a), f64x2.mul(b, b))
}

// @ts-ignore: decorator
@inline
function twice(a: v128, b: v128): v128 {
  return f64x2.mul(f64x2.mul(f64x2.splat(2), a), b)
}

/** Cosines and sines of twice the angles of tangents, in their place: blended, opposite ones agree. */
function doubleAngles(tx: usize, ty: usize, count: i32): void {
  for (let i = 0; i < count; i += 4) {
    const x = v128.load(at4(tx, i))
    const y = v128.load(at4(ty, i))
    v128.store(at4(tx, i), joined(squaresLess(lower(x), lower(y)), squaresLess(upper(x), upper(y))))
    v128.store(at4(ty, i), joined(twice(lower(x), lower(y)), twice(upper(x), upper(y))))
  }
}

/** Products of the gradients across and down; none at the edges of the rows. */
function gradients(luma: usize, xx: usize, yy: usize, xy: usize, width: i32, height: i32): void {
  const bytes = (width as usize) << 2
  for (let y = 0; y < height; y++) {
    const row = (y as usize) * bytes
    if (y == 0 || y == height - 1) {
      memory.fill(xx + row, 0, bytes)
      memory.fill(yy + row, 0, bytes)
      memory.fill(xy + row, 0, bytes)
      continue
    }
    for (let at = row; at < row + bytes; at += 16) {
      const right = v128.load(luma + at, 4)
      const left = v128.load(luma + at - 4)
      const below = v128.load(luma + at + bytes)
      const above = v128.load(luma + at - bytes)
      const lowX = f64x2.sub(lower(right), lower(left))
      const highX = f64x2.sub(upper(right), upper(left))
      const lowY = f64x2.sub(lower(below), lower(above))
      const highY = f64x2.sub(upper(below), upper(above))
      // Past the end of a row this writes into the next one, which is still to come.
      v128.store(xx + at, joined(f64x2.mul(lowX, lowX), f64x2.mul(highX, highX)))
      v128.store(yy + at, joined(f64x2.mul(lowY, lowY), f64x2.mul(highY, highY)))
      v128.store(xy + at, joined(f64x2.mul(lowX, lowY), f64x2.mul(highX, highY)))
    }
    for (let edge = row; edge < row + bytes; edge += max(4, bytes - 4)) {
      store<f32>(xx + edge, 0)
      store<f32>(yy + edge, 0)
      store<f32>(xy + edge, 0)
    }
  }
}

/** How sure a direction is, by the means of the products of gradients. */
// @ts-ignore: decorator
@inline
function sureOf(along: v128, down: v128, both: v128): v128 {
  const zero = f64x2.splat(0)
  const one = f64x2.splat(1)
  const trace = f64x2.max(zero, f64x2.add(along, down))
  const apart = f64x2.sub(along, down)
  const four = f64x2.mul(f64x2.mul(f64x2.splat(4), both), both)
  const length = f64x2.sqrt(f64x2.add(f64x2.mul(apart, apart), four))
  const common = f64x2.div(length, f64x2.add(trace, f64x2.splat(1e-7)))
  const clear = f64x2.min(one, f64x2.div(f64x2.sqrt(trace), f64x2.splat(CLEAR_GRADIENT)))
  const past = f64x2.div(
    f64x2.sub(common, f64x2.splat(COMMON_FROM)), f64x2.splat(COMMON_TO - COMMON_FROM),
  )
  const share = f64x2.min(one, f64x2.max(zero, past))
  const bend = f64x2.sub(f64x2.splat(3), f64x2.mul(f64x2.splat(2), share))
  return f64x2.mul(clear, f64x2.mul(f64x2.mul(share, share), bend))
}

/**
 * Directions of edges as cosines and sines of twice their angles, and how sure each is: how much the
 * gradients about a pixel agree (the structure tensor's coherence) where there are any.
 * @param radius and `iterations` as of `edgeTangentFlow`
 */
export function edgeForm(
  luma: usize, cos2: usize, sin2: usize, sure: usize, width: i32, height: i32, radius: i32,
  iterations: i32,
): void {
  const count = width * height
  edgeTangentFlow(luma, cos2, sin2, width, height, radius, iterations)
  doubleAngles(cos2, sin2, count)
  const bytes = (count as usize) << 2
  const means = reserve(bytes)
  const xx = reserve(bytes)
  const yy = reserve(bytes)
  const xy = reserve(bytes)
  gradients(luma, xx, yy, xy, width, height)
  // Each mean lies where the products of the one before it lay.
  gaussian(xx, means, width, height, 1, COMMON_SIGMA_PX)
  gaussian(yy, xx, width, height, 1, COMMON_SIGMA_PX)
  gaussian(xy, yy, width, height, 1, COMMON_SIGMA_PX)
  for (let i = 0; i < count; i += 4) {
    const along = v128.load(at4(means, i))
    const down = v128.load(at4(xx, i))
    const both = v128.load(at4(yy, i))
    const low = sureOf(lower(along), lower(down), lower(both))
    const high = sureOf(upper(along), upper(down), upper(both))
    v128.store(at4(sure, i), joined(low, high))
  }
}
