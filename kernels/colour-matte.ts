import { at4 } from './indices'
import { reserve } from './memory'
import { loadPixel } from './quads'

/** What the trimap's bytes say. */
const UNDECIDED: u8 = 1
const INSIDE: u8 = 2
/** Undecided as well, but nobody asks its colour. */
const UNASKED: u8 = 3

const RAYS: i32 = 10
/** Turns of the star of rays: neighbours look in different directions. */
const TURNS: i32 = 32
const STEP_PX: i32 = 2
/** Rays leap over blocks of 1 << BLOCK px in which what they look for is not. */
const BLOCK: i32 = 2
/** Of a block that far or further from any that holds something, in blocks. */
const FURTHEST: i32 = 255
/** Room for the samples of one kind, in whole vectors. */
const ROOM: i32 = 12

/** Squared: colours less than 9 levels apart differ by noise only. */
const NOISE: f32 = 81
/** Squared colour distance at which a pair is half trusted: about 45 levels. */
const SEPARATE: f32 = 2000
/** Squared colour distance between pixel and mixture at which little trust is left. */
const MISS: f32 = 500
/** Keeps pairs of like colours from explaining everything. */
const SOFTNESS: f32 = 400
/** How much the prior leans on the choice. */
const LEAN: f32 = 0.25
/** Far enough never to be chosen. */
const NOWHERE: f32 = 1e9

// Samples of a kind lie as four lists of ROOM floats: red, green, blue, distance.
let inside: usize = 0
let outside: usize = 0
let insideCount: i32 = 0
let outsideCount: i32 = 0
// Of each block the distance to the nearest with something inside, and outside, in blocks.
let nearInside: usize = 0
let nearOutside: usize = 0
let blocksAcross: i32 = 0
// The best pair of each of four lanes: cost, alpha, distance of its colours, miss.
let lanes: usize = 0
let bestAlpha: f32 = 0
let bestConfidence: f32 = 0

/** Steps of every ray of every turn, x then y, in 1/65536 px. */
function rayTable(): usize {
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

// @ts-ignore: decorator
@inline
function keep(samples: usize, count: i32, pixel: usize, far: i32): void {
  const colour = loadPixel(pixel)
  const at = at4(samples, count)
  store<f32>(at, f32x4.extract_lane(colour, 0))
  store<f32>(at, f32x4.extract_lane(colour, 1), ROOM * 4)
  store<f32>(at, f32x4.extract_lane(colour, 2), ROOM * 8)
  store<f32>(at, far as f32, ROOM * 12)
}

/** Marks the blocks that hold something inside, and outside, and how far from them the others lie. */
function measureBlocks(trimap: usize, width: i32, height: i32): void {
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
      if (needInside) keep(inside, insideCount++, at4(picture, at), far)
      needInside = false
    } else {
      if (needOutside) keep(outside, outsideCount++, at4(picture, at), far)
      needOutside = false
    }
  }
}

// @ts-ignore: decorator
@inline
function square(a: v128): v128 {
  return f32x4.mul(a, a)
}

// @ts-ignore: decorator
@inline
function sum3(a: v128, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.add(a, b), c)
}

/**
 * The pair of samples that best explains a colour as their mixture: little missed, near, and not
 * far from the prior. Four outside samples are weighed at a time.
 */
function explain(pixel: usize, prior: f32, farCost: f32): void {
  for (let b = outsideCount; b < ((outsideCount + 3) & ~3); b++) {
    memory.copy(at4(outside, b), outside, 4)
    store<f32>(at4(outside, b), NOWHERE, ROOM * 12)
  }
  const colour = loadPixel(pixel)
  const red = f32x4.splat(f32x4.extract_lane(colour, 0))
  const green = f32x4.splat(f32x4.extract_lane(colour, 1))
  const blue = f32x4.splat(f32x4.extract_lane(colour, 2))
  const zero = f32x4.splat(0)
  const one = f32x4.splat(1)
  let least = f32x4.splat(Infinity)
  let alphas = zero
  let aparts = zero
  let misses = zero
  for (let f = 0; f < insideCount; f++) {
    const fa = at4(inside, f)
    const fr = v128.load32_splat(fa)
    const fg = v128.load32_splat(fa, ROOM * 4)
    const fb = v128.load32_splat(fa, ROOM * 8)
    const ff = v128.load32_splat(fa, ROOM * 12)
    for (let b = 0; b < outsideCount; b += 4) {
      const ba = at4(outside, b)
      const br = v128.load(ba)
      const bg = v128.load(ba, ROOM * 4)
      const bb = v128.load(ba, ROOM * 8)
      const dr = f32x4.sub(fr, br)
      const dg = f32x4.sub(fg, bg)
      const db = f32x4.sub(fb, bb)
      const ir = f32x4.sub(red, br)
      const ig = f32x4.sub(green, bg)
      const ib = f32x4.sub(blue, bb)
      const apart = sum3(square(dr), square(dg), square(db))
      const along = sum3(f32x4.mul(ir, dr), f32x4.mul(ig, dg), f32x4.mul(ib, db))
      const share = f32x4.div(along, f32x4.add(apart, f32x4.splat(NOISE)))
      const alpha = f32x4.min(one, f32x4.max(zero, share))
      const miss = sum3(
        square(f32x4.sub(ir, f32x4.mul(alpha, dr))),
        square(f32x4.sub(ig, f32x4.mul(alpha, dg))),
        square(f32x4.sub(ib, f32x4.mul(alpha, db))),
      )
      const far = f32x4.mul(f32x4.add(ff, v128.load(ba, ROOM * 12)), f32x4.splat(farCost))
      const lean = f32x4.mul(square(f32x4.sub(alpha, f32x4.splat(prior))), f32x4.splat(LEAN))
      const cost = sum3(f32x4.div(miss, f32x4.add(apart, f32x4.splat(SOFTNESS))), far, lean)
      const better = f32x4.lt(cost, least)
      least = v128.bitselect(cost, least, better)
      alphas = v128.bitselect(alpha, alphas, better)
      aparts = v128.bitselect(apart, aparts, better)
      misses = v128.bitselect(miss, misses, better)
    }
  }
  chooseLane(least, alphas, aparts, misses)
}

function chooseLane(costs: v128, alphas: v128, aparts: v128, misses: v128): void {
  v128.store(lanes, costs)
  v128.store(lanes, alphas, 16)
  v128.store(lanes, aparts, 32)
  v128.store(lanes, misses, 48)
  let at = lanes
  for (let lane = 1; lane < 4; lane++) {
    if (load<f32>(at4(lanes, lane)) < load<f32>(at)) at = at4(lanes, lane)
  }
  bestAlpha = load<f32>(at, 16)
  const apart = load<f32>(at, 32)
  const separation = (apart * apart) / (apart * apart + SEPARATE * SEPARATE)
  bestConfidence = separation * Mathf.exp(-load<f32>(at, 48) / MISS)
}

/** What rays tell of one undecided pixel; the prior where they met one kind only. */
function guess(
  picture: usize, trimap: usize, width: i32, height: i32,
  x: i32, y: i32, star: usize, reach: i32, farCost: f32, prior: f32,
): void {
  insideCount = 0
  outsideCount = 0
  for (let ray = 0; ray < RAYS; ray++) {
    const direction = star + ((ray * TURNS) << 3)
    cast(picture, trimap, width, height, x, y, direction, reach)
  }
  if (insideCount > 0 && outsideCount > 0) {
    explain(at4(picture, y * width + x), prior, farCost)
    return
  }
  bestAlpha = insideCount > 0 ? max<f32>(prior, 0.5) : prior
  bestConfidence = 0
}

/**
 * For each undecided pixel of some rows the pair of inside and outside colours, met along rays, that
 * best explains it as a mixture, the prior where nobody asks (after Gastal & Oliveira 2010, shared sampling). `origin` is the
 * first row's place in the whole picture: rays turn with it.
 */
export function colourMatte(
  picture: usize, trimap: usize, prior: usize, alpha: usize, confidence: usize,
  width: i32, height: i32, top: i32, rows: i32, origin: i32, reach: i32, farCost: f32,
): void {
  const table = rayTable()
  inside = reserve(ROOM * 16)
  outside = reserve(ROOM * 16)
  lanes = reserve(64)
  measureBlocks(trimap, width, height)
  for (let y = top; y < top + rows; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const into = at - top * width
      const known = load<u8>(trimap + (at as usize))
      if (known == UNDECIDED) {
        const star = table + (((hash(x, origin + y) >> 27) as usize) << 3)
        const leaning = load<f32>(at4(prior, at))
        guess(picture, trimap, width, height, x, y, star, reach, farCost, leaning)
        store<f32>(at4(alpha, into), bestAlpha)
        store<f32>(at4(confidence, into), bestConfidence)
      } else if (known == UNASKED) {
        store<f32>(at4(alpha, into), load<f32>(at4(prior, at)))
        store<f32>(at4(confidence, into), 0)
      } else {
        store<f32>(at4(alpha, into), known == INSIDE ? 1 : 0)
        store<f32>(at4(confidence, into), 1)
      }
    }
  }
}
