import { reserve } from './memory'

// The matches of deflate (RFC 1951, 3.2.5) in filtered rows of pixels. Such bytes seldom repeat but
// for runs: a byte or a pixel that comes again at once. So matches are looked for at those distances
// alone, all places of a vector together.

/** Shorter runs cost no less than their literals. */
const MATCH_MIN = 6
const MATCH_MAX = 258
export const LITERALS = 288
export const DISTANCES = 32
export const END_OF_BLOCK = 256

// Of one block, reserved once for a call.
export let literalFrequencies: usize = 0
export let distanceFrequencies: usize = 0
/** Two words a match: the literals before it, then its length and its distance. */
let matches: usize = 0
export let matchCount: i32 = 0
/** Four tables, so that one count does not wait for the other. */
let histograms: usize = 0

export function reserveMatches(blockBytes: i32): void {
  literalFrequencies = reserve(LITERALS << 2)
  distanceFrequencies = reserve(DISTANCES << 2)
  matches = reserve(((blockBytes / MATCH_MIN + 1) << 3) as usize)
  histograms = reserve(4096)
}

// @ts-ignore: decorator
@inline
export function literalsBefore(match: i32): usize {
  return load<u32>(matches + ((match as usize) << 3)) as usize
}

// @ts-ignore: decorator
@inline
export function lengthOf(match: i32): i32 {
  return (load<u32>(matches + ((match as usize) << 3), 4) & 0xffff) as i32
}

// @ts-ignore: decorator
@inline
export function distanceOf(match: i32): i32 {
  return (load<u32>(matches + ((match as usize) << 3), 4) >>> 16) as i32
}

// @ts-ignore: decorator
@inline
export function count(table: usize, symbol: i32): void {
  const at = table + ((symbol as usize) << 2)
  store<u32>(at, load<u32>(at) + 1)
}

// @ts-ignore: decorator
@inline
export function lengthSymbol(length: i32): i32 {
  const more = length - 3
  if (more < 8) return 257 + more
  if (length == MATCH_MAX) return 285
  const extra = 29 - clz(more)
  return 257 + (extra << 2) + (more >> extra)
}

/** Bits of a length beside its symbol. */
// @ts-ignore: decorator
@inline
export function lengthExtra(length: i32): i32 {
  const more = length - 3
  return more < 8 || length == MATCH_MAX ? 0 : 29 - clz(more)
}

// @ts-ignore: decorator
@inline
export function distanceSymbol(distance: i32): i32 {
  const more = distance - 1
  if (more < 4) return more
  const extra = 30 - clz(more)
  return (extra << 1) + (more >> extra)
}

/** Bits of a distance beside its symbol. */
// @ts-ignore: decorator
@inline
export function distanceExtra(distance: i32): i32 {
  const more = distance - 1
  return more < 4 ? 0 : 30 - clz(more)
}

/** Which of 32 bytes are as those `distance` before them. */
// @ts-ignore: decorator
@inline
function sameBytes(at: usize, distance: usize): u32 {
  const low = i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(at - distance)))
  const high = i8x16.bitmask(i8x16.eq(v128.load(at, 16), v128.load(at - distance, 16)))
  return (low as u32) | ((high as u32) << 16)
}

/** Where in the mask at least `MATCH_MIN` bits begin. */
// @ts-ignore: decorator
@inline
function runs(same: u32): u32 {
  const two = same & (same >>> 1)
  return two & (two >>> 2) & (two >>> 4)
}

/** How many bytes from `at` on, at most `most`, are as those `distance` before them. */
function matchLength(at: usize, distance: usize, most: i32): i32 {
  for (let length = 0; length < most; length += 16) {
    const here = at + (length as usize)
    const other = ~i8x16.bitmask(i8x16.eq(v128.load(here), v128.load(here - distance)))
    if ((other & 0xffff) != 0) return min(most, length + ctz(other))
  }
  return most
}

function countLiterals(from: usize, to: usize): void {
  let at = from
  for (; at + 4 <= to; at += 4) {
    const some = load<u32>(at)
    count(histograms, (some & 255) as i32)
    count(histograms + 1024, ((some >>> 8) & 255) as i32)
    count(histograms + 2048, ((some >>> 16) & 255) as i32)
    count(histograms + 3072, (some >>> 24) as i32)
  }
  for (; at < to; at++) count(histograms, load<u8>(at))
}

/**
 * Finds the matches of a block and counts its symbols.
 * @param samples bytes of a pixel
 */
export function findMatches(source: usize, from: usize, to: usize, samples: usize): void {
  memory.fill(histograms, 0, 4096)
  memory.fill(literalFrequencies, 0, LITERALS << 2)
  memory.fill(distanceFrequencies, 0, DISTANCES << 2)
  matchCount = 0
  let literalsFrom = from
  let at = max(from, source + 1)
  while (at + MATCH_MIN <= to) {
    // Distances that would reach before the source begins are not tried.
    const hasPixel = at - source >= samples
    let starts = runs(sameBytes(at, 1))
    if (hasPixel && samples > 1) starts |= runs(sameBytes(at, samples))
    starts &= 0xffff
    if (starts == 0) {
      at += 16
      continue
    }
    at += ctz(starts)
    if (at >= to) break
    const most = min<usize>(MATCH_MAX, to - at) as i32
    let length = matchLength(at, 1, most)
    let distance: usize = 1
    if (hasPixel && samples > 1) {
      const other = matchLength(at, samples, most)
      if (other > length) {
        length = other
        distance = samples
      }
    }
    if (length < MATCH_MIN) break
    countLiterals(literalsFrom, at)
    const match = matches + ((matchCount++ as usize) << 3)
    store<u32>(match, (at - literalsFrom) as u32)
    store<u32>(match, ((distance as u32) << 16) | (length as u32), 4)
    count(literalFrequencies, lengthSymbol(length))
    count(distanceFrequencies, distanceSymbol(distance as i32))
    at += length
    literalsFrom = at
  }
  countLiterals(literalsFrom, to)
  for (let symbol: usize = 0; symbol < 256; symbol++) {
    const own = histograms + (symbol << 2)
    store<u32>(
      literalFrequencies + (symbol << 2),
      load<u32>(own) + load<u32>(own, 1024) + load<u32>(own, 2048) + load<u32>(own, 3072),
    )
  }
  count(literalFrequencies, END_OF_BLOCK)
}
