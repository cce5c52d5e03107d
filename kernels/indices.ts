/** An index that repeats the edge of `count` items. */
// @ts-ignore: decorator
@inline
export function clampIndex(i: i32, count: i32): i32 {
  return max(0, min(count - 1, i))
}

/** Address of item `i` of 4-byte items. */
// @ts-ignore: decorator
@inline
export function at4(base: usize, i: i32): usize {
  return base + ((i as usize) << 2)
}

/** Address of item `i` of 16-byte items. */
// @ts-ignore: decorator
@inline
export function at16(base: usize, i: i32): usize {
  return base + ((i as usize) << 4)
}

/** Address of item `i` of 8-byte items. */
// @ts-ignore: decorator
@inline
export function at8(base: usize, i: i32): usize {
  return base + ((i as usize) << 3)
}
