// Rays from a pixel to the first that is known inside, and outside.
import { keepInside, keepOutside } from './colour-pairs'
import { at4 } from './indices'
import { reserve } from './memory'

/** What the trimap's bytes say. */
export const UNDECIDED: u8 = 1
export const INSIDE: u8 = 2
/** Undecided as well, but nobody asks its colour. */
export const UNASKED: u8 = 3

const RAYS: i32 = 10
/** Turns of the star of rays: neighbours look in different directions. */
const TURNS: i32 = 32
const STEP_PX: i32 = 2
/** Rays leap over blocks of 1 << BLOCK px in which what they look for is not. */
const BLOCK: i32 = 2
/** Of a block that far or further from any that holds something, in blocks. */
const FURTHEST: i32 = 255

// Of each block the distance to the nearest with something inside, and outside, in blocks.
let nearInside: usize = 0
let nearOutside: usize = 0
let blocksAcross: i32 = 0

/** Steps of every ray of every turn, x then y, in 1/65536 px. */
export function rayTable(): usize {
  const table = reserve((RAYS * TURNS) << 3)
  for (let i = 0; i < RAYS * TURNS; i++) {
    const angle = (<f64>(2 * Math.PI) * (i as f64)) / ((RAYS * TURNS) as f64)
    const at = table + ((i as usize) << 3)
    store<i32>(at, i32(Math.round(Math.cos(angle) * 65536)) * STEP_PX)
    store<i32>(at, i32(Math.round(Math.sin(angle) * 65536)) * STEP_PX, 4)
  }
  return table
}

/** A 32-bit mix of a place (after Wellons' lowbias32). */
// @ts-ignore: decorator
@inline
function hash(x: i32, y: i32): u32 {
  let h: u32 = ((x as u32) * 0x27d4eb2d) ^ ((y as u32) * 0x165667b1)
  h = (h ^ (h >> 16)) * 0x7feb352d
  h = (h ^ (h >> 15)) * 0x846ca68b
  return h ^ (h >> 16)
}

/** The star of rays of a place: one turn of the table. */
// @ts-ignore: decorator
@inline
export function starOf(table: usize, x: i32, y: i32): usize {
  return table + (((hash(x, y) >> 27) as usize) << 3)
}

/** Marks the blocks that hold something inside, and outside, and how far from them the others lie. */
export function measureBlocks(trimap: usize, width: i32, height: i32): void {
  const side = 1 << BLOCK
  const across = (width + side - 1) >> BLOCK
  const down = (height + side - 1) >> BLOCK
  const bytes = (across * down) as usize
  blocksAcross = across
  nearInside = reserve(bytes)
  nearOutside = reserve(bytes)
  memory.fill(nearInside, FURTHEST as u8, bytes)
  memory.fill(nearOutside, FURTHEST as u8, bytes)
  for (let y = 0; y < height; y++) {
    const row = trimap + ((y * width) as usize)
    const into = ((y >> BLOCK) * across) as usize
    for (let x = 0; x < width; x++) {
      const known = load<u8>(row + (x as usize))
      if (known == UNDECIDED || known == UNASKED) continue
      store<u8>((known == INSIDE ? nearInside : nearOutside) + into + ((x >> BLOCK) as usize), 0)
    }
  }
  spread(nearInside, across, down)
  spread(nearOutside, across, down)
}

/** Chessboard distance to the nearest 0, in two sweeps (Rosenfeld & Pfaltz 1968). */
function spread(blocks: usize, across: i32, down: i32): void {
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      lower(blocks, across, down, x, y, -1)
    }
  }
  for (let y = down - 1; y >= 0; y--) {
    for (let x = across - 1; x >= 0; x--) {
      lower(blocks, across, down, x, y, 1)
    }
  }
}

/** Lowers a block to one more than those beside it and in the row `by` away. */
// @ts-ignore: decorator
@inline
function lower(blocks: usize, across: i32, down: i32, x: i32, y: i32, by: i32): void {
  const at = blocks + ((y * across + x) as usize)
  let least = load<u8>(at) as i32
  if (x + by >= 0 && x + by < across) least = min(least, 1 + (load<u8>(at + (by as usize)) as i32))
  if (y + by >= 0 && y + by < down) {
    const row = at + ((by * across) as usize)
    for (let dx = x > 0 ? -1 : 0; dx <= (x < across - 1 ? 1 : 0); dx++) {
      least = min(least, 1 + (load<u8>(row + (dx as usize)) as i32))
    }
  }
  store<u8>(at, least as u8)
}

/**
 * Keeps the first inside and the first outside pixel along one ray. Where either is far it leaps: a
 * step goes no further than STEP_PX, so none of those left out would have met what is looked for.
 */
function cast(
  picture: usize, trimap: usize, width: i32, height: i32,
  x: i32, y: i32, ray: usize, reach: i32,
): void {
  const vx = load<i32>(ray)
  const vy = load<i32>(ray, 4)
  let px = (x << 16) + 0x8000
  let py = (y << 16) + 0x8000
  let cx = x
  let cy = y
  let far = 0
  let needInside = true
  let needOutside = true
  while (needInside || needOutside) {
    const block = ((cy >> BLOCK) * blocksAcross + (cx >> BLOCK)) as usize
    let near = FURTHEST
    if (needInside) near = load<u8>(nearInside + block) as i32
    if (needOutside) near = min(near, load<u8>(nearOutside + block) as i32)
    // Within (near - 1) blocks there is nothing.
    const steps = 1 + ((max(0, near - 1) << BLOCK) / STEP_PX)
    px += vx * steps
    py += vy * steps
    far += STEP_PX * steps
    if (far >= reach) return
    cx = px >> 16
    cy = py >> 16
    if (cx < 0 || cy < 0 || cx >= width || cy >= height) return
    const at = cy * width + cx
    const known = load<u8>(trimap + (at as usize))
    if (known == UNDECIDED || known == UNASKED) continue
    if (known == INSIDE) {
      if (needInside) keepInside(at4(picture, at), far)
      needInside = false
    } else {
      if (needOutside) keepOutside(at4(picture, at), far)
      needOutside = false
    }
  }
}

/** Keeps what each ray of a star meets first. */
export function castStar(
  picture: usize, trimap: usize, width: i32, height: i32,
  x: i32, y: i32, star: usize, reach: i32,
): void {
  for (let ray = 0; ray < RAYS; ray++) {
    const direction = star + ((ray * TURNS) << 3)
    cast(picture, trimap, width, height, x, y, direction, reach)
  }
}
