/** The first two of four floats as doubles. */
// @ts-ignore: decorator
@inline
export function lower(four: v128): v128 {
  return f64x2.promote_low_f32x4(four)
}

/** Four floats of two pairs of doubles. */
// @ts-ignore: decorator
@inline
export function joined(low: v128, high: v128): v128 {
  return v128.shuffle<f64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2)
}
