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

/** Cells with a mark at each pixel about which a square of `half` to each side is all of one. */
function markCores(cells: usize, into: usize, rows: usize, runs: usize, w: i32, h: i32, half: i32): void {
  memory.copy(into, cells, ((w * h) as usize) << 2)
  for (let y = 0; y < h; y++) {
    for (let x = 0, run = 0; x < w; x++) {
      const at = y * w + x
      run = x > 0 && cellOf(cells, at) == cellOf(cells, at - 1) ? run + 1 : 0
      store<u8>(rows + at, 0)
      if (run >= 2 * half) store<u8>(rows + at - half, 1)
    }
  }
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = y * w + x
      const isLike = y > 0 && load<i32>(at4(cells, at)) == load<i32>(at4(cells, at - w))
      const run = load<u8>(rows + at) == 0 ? -1 : isLike ? load<i32>(at4(runs, x)) + 1 : 0
      store<i32>(at4(runs, x), run)
      if (run < 2 * half) continue
      const core = at4(into, at - half * w)
      store<i32>(core, load<i32>(core) | CORE)
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

/** Looks at the disc about a place, run by run. @param halves half the width of each of its rows */
function lookAbout(
  marked: usize, w: i32, h: i32, x: i32, y: i32, reach: i32, halves: usize,
): void {
  metCount = 0
  const bottom = min(h - 1, y + reach)
  for (let row = max(0, y - reach); row <= bottom; row++) {
    const half = load<i32>(at4(halves, row - y + reach))
    const end = row * w + min(w - 1, x + half)
    let from = row * w + max(0, x - half)
    let cell = cellOf(marked, from)
    let core = -1
    let at = from
    while (at <= end) {
      if (at + 3 <= end) {
        const four = v128.load(at4(marked, at))
        if (i32x4.all_true(i32x4.eq(i32x4.shl(four, 1), i32x4.splat(cell << 1)))) {
          const bits = i32x4.bitmask(four)
          if (bits != 0) core = at + 31 - clz(bits)
          at += 4
          continue
        }
      }
      const here = cellOf(marked, at)
      if (here != cell) {
        meet(cell, at - from, from, core)
        from = at
        cell = here
        core = -1
      }
      if (load<i32>(at4(marked, at)) < 0) core = at
      at++
    }
    meet(cell, end + 1 - from, from, core)
  }
}

/** Whether a cell has most of the disc about a place, and a core there: on an even border both sides have. */
function isSettled(
  marked: usize, w: i32, h: i32, x: i32, y: i32, reach: i32, halves: usize,
): bool {
  const own = i32x4.splat(cellOf(marked, y * w + x) << 1)
  let all = 0
  let mine = 0
  let cores = 0
  const bottom = min(h - 1, y + reach)
  for (let row = max(0, y - reach); row <= bottom; row++) {
    const half = load<i32>(at4(halves, row - y + reach))
    const left = max(0, x - half)
    const count = min(w - 1, x + half) + 1 - left
    all += count
    for (let i = 0; i < count; i += 4) {
      const four = v128.load(at4(marked, row * w + left + i))
      const lanes = (1 << min(4, count - i)) - 1
      const like = i32x4.bitmask(i32x4.eq(i32x4.shl(four, 1), own)) & lanes
      mine += popcnt(like)
      cores |= like & i32x4.bitmask(four)
    }
  }
  return cores != 0 && 2 * mine >= all
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
  const own = cellOf(cells, at)
  lookAbout(cells, w, h, x, y, reach, halves)
  const mine = indexOf(own)
  const count = load<i32>(at16(met, mine), 4)
  if (coreOf(mine) >= 0 || count <= SPECK) {
    const best = at16(met, mostOf(false, -1, -1))
    return count < load<i32>(best, 4) ? load<i32>(best, 8) : at
  }
  lookAbout(cells, w, h, x, y, wider, widerHalves)
  const thin = indexOf(own)
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
  const rows = reserve(count as usize)
  const runs = reserve((w as usize) << 2)
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
    markCores(cells, before, rows, runs, w, h, half)
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
