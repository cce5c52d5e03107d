// Which cells lie in a disc about a pixel, and how much of each.
import { cellUnder } from './cell-cores'
import { at16, at4 } from './indices'
import { reserve } from './memory'

/** Half the width of each row of a disc. */
export function discOf(reach: i32): usize {
  const halves = reserve(((2 * reach + 1) as usize) << 2)
  for (let dy = -reach; dy <= reach; dy++) {
    const half = Math.floor(Math.sqrt((reach * reach + 2 - dy * dy) as f64)) as i32
    store<i32>(at4(halves, dy + reach), half)
  }
  return halves
}

/** The cells in a disc: the number, pixels, one of them, and a pixel in the core of it or -1; 16 bytes each. */
let met: usize = 0
let metCount = 0

/** Makes room for the cells of discs of up to so many pixels to each side. */
export function reserveMet(reach: i32): void {
  met = reserve((((2 * reach + 1) * (2 * reach + 1)) as usize) << 4)
}

// @ts-ignore: decorator
@inline
function meet(cell: i32, pixels: i32, place: i32, core: i32): void {
  let i = 0
  while (i < metCount && load<i32>(at16(met, i)) != cell) i++
  const entry = at16(met, i)
  if (i == metCount) {
    metCount++
    store<i32>(entry, cell)
    store<i32>(entry, pixels, 4)
    store<i32>(entry, place, 8)
    store<i32>(entry, core, 12)
    return
  }
  store<i32>(entry, load<i32>(entry, 4) + pixels, 4)
  if (core >= 0) store<i32>(entry, core, 12)
}

/** By a bit for each of up to eight pixels: whether the next is of another cell. */
// @ts-ignore: decorator
@inline
function endsOf(four: v128, others: v128, at: usize): i32 {
  const next = i32x4.shl(v128.xor(four, v128.load(at, 4)), 1)
  const nextOthers = i32x4.shl(v128.xor(others, v128.load(at, 20)), 1)
  const zero = i32x4.splat(0)
  return (
    i32x4.bitmask(i32x4.ne(next, zero)) | (i32x4.bitmask(i32x4.ne(nextOthers, zero)) << 4)
  )
}

/** Looks at the disc about a place, run by run. @param halves half the width of each of its rows */
export function lookAbout(
  marked: usize, w: i32, h: i32, x: i32, y: i32, reach: i32, halves: usize,
): void {
  metCount = 0
  const bottom = min(h - 1, y + reach)
  for (let row = max(0, y - reach); row <= bottom; row++) {
    const half = load<i32>(at4(halves, row - y + reach))
    const end = row * w + min(w - 1, x + half)
    // Eight pixels at a time: a run that goes on is met again.
    for (let first = row * w + max(0, x - half); first <= end; first += 8) {
      const at = at4(marked, first)
      const four = v128.load(at)
      const others = v128.load(at, 16)
      const last = min(7, end - first)
      const cores = i32x4.bitmask(four) | (i32x4.bitmask(others) << 4)
      let ends = (endsOf(four, others, at) & ((1 << last) - 1)) | (1 << last)
      let from = 0
      while (ends != 0) {
        const to = ctz(ends)
        ends &= ends - 1
        const own = cores & ((2 << to) - (1 << from))
        const core = own == 0 ? -1 : first + 31 - clz(own)
        meet(cellUnder(marked, first + from), to + 1 - from, first + from, core)
        from = to + 1
      }
    }
  }
}

/** How much of a disc is of the cell in its middle, px, and whether that has a core there. */
export let ownCount = 0
export let hasOwnCore = false

/** Whether a cell has most of the disc about a place, and a core there: on an even border both sides have. */
export function isSettled(
  marked: usize, w: i32, h: i32, x: i32, y: i32, reach: i32, halves: usize,
): bool {
  const own = i32x4.splat(cellUnder(marked, y * w + x) << 1)
  const lanes = i32x4(0, 1, 2, 3)
  let all = 0
  let mine = i32x4.splat(0)
  let cores = i32x4.splat(0)
  const bottom = min(h - 1, y + reach)
  for (let row = max(0, y - reach); row <= bottom; row++) {
    const half = load<i32>(at4(halves, row - y + reach))
    const left = max(0, x - half)
    const count = min(w - 1, x + half) + 1 - left
    all += count
    let at = at4(marked, row * w + left)
    let rest = count
    for (; rest >= 4; rest -= 4, at += 16) {
      const four = v128.load(at)
      const like = i32x4.eq(i32x4.shl(four, 1), own)
      mine = i32x4.sub(mine, like)
      cores = v128.or(cores, v128.and(like, four))
    }
    if (rest == 0) continue
    const four = v128.load(at)
    const like = v128.and(i32x4.eq(i32x4.shl(four, 1), own), i32x4.gt_s(i32x4.splat(rest), lanes))
    mine = i32x4.sub(mine, like)
    cores = v128.or(cores, v128.and(like, four))
  }
  const two = i32x4.add(mine, i8x16.shuffle(mine, mine, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7))
  ownCount = i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1)
  hasOwnCore = i32x4.bitmask(cores) != 0
  return hasOwnCore && 2 * ownCount >= all
}

/** The cell of a disc that has most pixels, among those that have a core if asked, without one of them; -1 for none. */
export function mostOf(isCore: bool, without: i32, alsoWithout: i32): i32 {
  let best = -1
  for (let i = 0; i < metCount; i++) {
    const entry = at16(met, i)
    if (i == without || i == alsoWithout || (isCore && load<i32>(entry, 12) < 0)) continue
    if (best < 0 || load<i32>(entry, 4) > pixelsOf(best)) best = i
  }
  return best
}

export function indexOf(cell: i32): i32 {
  for (let i = 0; i < metCount; i++) if (load<i32>(at16(met, i)) == cell) return i
  return -1
}

// @ts-ignore: decorator
@inline
export function pixelsOf(index: i32): i32 {
  return load<i32>(at16(met, index), 4)
}

// @ts-ignore: decorator
@inline
export function placeOf(index: i32): i32 {
  return load<i32>(at16(met, index), 8)
}

// @ts-ignore: decorator
@inline
export function coreOf(index: i32): i32 {
  return index < 0 ? -1 : load<i32>(at16(met, index), 12)
}
