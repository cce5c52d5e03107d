import { at4 } from './indices'
import { lane, loadPixel, premultiplied, storePixel, straight } from './quads'

/** Where the numbers of the projection stand: across, down and depth, each of column, row and 1. */
const DOWN: usize = 24
const DEPTH: usize = 48

/** Weights across are whole numbers of this sum, for products of 16 bits. */
const WEIGHT_SUM = 16384

/** Four weights for a place between two pixels (Catmull & Rom: Keys' cubic at -1/2). */
// @ts-ignore: decorator
@inline
function weightsAt(t: f32): v128 {
  const at = f32x4.splat(t)
  let sum = f32x4.mul(f32x4(-0.5, 1.5, -1.5, 0.5), at)
  sum = f32x4.mul(f32x4.add(sum, f32x4(1, -2.5, 2, -0.5)), at)
  sum = f32x4.mul(f32x4.add(sum, f32x4(-0.5, 0, 0.5, 0)), at)
  return f32x4.add(sum, f32x4(0, 1, 0, 0))
}

// @ts-ignore: decorator
@inline
function rowAt(pixels: usize, width: i32, height: i32, y: i32): usize {
  return at4(pixels, max(0, min(height - 1, y)) * width)
}

/** Four pixels from column `x` on; beyond the edges they repeat. */
// @ts-ignore: decorator
@inline
function fourFrom(row: usize, x: i32, width: i32): v128 {
  if (x >= 0 && x + 3 < width) return v128.load(at4(row, x))
  const last = width - 1
  let four = i32x4.splat(load<i32>(at4(row, max(0, min(last, x)))))
  four = i32x4.replace_lane(four, 1, load<i32>(at4(row, max(0, min(last, x + 1)))))
  four = i32x4.replace_lane(four, 2, load<i32>(at4(row, max(0, min(last, x + 2)))))
  return i32x4.replace_lane(four, 3, load<i32>(at4(row, max(0, min(last, x + 3)))))
}

/** Four opaque pixels side by side, weighted by pairs of 16 bits. */
// @ts-ignore: decorator
@inline
function opaqueRow(four: v128, first: v128, last: v128): v128 {
  // Each value beside its neighbour's, as words: an index beyond 15 gives 0.
  const left = i8x16.swizzle(four, i8x16(0, 16, 4, 16, 1, 16, 5, 16, 2, 16, 6, 16, 3, 16, 7, 16))
  const right = i8x16.swizzle(
    four, i8x16(8, 16, 12, 16, 9, 16, 13, 16, 10, 16, 14, 16, 11, 16, 15, 16),
  )
  const sum = i32x4.add(i32x4.dot_i16x8_s(left, first), i32x4.dot_i16x8_s(right, last))
  return f32x4.convert_i32x4_s(sum)
}

/** An opaque picture at a place, px from the first pixel's middle. */
// @ts-ignore: decorator
@inline
function opaqueAt(pixels: usize, width: i32, height: i32, x: f64, y: f64): v128 {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const exact = f32x4.mul(weightsAt((x - left) as f32), f32x4.splat(WEIGHT_SUM as f32))
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(exact))
  const a = i32x4.extract_lane(whole, 0)
  const c = i32x4.extract_lane(whole, 2)
  const d = i32x4.extract_lane(whole, 3)
  // White stays white: together they are exactly the sum.
  const b = WEIGHT_SUM - a - c - d
  const first = i32x4.splat((a & 0xffff) | (b << 16))
  const last = i32x4.splat((c & 0xffff) | (d << 16))
  const down = f32x4.mul(weightsAt((y - top) as f32), f32x4.splat(1 / (WEIGHT_SUM as f32)))
  const column = (left as i32) - 1
  const row = (top as i32) - 1
  const one = opaqueRow(fourFrom(rowAt(pixels, width, height, row), column, width), first, last)
  const two = opaqueRow(fourFrom(rowAt(pixels, width, height, row + 1), column, width), first, last)
  const three = opaqueRow(fourFrom(rowAt(pixels, width, height, row + 2), column, width), first, last)
  const four = opaqueRow(fourFrom(rowAt(pixels, width, height, row + 3), column, width), first, last)
  return f32x4.add(
    f32x4.add(f32x4.mul(one, lane(down, 0)), f32x4.mul(two, lane(down, 1))),
    f32x4.add(f32x4.mul(three, lane(down, 2)), f32x4.mul(four, lane(down, 3))),
  )
}

/** A picture with clear places: colours count by their alpha. */
function clearAt(pixels: usize, width: i32, height: i32, x: f64, y: f64): v128 {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const across = weightsAt((x - left) as f32)
  const down = weightsAt((y - top) as f32)
  let sum = f32x4.splat(0)
  for (let j = 0; j < 4; j++) {
    const row = rowAt(pixels, width, height, (top as i32) - 1 + j)
    for (let i = 0; i < 4; i++) {
      const at = at4(row, max(0, min(width - 1, (left as i32) - 1 + i)))
      const weight = weightAt(down, j) * weightAt(across, i)
      sum = f32x4.add(sum, f32x4.mul(premultiplied(loadPixel(at)), f32x4.splat(weight)))
    }
  }
  return straight(sum)
}

// @ts-ignore: decorator
@inline
function weightAt(weights: v128, at: i32): f32 {
  if (at == 0) return f32x4.extract_lane(weights, 0)
  if (at == 1) return f32x4.extract_lane(weights, 1)
  return at == 2 ? f32x4.extract_lane(weights, 2) : f32x4.extract_lane(weights, 3)
}

/** A picture seen through a projection, by Catmull and Rom's cubic. */
export function straighten(
  pixels: usize, width: i32, height: i32, opaque: i32, projection: usize, into: usize,
  toWidth: i32, toHeight: i32,
): void {
  const ax = load<f64>(projection)
  const bx = load<f64>(projection + DOWN)
  const cx = load<f64>(projection + DEPTH)
  for (let row = 0; row < toHeight; row++) {
    const y = row as f64
    const a = load<f64>(projection, 8) * y + load<f64>(projection, 16)
    const b = load<f64>(projection + DOWN, 8) * y + load<f64>(projection + DOWN, 16)
    const c = load<f64>(projection + DEPTH, 8) * y + load<f64>(projection + DEPTH, 16)
    for (let column = 0; column < toWidth; column++) {
      const x = column as f64
      const near = 1 / (cx * x + c)
      const sx = (ax * x + a) * near
      const sy = (bx * x + b) * near
      const sum = opaque != 0
        ? opaqueAt(pixels, width, height, sx, sy)
        : clearAt(pixels, width, height, sx, sy)
      storePixel(at4(into, row * toWidth + column), sum)
    }
  }
}
