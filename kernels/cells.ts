// A picture that is cut into cells, by the number of each pixel's cell.
import { at4 } from './indices'
import { reserve } from './memory'

/** Colour differences count for more than lightness: a shadow on a wall is still the wall. */
const CHROMA_WEIGHT: f64 = 1.6

/** How far two pixels lie apart in OKLab. */
// @ts-ignore: decorator
@inline
export function colourApart(lightness: usize, a: usize, b: usize, one: i32, other: i32): f64 {
  const dl = apart(lightness, one, other)
  const da = apart(a, one, other) * CHROMA_WEIGHT
  const db = apart(b, one, other) * CHROMA_WEIGHT
  return Math.sqrt(dl * dl + da * da + db * db)
}

// @ts-ignore: decorator
@inline
function apart(plane: usize, one: i32, other: i32): f64 {
  return (load<f32>(at4(plane, one)) as f64) - (load<f32>(at4(plane, other)) as f64)
}

// @ts-ignore: decorator
@inline
export function cellOf(cells: usize, at: i32): i32 {
  return load<i32>(at4(cells, at))
}

const ROUNDS = 3
const REACH_PX = 2
/** Pixels across the square that is looked at, and a bit for each of them. */
const ACROSS = 2 * REACH_PX + 1
const ALL_AROUND: i32 = (1 << (ACROSS * ACROSS)) - 1
/** A pixel goes over to a cell around it unless its colour differs by more than this. */
const UNLIKE: f64 = 0.07

/** By a bit for each of five pixels of a row: which are of a cell. */
// @ts-ignore: decorator
@inline
function bitsOf(four: v128, last: v128, cell: v128): i32 {
  const more = i32x4.bitmask(i32x4.eq(last, cell)) & 8
  return i32x4.bitmask(i32x4.eq(four, cell)) | (more << 1)
}

/** A pixel of the cell that has most pixels in the square about `at`: of two that have as many, of that which ends first. */
function mostAround(cells: usize, width: i32, at: i32): i32 {
  const row = at4(0, width)
  const first = at4(cells, at - 2 * width - REACH_PX)
  const a = v128.load(first)
  const b = v128.load(first + row)
  const c = v128.load(first + 2 * row)
  const d = v128.load(first + 3 * row)
  const e = v128.load(first + 4 * row)
  // The fifth of each row is the last of these.
  const aLast = v128.load(first, 4)
  const bLast = v128.load(first + row, 4)
  const cLast = v128.load(first + 2 * row, 4)
  const dLast = v128.load(first + 3 * row, 4)
  const eLast = v128.load(first + 4 * row, 4)
  let left = ALL_AROUND
  let best = 0
  let most = 0
  while (left != 0) {
    const k = ctz(left)
    const cell = v128.load32_splat(first + ((k / ACROSS) as usize) * row + (((k % ACROSS) as usize) << 2))
    const bits =
      bitsOf(a, aLast, cell) | (bitsOf(b, bLast, cell) << 5) | (bitsOf(c, cLast, cell) << 10) |
      (bitsOf(d, dLast, cell) << 15) | (bitsOf(e, eLast, cell) << 20)
    left &= ~bits
    const count = popcnt(bits)
    const end = 31 - clz(bits)
    if (count > most || (count == most && end < best)) {
      most = count
      best = end
    }
  }
  return at + (best / ACROSS - REACH_PX) * width + (best % ACROSS) - REACH_PX
}

/** Whether four pixels have nothing but their own cell to each side. */
// @ts-ignore: decorator
@inline
function areWithin(cells: usize, width: i32, at: i32): bool {
  const four = v128.load(at4(cells, at))
  const aside = v128.and(
    i32x4.eq(four, v128.load(at4(cells, at - 1))),
    i32x4.eq(four, v128.load(at4(cells, at + 1))),
  )
  const updown = v128.and(
    i32x4.eq(four, v128.load(at4(cells, at - width))),
    i32x4.eq(four, v128.load(at4(cells, at + width))),
  )
  return i32x4.all_true(v128.and(aside, updown))
}

function roundOnce(
  cells: usize, into: usize, lightness: usize, a: usize, b: usize,
  width: i32, height: i32,
): void {
  for (let y = REACH_PX; y < height - REACH_PX; y++) {
    for (let x = REACH_PX; x < width - REACH_PX; x++) {
      const at = y * width + x
      if (x + 4 <= width - REACH_PX && areWithin(cells, width, at)) {
        x += 3
        continue
      }
      const own = cellOf(cells, at)
      if (
        cellOf(cells, at - 1) == own && cellOf(cells, at + 1) == own &&
        cellOf(cells, at - width) == own && cellOf(cells, at + width) == own
      ) continue
      const most = mostAround(cells, width, at)
      const like = cellOf(cells, most)
      if (like != own && colourApart(lightness, a, b, at, most) < UNLIKE) {
        store<i32>(at4(into, at), like)
      }
    }
  }
}

/**
 * Draws ragged borders of cells smooth, in place: a pixel goes over to the cell that most pixels
 * around it belong to. Clear edges stay where they are, so that a thin eyelid survives.
 */
export function roundCells(
  cells: usize, lightness: usize, a: usize, b: usize, width: i32, height: i32,
): void {
  const bytes = ((width * height) as usize) << 2
  const before = reserve(bytes)
  for (let round = 0; round < ROUNDS; round++) {
    memory.copy(before, cells, bytes)
    roundOnce(before, cells, lightness, a, b, width, height)
  }
}
