// Cells that are too small to stay.
import { cellOf } from './cells'
import { rootIn } from './forest'
import { at4, at8 } from './indices'
import { meetCells } from './meeting-cells'
import { reserve } from './memory'

// @ts-ignore: decorator
@inline
function addOne(counts: usize, at: i32): i32 {
  const place = at4(counts, at)
  const own = load<i32>(place)
  store<i32>(place, own + 1)
  return own
}

/** How many pixels each cell has. @param sizes of `total` cells, cleared */
export function cellSizes(cells: usize, count: i32, sizes: usize): void {
  for (let at = 0; at < count; at++) addOne(sizes, cellOf(cells, at))
}

/** Specks in the order in which they are met, and whom each meets along how many pixels. */
let order: usize = 0
let met = 0
/** Of each cell where its meetings begin, and one after the last. */
let starts: usize = 0
let besides: usize = 0
let lengths: usize = 0

/** @param isSpeck a byte for each cell, not 0 for a speck */
function listMeetings(found: usize, isSpeck: usize, total: i32): void {
  const ones = load<i32>(found) as usize
  const others = load<i32>(found, 4) as usize
  const borderPx = load<i32>(found, 8) as usize
  const borders = load<i32>(found, 16)
  order = reserve((total as usize) << 2)
  starts = reserve(((total + 2) as usize) << 2)
  memory.fill(starts, 0, ((total + 2) as usize) << 2)
  met = 0
  let count = 0
  for (let side = 0; side < 2 * borders; side++) {
    const cell = cellOf(side & 1 ? others : ones, side >> 1)
    if (load<u8>(isSpeck + (cell as usize)) == 0) continue
    if (addOne(starts, cell + 2) == 0) store<i32>(at4(order, met++), cell)
    count++
  }
  for (let cell = 1; cell <= total; cell++) {
    store<i32>(at4(starts, cell + 1), load<i32>(at4(starts, cell + 1)) + load<i32>(at4(starts, cell)))
  }
  besides = reserve((count as usize) << 2)
  lengths = reserve((count as usize) << 2)
  // Each start moves to its end, which is where the next one began: so they are read one place further on.
  for (let side = 0; side < 2 * borders; side++) {
    const border = side >> 1
    const cell = cellOf(side & 1 ? others : ones, border)
    if (load<u8>(isSpeck + (cell as usize)) == 0) continue
    const into = addOne(starts, cell + 1)
    store<i32>(at4(besides, into), cellOf(side & 1 ? ones : others, border))
    store<i32>(at4(lengths, into), load<i32>(at4(borderPx, border)))
  }
}

/** Sorts specks by their size, those of one size as they lay: byte by byte from the last (radix sort). */
function sortBySize(sizes: usize, most: i32): void {
  const counts = reserve(257 << 2)
  let from = order
  let into = reserve((met as usize) << 2)
  for (let shift = 0; shift < 32 && most >>> shift != 0; shift += 8) {
    memory.fill(counts, 0, 257 << 2)
    for (let k = 0; k < met; k++) addOne(counts, 1 + byteAt(sizes, cellOf(from, k), shift))
    for (let k = 0; k < 256; k++) {
      store<i32>(at4(counts, k + 1), load<i32>(at4(counts, k + 1)) + load<i32>(at4(counts, k)))
    }
    for (let k = 0; k < met; k++) {
      const cell = cellOf(from, k)
      store<i32>(at4(into, addOne(counts, byteAt(sizes, cell, shift))), cell)
    }
    const sorted = into
    into = from
    from = sorted
  }
  order = from
}

// @ts-ignore: decorator
@inline
function byteAt(sizes: usize, cell: i32, shift: i32): i32 {
  return (load<i32>(at4(sizes, cell)) >>> shift) & 0xff
}

/**
 * Gives each cell that is too small to the neighbour it has the longest border with, the smallest first, in place.
 * @param total numbers of cells are below this
 * @param least of each cell how many pixels it needs, a double
 * @param within parts within which neighbours meet; 0 for the whole picture
 */
export function dropSpecks(cells: usize, total: i32, least: usize, within: usize, w: i32, h: i32): void {
  const count = w * h
  const sizes = reserve((total as usize) << 2)
  memory.fill(sizes, 0, (total as usize) << 2)
  cellSizes(cells, count, sizes)
  const isSpeck = reserve(total as usize)
  const goes = reserve((total as usize) << 2)
  let most = 0
  for (let cell = 0; cell < total; cell++) {
    const size = load<i32>(at4(sizes, cell))
    const isSmall = (size as f64) < load<f64>(at8(least, cell))
    if (isSmall) most = max(most, size)
    store<u8>(isSpeck + (cell as usize), isSmall ? 1 : 0)
    store<i32>(at4(goes, cell), cell)
  }
  if (most == 0) return
  listMeetings(meetCells(cells, within, 0, 0, 0, w, h), isSpeck, total)
  sortBySize(sizes, most)
  for (let k = 0; k < met; k++) {
    const speck = cellOf(order, k)
    const own = rootIn(goes, speck)
    let best = own
    let length = 0
    for (let at = cellOf(starts, speck); at < cellOf(starts, speck + 1); at++) {
      const px = cellOf(lengths, at)
      if (px <= length) continue
      const root = rootIn(goes, cellOf(besides, at))
      if (root == own) continue
      best = root
      length = px
    }
    store<i32>(at4(goes, own), best)
  }
  for (let cell = 0; cell < total; cell++) store<i32>(at4(sizes, cell), rootIn(goes, cell))
  for (let at = 0; at < count; at++) store<i32>(at4(cells, at), load<i32>(at4(sizes, cellOf(cells, at))))
}
