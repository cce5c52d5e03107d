// Exponentials and logarithms of four numbers, to within 0.0000003 of each.

// @ts-ignore: decorator
@inline
function plus(a: v128, b: f32): v128 {
  return f32x4.add(a, f32x4.splat(b))
}

/** The exponential of four numbers between -80 and 80; of others as of the nearer end. */
// @ts-ignore: decorator
@inline
export function exponentials(x: v128): v128 {
  const within = f32x4.max(f32x4.splat(-80), f32x4.min(f32x4.splat(80), x))
  const whole = f32x4.nearest(f32x4.mul(within, f32x4.splat(1.4426950408889634)))
  // The logarithm of 2 in two parts: the first times a whole number is exact.
  const most = f32x4.sub(within, f32x4.mul(whole, f32x4.splat(0.693359375)))
  const rest = f32x4.add(most, f32x4.mul(whole, f32x4.splat(0.00021219444)))
  let sum = plus(f32x4.mul(rest, f32x4.splat(0.0013888889)), 0.008333333)
  sum = plus(f32x4.mul(sum, rest), 0.041666667)
  sum = plus(f32x4.mul(sum, rest), 0.16666667)
  sum = plus(f32x4.mul(sum, rest), 0.5)
  sum = plus(f32x4.mul(sum, rest), 1)
  sum = plus(f32x4.mul(sum, rest), 1)
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23)
  return f32x4.mul(sum, power)
}

/** The natural logarithm of four positive numbers. */
// @ts-ignore: decorator
@inline
export function logarithms(x: v128): v128 {
  // Of a number from the root of 1/2 to that of 2, and a power of 2.
  const shifted = i32x4.sub(x, i32x4.splat(0x3f3504f3))
  const power = i32x4.shr_s(shifted, 23)
  const part = i32x4.sub(x, i32x4.shl(power, 23))
  const one = f32x4.splat(1)
  const ratio = f32x4.div(f32x4.sub(part, one), f32x4.add(part, one))
  const square = f32x4.mul(ratio, ratio)
  let sum = plus(f32x4.mul(square, f32x4.splat(0.11111111)), 0.14285715)
  sum = plus(f32x4.mul(sum, square), 0.2)
  sum = plus(f32x4.mul(sum, square), 0.33333334)
  sum = plus(f32x4.mul(sum, square), 1)
  const own = f32x4.mul(f32x4.mul(sum, ratio), f32x4.splat(2))
  return f32x4.add(own, f32x4.mul(f32x4.convert_i32x4_s(power), f32x4.splat(0.6931471805599453)))
}
