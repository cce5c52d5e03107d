// Numbers of cells with a mark where a pixel lies in the core of its cell: far from every other.
import { at4 } from './indices'

/** Set in the number of a cell where its pixel lies in the core of it. */
const CORE: i32 = i32.MIN_VALUE

// @ts-ignore: decorator
@inline
export function cellUnder(cells: usize, at: i32): i32 {
  return load<i32>(at4(cells, at)) & ~CORE
}

/** Whether each of four pixels has nothing but its own cell so far to both sides. @param step to its neighbour */
// @ts-ignore: decorator
@inline
function areAlike(cells: usize, at: i32, step: i32, half: i32): v128 {
  const four = v128.load(at4(cells, at))
  let like = i32x4.splat(-1)
  for (let d = step; d <= half * step; d += step) {
    like = v128.and(like, i32x4.eq(four, v128.load(at4(cells, at - d))))
    like = v128.and(like, i32x4.eq(four, v128.load(at4(cells, at + d))))
  }
  return like
}

/** Marks, by all bits, each pixel of rows that has nothing but its own cell so far aside; four at a time, and none at the edges. */
function markRows(cells: usize, rows: usize, w: i32, h: i32, half: i32): void {
  for (let y = 0; y < h; y++) {
    const row = at4(rows, y * w)
    memory.fill(row, 0, at4(0, w))
    for (let x = half; x < w - half; x += 4) {
      // The last four end where they may: what lies there twice is the same.
      const from = max(half, min(x, w - half - 4))
      const like = areAlike(cells, y * w + from, 1, half)
      if (w - half - from >= 4) v128.store(at4(row, from), like)
      else for (let k = 0; k < w - half - from; k++) {
        store<i32>(at4(row, from + k), (i32x4.bitmask(like) & (1 << k)) != 0 ? -1 : 0)
      }
    }
  }
}

/** Cells with a mark at each pixel about which a square of `half` to each side is all of one. */
export function markCores(cells: usize, into: usize, rows: usize, w: i32, h: i32, half: i32): void {
  memory.copy(into, cells, ((w * h) as usize) << 2)
  markRows(cells, rows, w, h, half)
  // Past the end of the last row nothing is marked.
  const end = (h - half) * w
  for (let at = half * w; at < end; at += 4) {
    let all = v128.load(at4(rows, at))
    if (!v128.any_true(all)) continue
    for (let d = w; d <= half * w; d += w) {
      all = v128.and(all, v128.load(at4(rows, at - d)))
      all = v128.and(all, v128.load(at4(rows, at + d)))
    }
    all = v128.and(all, areAlike(cells, at, w, half))
    if (!v128.any_true(all)) continue
    const bits = i32x4.bitmask(all)
    const four = v128.or(v128.load(at4(cells, at)), v128.and(all, i32x4.splat(CORE)))
    if (at + 4 <= end) v128.store(at4(into, at), four)
    else for (let k = 0; k < end - at; k++) {
      if ((bits & (1 << k)) != 0) store<i32>(at4(into, at + k), load<i32>(at4(cells, at + k)) | CORE)
    }
  }
}

// @ts-ignore: decorator
@inline
export function isInside(cells: usize, w: i32, h: i32, x: i32, y: i32): bool {
  const at = y * w + x
  const own = cellUnder(cells, at)
  return (
    (x == 0 || cellUnder(cells, at - 1) == own) && (y == 0 || cellUnder(cells, at - w) == own) &&
    (x == w - 1 || cellUnder(cells, at + 1) == own) && (y == h - 1 || cellUnder(cells, at + w) == own)
  )
}

/** Whether four pixels that are not at the picture's edge have nothing but their own cell to each side. */
// @ts-ignore: decorator
@inline
export function areInside(cells: usize, w: i32, at: i32): bool {
  const four = v128.load(at4(cells, at))
  const aside = v128.or(
    v128.xor(four, v128.load(at4(cells, at - 1))),
    v128.xor(four, v128.load(at4(cells, at + 1))),
  )
  const updown = v128.or(
    v128.xor(four, v128.load(at4(cells, at - w))),
    v128.xor(four, v128.load(at4(cells, at + w))),
  )
  return !v128.any_true(i32x4.shl(v128.or(aside, updown), 1))
}
