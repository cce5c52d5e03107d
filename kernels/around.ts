// What passes share that know how light it is around a pixel: planes of a small copy, stretched row
// by row. A plan begins with start and step of a pixel's place in these planes, along x, then y.
import { at4, clampIndex } from './indices'
import { mixed } from './shares'

// @ts-ignore: decorator
@inline
export function placed(plan: usize, at: usize, i: i32): f32 {
  return load<f32>(plan + at) + load<f32>(plan + at, 4) * (i as f32)
}

// @ts-ignore: decorator
@inline
export function lumaOf(red: v128, green: v128, blue: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(red, f32x4.splat(0.299)), f32x4.mul(green, f32x4.splat(0.587))),
    f32x4.mul(blue, f32x4.splat(0.114)),
  )
}

/** Four values of a list, each from the item at a place to the next one by its share. */
// @ts-ignore: decorator
@inline
export function between(list: usize, at: v128, shares: v128): v128 {
  const a = v128.load64_zero(at4(list, i32x4.extract_lane(at, 0)))
  const b = v128.load64_zero(at4(list, i32x4.extract_lane(at, 1)))
  const c = v128.load64_zero(at4(list, i32x4.extract_lane(at, 2)))
  const d = v128.load64_zero(at4(list, i32x4.extract_lane(at, 3)))
  const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5)
  const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5)
  const one = v128.shuffle<f32>(ab, cd, 0, 1, 4, 5)
  const other = v128.shuffle<f32>(ab, cd, 2, 3, 6, 7)
  return mixed(one, other, shares)
}

// @ts-ignore: decorator
@inline
export function held(value: v128): v128 {
  return f32x4.pmin(f32x4.splat(1), f32x4.pmax(f32x4.splat(0), value))
}

/** One row of a small plane, stretched over the picture's columns. */
function stretched(row: usize, planeW: i32, plan: usize, width: i32, into: usize): void {
  const last = (planeW - 1) as f32
  for (let column = 0; column < width; column++) {
    const x = min<f32>(last, max<f32>(0, placed(plan, 0, column)))
    const low = x as i32
    const one = load<f32>(at4(row, low))
    const other = load<f32>(at4(row, clampIndex(low + 1, planeW)))
    store<f32>(at4(into, column), one + (x - (low as f32)) * (other - one))
  }
}

/** A channel of four pixels, 0..1. */
// @ts-ignore: decorator
@inline
export function valuesOf(pixels: v128, shift: i32): v128 {
  const values = v128.and(i32x4.shr_u(pixels, shift), i32x4.splat(255))
  return f32x4.mul(f32x4.convert_i32x4_s(values), f32x4.splat(1 / 255))
}

// @ts-ignore: decorator
@inline
export function bytesOf(values: v128): v128 {
  const rounded = f32x4.add(f32x4.mul(held(values), f32x4.splat(255)), f32x4.splat(0.5))
  return i32x4.trunc_sat_f32x4_s(rounded)
}

/**
 * The two rows of each plane that a row of the picture lies between, stretched: upper and lower one
 * of `follow`, then of `level`.
 * @param last the upper row that is there already
 * @returns the upper row that is there now
 */
export function stretchRows(
  follow: usize, level: usize, planeW: i32, planeH: i32, plan: usize, row: i32, width: i32,
  into: usize, rowBytes: usize, last: i32,
): i32 {
  const low = floor<f32>(placed(plan, 8, row)) as i32
  if (low == last) return last
  for (let k = 0; k < 2; k++) {
    const from = clampIndex(low + k, planeH) * planeW
    const target = into + (k as usize) * rowBytes
    stretched(at4(follow, from), planeW, plan, width, target)
    stretched(at4(level, from), planeW, plan, width, target + 2 * rowBytes)
  }
  return low
}

/** What share of a row of the picture is the lower row's. */
// @ts-ignore: decorator
@inline
export function shareOfLower(plan: usize, row: i32): v128 {
  const y = placed(plan, 8, row)
  return f32x4.splat(y - floor<f32>(y))
}

/** How light it is around four pixels of luma `y`. */
// @ts-ignore: decorator
@inline
export function aroundOf(y: v128, rows: usize, rowBytes: usize, column: i32, share: v128): v128 {
  const at = at4(rows, column)
  const follow = mixed(v128.load(at), v128.load(at + rowBytes), share)
  const level = mixed(v128.load(at + 2 * rowBytes), v128.load(at + 3 * rowBytes), share)
  return held(f32x4.add(f32x4.mul(follow, y), level))
}
