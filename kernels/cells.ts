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
/** A pixel goes over to a cell around it unless its colour differs by more than this. */
const UNLIKE: f64 = 0.07

/** A pixel of the cell that has most pixels in the square about `at`. */
function mostAround(cells: usize, votes: usize, width: i32, at: i32): i32 {
  let best = at
  let most = 0
  for (let dy = -REACH_PX; dy <= REACH_PX; dy++) {
    for (let dx = -REACH_PX; dx <= REACH_PX; dx++) {
      const there = at + dy * width + dx
      const vote = votes + (cellOf(cells, there) as usize)
      const own = (load<u8>(vote) as i32) + 1
      store<u8>(vote, own as u8)
      if (own > most) {
        most = own
        best = there
      }
    }
  }
  for (let dy = -REACH_PX; dy <= REACH_PX; dy++) {
    for (let dx = -REACH_PX; dx <= REACH_PX; dx++) {
      store<u8>(votes + (cellOf(cells, at + dy * width + dx) as usize), 0)
    }
  }
  return best
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
  cells: usize, into: usize, votes: usize, lightness: usize, a: usize, b: usize,
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
      const most = mostAround(cells, votes, width, at)
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
 * @param total numbers of cells are below this
 */
export function roundCells(
  cells: usize, total: i32, lightness: usize, a: usize, b: usize, width: i32, height: i32,
): void {
  const bytes = ((width * height) as usize) << 2
  const before = reserve(bytes)
  const votes = reserve(total as usize)
  memory.fill(votes, 0, total as usize)
  for (let round = 0; round < ROUNDS; round++) {
    memory.copy(before, cells, bytes)
    roundOnce(before, cells, votes, lightness, a, b, width, height)
  }
}
