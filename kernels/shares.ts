// Shares, mostly 0 to 1, four at a time.

// @ts-ignore: decorator
@inline
export function all(value: f32): v128 {
  return f32x4.splat(value)
}

// @ts-ignore: decorator
@inline
export function clamped(value: v128): v128 {
  return f32x4.min(all(1), f32x4.max(all(0), value))
}

/** Smooth from 0 at `from` to 1 at `to`. */
// @ts-ignore: decorator
@inline
export function smooth(from: f32, to: f32, value: v128): v128 {
  return smoothBy(all(from), all(to - from), value)
}

// @ts-ignore: decorator
@inline
export function smoothBy(from: v128, span: v128, value: v128): v128 {
  const share = clamped(f32x4.div(f32x4.sub(value, from), span))
  const bend = f32x4.sub(all(3), f32x4.mul(all(2), share))
  return f32x4.mul(f32x4.mul(share, share), bend)
}

/** `a + b * by`. */
// @ts-ignore: decorator
@inline
export function plus(a: v128, b: v128, by: f32): v128 {
  return f32x4.add(a, f32x4.mul(b, all(by)))
}

/** `by * a + b`. */
// @ts-ignore: decorator
@inline
export function line(a: v128, by: f32, b: f32): v128 {
  return f32x4.add(f32x4.mul(a, all(by)), all(b))
}

// @ts-ignore: decorator
@inline
export function but(value: v128): v128 {
  return f32x4.sub(all(1), value)
}

/** From `a` to `b`. */
// @ts-ignore: decorator
@inline
export function mixed(a: v128, b: v128, share: v128): v128 {
  return f32x4.add(a, f32x4.mul(f32x4.sub(b, a), share))
}
