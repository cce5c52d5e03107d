// Running sums over squares of `2 * radius + 1`; edges repeat. Sums are doubles: what is taken away is
// what was added, so a strip gives what the whole gives.

/** The first two floats of four, as doubles. */
// @ts-ignore: decorator
@inline
export function low(quad: v128): v128 {
  return f64x2.promote_low_f32x4(quad)
}

/** The other two. */
// @ts-ignore: decorator
@inline
export function high(quad: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i32>(quad, quad, 2, 3, 2, 3))
}

/** Adds four floats to the four doubles of a column. */
// @ts-ignore: decorator
@inline
export function addToColumn(sum: usize, quad: v128): void {
  v128.store(sum, f64x2.add(v128.load(sum), low(quad)))
  v128.store(sum, f64x2.add(v128.load(sum, 16), high(quad)), 16)
}

/** The same of what enters the column below, less what leaves it above. */
// @ts-ignore: decorator
@inline
export function moveColumn(sum: usize, enters: v128, leaves: v128): void {
  v128.store(sum, f64x2.add(v128.load(sum), f64x2.sub(low(enters), low(leaves))))
  v128.store(sum, f64x2.add(v128.load(sum, 16), f64x2.sub(high(enters), high(leaves))), 16)
}

/** The same of one row's two doubles, from one column to the next. */
// @ts-ignore: decorator
@inline
export function moved(sum: v128, enters: usize, leaves: usize): v128 {
  return f64x2.add(sum, f64x2.sub(v128.load(enters), v128.load(leaves)))
}

/** Four means of sums, as floats. */
// @ts-ignore: decorator
@inline
export function meanOf(a: v128, b: v128, scale: v128): v128 {
  return v128.shuffle<i32>(
    f32x4.demote_f64x2_zero(f64x2.mul(a, scale)),
    f32x4.demote_f64x2_zero(f64x2.mul(b, scale)),
    0, 1, 4, 5,
  )
}

/** What the sum over a square is multiplied by. */
export function boxScale(radius: i32): v128 {
  const side = (2 * radius + 1) as f64
  return f64x2.splat(1 / (side * side))
}
