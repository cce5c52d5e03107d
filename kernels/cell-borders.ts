// Borders of cells as a brush draws them: without wobbles, as long as what they bound is not thin.
import { areInside, cellUnder, isInside, markCores } from './cell-cores'
import { colourApart } from './cells'
import {
  coreOf, discOf, hasOwnCore, indexOf, isSettled, lookAbout, mostOf, ownCount, pixelsOf, placeOf,
  reserveMet,
} from './discs-of-cells'
import { at4 } from './indices'
import { reserve } from './memory'

const ROUNDS = 3
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
    const best = mostOf(false, -1, -1)
    return ownCount < pixelsOf(best) ? placeOf(best) : at
  }
  lookAbout(cells, w, h, x, y, wider, widerHalves)
  const thin = indexOf(cellUnder(cells, at))
  const one = mostOf(true, thin, -1)
  return ownerOf(at, coreOf(one), coreOf(mostOf(true, thin, one)))
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
  reserveMet(wider)
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
        store<i32>(at4(cells, at), cellUnder(before, to))
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
