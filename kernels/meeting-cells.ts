// Cells as they lie beside each other: what hangs together, and which of them meet.
import { cellOf, colourApart } from './cells'
import { rootIn } from './forest'
import { at4 } from './indices'
import { reserve } from './memory'

/** Runs of a row that meet belong together: the first pixel of all of them is their root. */
function joinRuns(cells: usize, roots: usize, w: i32, h: i32): void {
  for (let y = 0, at = 0; y < h; y++) {
    for (let x = 0; x < w; x++, at++) {
      if (x > 0 && x + 4 <= w && isRunOn(cells, w, y, at)) {
        v128.store(at4(roots, at), i32x4.splat(cellOf(roots, at - 1)))
        x += 3
        at += 3
        continue
      }
      const cell = cellOf(cells, at)
      const isLeft = x != 0 && cellOf(cells, at - 1) == cell
      const isAbove = y != 0 && cellOf(cells, at - w) == cell
      let root = at
      if (isLeft) root = cellOf(roots, at - 1)
      if (isAbove) {
        const above = cellOf(roots, at - w)
        if (isLeft && root != above) {
          const one = rootIn(roots, at - 1)
          const other = rootIn(roots, at - w)
          root = min(one, other)
          store<i32>(at4(roots, max(one, other)), root)
        } else root = above
      }
      store<i32>(at4(roots, at), root)
    }
  }
}

/** Whether four pixels go on with the run before them, and nothing is joined that was not before. */
// @ts-ignore: decorator
@inline
function isRunOn(cells: usize, w: i32, y: i32, at: i32): bool {
  const four = v128.load(at4(cells, at))
  if (!i32x4.all_true(i32x4.eq(four, v128.load(at4(cells, at - 1))))) return false
  if (y == 0) return true
  const like = i32x4.eq(four, v128.load(at4(cells, at - w)))
  if (!v128.any_true(like)) return true
  return i32x4.all_true(like) && cellOf(cells, at - w - 1) == cellOf(cells, at)
}

/**
 * Numbers pieces of cells that hang together by their sides, in the order in which they begin.
 * @returns how many there are
 */
export function connectCells(cells: usize, into: usize, w: i32, h: i32): i32 {
  const count = w * h
  const roots = reserve((count as usize) << 2)
  joinRuns(cells, roots, w, h)
  let total = 0
  let above = -1
  let number = 0
  for (let at = 0; at < count; at++) {
    const own = cellOf(roots, at)
    if (own != above || own == at) {
      // A root comes before all that hang on it.
      const root = rootIn(roots, at)
      number = root == at ? total++ : cellOf(into, root)
      above = own
    }
    store<i32>(at4(into, at), number)
  }
  return total
}

/** Where the two cells of each border, its length and its sum are kept. */
let ones: usize = 0
let others: usize = 0
let lengths: usize = 0
let sums: usize = 0
let total = 0
/** Open addressing: one more than the border that stands in a slot; 0 for none. */
let table: usize = 0
let slots = 0

/** The border that was asked for last: along one it is asked for again and again. */
let last = -1

function borderOf(one: i32, other: i32): i32 {
  if (last >= 0) {
    const first = load<i32>(at4(ones, last))
    const second = load<i32>(at4(others, last))
    if ((first == one && second == other) || (first == other && second == one)) return last
  }
  last = numberOf(one, other)
  return last
}

function numberOf(one: i32, other: i32): i32 {
  let slot = (min(one, other) * 0x9e3779b1) ^ (max(one, other) * 0x85ebca6b)
  slot ^= slot >>> 15
  while (true) {
    slot &= slots - 1
    const border = load<i32>(at4(table, slot)) - 1
    if (border < 0) break
    const first = load<i32>(at4(ones, border))
    const second = load<i32>(at4(others, border))
    if ((first == one && second == other) || (first == other && second == one)) return border
    slot++
  }
  store<i32>(at4(table, slot), total + 1)
  store<i32>(at4(ones, total), one)
  store<i32>(at4(others, total), other)
  store<i32>(at4(lengths, total), 0)
  store<f64>(sums + ((total as usize) << 3), 0)
  return total++
}

/** Whether two pixels are of two cells, within one part; 0 is none. @param within 0 for all of it */
// @ts-ignore: decorator
@inline
function areMet(cells: usize, within: usize, one: i32, other: i32): bool {
  if (cellOf(cells, one) == cellOf(cells, other)) return false
  if (within == 0) return true
  const part = cellOf(within, one)
  return part != 0 && part == cellOf(within, other)
}

// @ts-ignore: decorator
@inline
function meet(cells: usize, lightness: usize, a: usize, b: usize, one: i32, other: i32): void {
  const border = borderOf(cellOf(cells, one), cellOf(cells, other))
  const length = at4(lengths, border)
  store<i32>(length, load<i32>(length) + 1)
  if (lightness == 0) return
  const sum = sums + ((border as usize) << 3)
  store<f64>(sum, load<f64>(sum) + colourApart(lightness, a, b, one, other))
}

/** Whether none of four pixels meets another cell to the right or below. */
// @ts-ignore: decorator
@inline
function areInside(cells: usize, w: i32, isLowest: bool, at: i32): bool {
  const four = v128.load(at4(cells, at))
  const beside = i32x4.eq(four, v128.load(at4(cells, at + 1)))
  if (isLowest) return i32x4.all_true(beside)
  return i32x4.all_true(v128.and(beside, i32x4.eq(four, v128.load(at4(cells, at + w)))))
}

function countMet(cells: usize, within: usize, w: i32, h: i32): i32 {
  let count = 0
  for (let y = 0, at = 0; y < h; y++) {
    for (let x = 0; x < w; x++, at++) {
      if (x + 4 < w && areInside(cells, w, y + 1 == h, at)) {
        x += 3
        at += 3
        continue
      }
      if (x + 1 < w && areMet(cells, within, at, at + 1)) count++
      if (y + 1 < h && areMet(cells, within, at, at + w)) count++
    }
  }
  return count
}

function reserveBorders(most: i32): void {
  const bytes = (most as usize) << 2
  ones = reserve(bytes)
  others = reserve(bytes)
  lengths = reserve(bytes)
  sums = reserve(bytes << 1)
  slots = 2
  while (slots < 2 * most) slots <<= 1
  table = reserve((slots as usize) << 2)
  memory.fill(table, 0, (slots as usize) << 2)
  total = 0
  last = -1
}

/**
 * Which cells meet, side by side or one above the other, in the order in which they first do.
 * @param within parts within which they must; 0 for the whole picture
 * @param lightness with `a` and `b` the colours whose distances are summed up; 0 for none
 * @returns addresses of both cells, of pairs of pixels across and of the sum (f64); how many there are
 */
export function meetCells(
  cells: usize, within: usize, lightness: usize, a: usize, b: usize, w: i32, h: i32,
): usize {
  reserveBorders(countMet(cells, within, w, h))
  for (let y = 0, at = 0; y < h; y++) {
    for (let x = 0; x < w; x++, at++) {
      if (x + 4 < w && areInside(cells, w, y + 1 == h, at)) {
        x += 3
        at += 3
        continue
      }
      if (x + 1 < w && areMet(cells, within, at, at + 1)) meet(cells, lightness, a, b, at, at + 1)
      if (y + 1 < h && areMet(cells, within, at, at + w)) meet(cells, lightness, a, b, at, at + w)
    }
  }
  const found = reserve(20)
  store<i32>(found, ones as i32)
  store<i32>(found, others as i32, 4)
  store<i32>(found, lengths as i32, 8)
  store<i32>(found, sums as i32, 12)
  store<i32>(found, total, 16)
  return found
}
