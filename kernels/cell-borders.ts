// Borders of cells as a brush draws them: without wobbles, as long as what they bound is not thin.
import { colourApart } from './cells'
import { at4, at16 } from './indices'
import { reserve } from './memory'

const ROUNDS = 3
/** Set in the number of a cell where its pixel lies in the core of it. */
const CORE: i32 = i32.MIN_VALUE

// @ts-ignore: decorator
@inline
function cellOf(cells: usize, at: i32): i32 {
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
function markCores(cells: usize, into: usize, rows: usize, w: i32, h: i32, half: i32): void {
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

/** What is thin goes over to what it is so like, OKLab, or what it lies between the colours of. */
const ALIKE: f64 = 0.05
const BETWEEN: f64 = 1.25
/** No more pixels of a cell in the disc about one of them, and they are a speck. */
const SPECK = 5

/** The planes of a picture. */
let lightness: usize = 0
let reds: usize = 0
let yellows: usize = 0

// @ts-ignore: decorator
@inline
function apart(one: i32, other: i32): f64 {
  return colourApart(lightness, reds, yellows, one, other)
}

/** Of a thin cell's pixel: which of the two cells about it, or of one, it belongs to; itself for none. */
function ownerOf(at: i32, one: i32, other: i32): i32 {
  if (one < 0) return at
  const toOne = apart(at, one)
  if (other < 0) return toOne < ALIKE ? one : at
  const toOther = apart(at, other)
  const nearer = toOne < toOther ? one : other
  return min(toOne, toOther) < ALIKE || toOne + toOther < BETWEEN * apart(one, other) ? nearer : at
}

/** The cells in a disc: the number, pixels, one of them, and a pixel in the core of it or -1; 16 bytes each. */
let met: usize = 0
let metCount = 0

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
function lookAbout(
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
        meet(cellOf(marked, first + from), to + 1 - from, first + from, core)
        from = to + 1
      }
    }
  }
}

/** How much of a disc is of the cell in its middle, px, and whether that has a core there. */
let ownCount = 0
let hasOwnCore = false

/** Whether a cell has most of the disc about a place, and a core there: on an even border both sides have. */
function isSettled(
  marked: usize, w: i32, h: i32, x: i32, y: i32, reach: i32, halves: usize,
): bool {
  const own = i32x4.splat(cellOf(marked, y * w + x) << 1)
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
function mostOf(isCore: bool, without: i32, alsoWithout: i32): i32 {
  let best = -1
  for (let i = 0; i < metCount; i++) {
    const entry = at16(met, i)
    if (i == without || i == alsoWithout || (isCore && load<i32>(entry, 12) < 0)) continue
    if (best < 0 || load<i32>(entry, 4) > load<i32>(at16(met, best), 4)) best = i
  }
  return best
}

function indexOf(cell: i32): i32 {
  for (let i = 0; i < metCount; i++) if (load<i32>(at16(met, i)) == cell) return i
  return -1
}

// @ts-ignore: decorator
@inline
function coreOf(index: i32): i32 {
  return index < 0 ? -1 : load<i32>(at16(met, index), 12)
}

/**
 * A pixel of the cell that a place goes over to, the place itself where it stays. Between two cells it
 * is the one that has more pixels in the disc; what is thin is looked at in a wider one.
 */
function goesTo(
  cells: usize, w: i32, h: i32, x: i32, y: i32, reach: i32, halves: usize,
  wider: i32, widerHalves: usize,
): i32 {
  const at = y * w + x
  if (isSettled(cells, w, h, x, y, reach, halves)) return at
  if (hasOwnCore || ownCount <= SPECK) {
    lookAbout(cells, w, h, x, y, reach, halves)
    const best = at16(met, mostOf(false, -1, -1))
    return ownCount < load<i32>(best, 4) ? load<i32>(best, 8) : at
  }
  lookAbout(cells, w, h, x, y, wider, widerHalves)
  const thin = indexOf(cellOf(cells, at))
  const one = mostOf(true, thin, -1)
  return ownerOf(at, coreOf(one), coreOf(mostOf(true, thin, one)))
}

/** Half the width of each row of a disc. */
function discOf(reach: i32): usize {
  const halves = reserve(((2 * reach + 1) as usize) << 2)
  for (let dy = -reach; dy <= reach; dy++) {
    const half = Math.floor(Math.sqrt((reach * reach + 2 - dy * dy) as f64)) as i32
    store<i32>(at4(halves, dy + reach), half)
  }
  return halves
}

// @ts-ignore: decorator
@inline
function isInside(cells: usize, w: i32, h: i32, x: i32, y: i32): bool {
  const at = y * w + x
  const own = cellOf(cells, at)
  return (
    (x == 0 || cellOf(cells, at - 1) == own) && (y == 0 || cellOf(cells, at - w) == own) &&
    (x == w - 1 || cellOf(cells, at + 1) == own) && (y == h - 1 || cellOf(cells, at + w) == own)
  )
}

/** Whether four pixels that are not at the picture's edge have nothing but their own cell to each side. */
// @ts-ignore: decorator
@inline
function areInside(cells: usize, w: i32, at: i32): bool {
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

/** Squares of so many pixels (a power of two) are looked at again where one near them changed. */
const TILE_SHIFT = 3

/** Whether anything about a place changed in the round before. */
// @ts-ignore: decorator
@inline
function isStirred(tiles: usize, across: i32, down: i32, x: i32, y: i32, reach: i32): bool {
  const right = min(across - 1, (x + reach) >> TILE_SHIFT)
  const bottom = min(down - 1, (y + reach) >> TILE_SHIFT)
  for (let v = max(0, y - reach) >> TILE_SHIFT; v <= bottom; v++) {
    for (let u = max(0, x - reach) >> TILE_SHIFT; u <= right; u++) {
      if (load<u8>(tiles + (v * across + u)) == 1) return true
    }
  }
  return false
}

/**
 * Draws borders of cells smooth, in place: a pixel goes over to the cell that has most pixels in the
 * disc about it, however unlike it is; a thin one goes to what it is like or lies between, or stays.
 * @param sources of each pixel the one whose colour it takes
 */
export function smoothBorders(
  cells: usize, w: i32, h: i32, reach: i32, sources: usize,
  light: usize, a: usize, b: usize,
): void {
  lightness = light
  reds = a
  yellows = b
  const count = w * h
  const bytes = (count as usize) << 2
  const before = reserve(bytes)
  const taken = reserve(bytes)
  const rows = reserve(bytes)
  const half = max(1, reach >> 1)
  const wider = reach + half
  const halves = discOf(reach)
  const widerHalves = discOf(wider)
  met = reserve((((2 * wider + 1) * (2 * wider + 1)) as usize) << 4)
  const across = ((w - 1) >> TILE_SHIFT) + 1
  const down = ((h - 1) >> TILE_SHIFT) + 1
  const tiles = reserve((across * down) as usize)
  const stirred = reserve((across * down) as usize)
  memory.fill(stirred, 1, (across * down) as usize)
  for (let at = 0; at < count; at++) store<i32>(at4(sources, at), at)
  for (let round = 0; round < ROUNDS; round++) {
    markCores(cells, before, rows, w, h, half)
    memory.copy(taken, sources, bytes)
    memory.copy(tiles, stirred, (across * down) as usize)
    memory.fill(stirred, 0, (across * down) as usize)
    for (let y = 0; y < h; y++) {
      const isEdge = y == 0 || y + 1 == h
      for (let x = 0; x < w; x++) {
        if (!isEdge && x > 0 && x + 4 < w && areInside(before, w, y * w + x)) {
          x += 3
          continue
        }
        if (isInside(before, w, h, x, y)) continue
        if (!isStirred(tiles, across, down, x, y, wider)) continue
        const at = y * w + x
        const to = goesTo(before, w, h, x, y, reach, halves, wider, widerHalves)
        if (to == at) continue
        store<i32>(at4(cells, at), cellOf(before, to))
        store<i32>(at4(sources, at), load<i32>(at4(taken, to)))
        store<u8>(stirred + ((y >> TILE_SHIFT) * across + (x >> TILE_SHIFT)), 1)
      }
    }
  }
}

/** Values as they lie at other pixels. */
export function takePixels(values: usize, sources: usize, into: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    store<f32>(at4(into, i), load<f32>(at4(values, load<i32>(at4(sources, i)))))
  }
}
