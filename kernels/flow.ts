// Walking along a tangent flow, four pixels of a row at a time.
import { at4 } from './indices'
import { reserve } from './memory'

/** Address of item `i` of 8-byte items. */
// @ts-ignore: decorator
@inline
function at8(base: usize, i: i32): usize {
  return base + ((i as usize) << 3)
}

/** Two floats from each of two addresses. */
// @ts-ignore: decorator
@inline
export function pair(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1)
}

/** The first floats of four pairs. */
// @ts-ignore: decorator
@inline
export function firsts(ab: v128, cd: v128): v128 {
  return v128.shuffle<f32>(ab, cd, 0, 2, 4, 6)
}

/** The second floats of four pairs. */
// @ts-ignore: decorator
@inline
export function seconds(ab: v128, cd: v128): v128 {
  return v128.shuffle<f32>(ab, cd, 1, 3, 5, 7)
}

/** The tangents at the first two of four indices, or at the other two. */
// @ts-ignore: decorator
@inline
export function twoTangents(tangents: usize, at: v128, others: bool): v128 {
  return others
    ? pair(at8(tangents, i32x4.extract_lane(at, 2)), at8(tangents, i32x4.extract_lane(at, 3)))
    : pair(at8(tangents, i32x4.extract_lane(at, 0)), at8(tangents, i32x4.extract_lane(at, 1)))
}

/** `x`, `x + 1`, `x + 2`, `x + 3`. */
// @ts-ignore: decorator
@inline
export function fourFrom(x: i32): v128 {
  return f32x4.add(f32x4.splat(x as f32), f32x4(0, 1, 2, 3))
}

/** Indices of four pixels of a row. */
// @ts-ignore: decorator
@inline
export function indicesFrom(i: i32): v128 {
  return i32x4.add(i32x4.splat(i), i32x4(0, 1, 2, 3))
}

/** What whole steps across and down add to indices. */
// @ts-ignore: decorator
@inline
export function reached(across: v128, down: v128, width: i32): v128 {
  return i32x4.add(
    i32x4.mul(i32x4.trunc_sat_f32x4_s(down), i32x4.splat(width)),
    i32x4.trunc_sat_f32x4_s(across),
  )
}

/** Tangents as pairs: one load brings both parts. */
export function pairTangents(tx: usize, ty: usize, count: i32): usize {
  const tangents = reserve((count as usize) << 3)
  for (let i = 0; i < count; i += 4) {
    const x = v128.load(at4(tx, i))
    const y = v128.load(at4(ty, i))
    v128.store(at8(tangents, i), v128.shuffle<f32>(x, y, 0, 4, 1, 5))
    v128.store(at8(tangents, i), v128.shuffle<f32>(x, y, 2, 6, 3, 7), 16)
  }
  return tangents
}

/** Tangents have no sign: turned about where the walk would go back. */
// @ts-ignore: decorator
@inline
export function onwards(tangent: v128, ahead: v128): v128 {
  const back = f32x4.lt(ahead, f32x4.splat(0))
  return v128.xor(tangent, v128.and(back, i32x4.splat(i32.MIN_VALUE)))
}
