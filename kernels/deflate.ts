import { assignCodes, codeLengths } from './huffman'
import { reserve } from './memory'

// Deflate (RFC 1951) for filtered rows of pixels. Such bytes seldom repeat but for runs: a byte or a
// pixel that comes again at once. So matches are looked for at those distances alone, all places of
// a vector together, and what the rows hold of order is left to the Huffman codes. Whole rows that
// repeat are zeros once they are filtered.

/** Bytes of one block, with codes of its own; as many as a stored block holds. */
const BLOCK_BYTES = 65535
/** Shorter runs cost no less than their literals. */
const MATCH_MIN = 6
const MATCH_MAX = 258

const LITERALS = 288
const DISTANCES = 32
const END_OF_BLOCK = 256
/** Four codes of so many bits and what is left of a byte fit into one word. */
const CODE_BITS_MAX = 14
const LENGTH_CODES = 19
const LENGTH_CODE_BITS_MAX = 7
/** The order in which the lengths of the codes of lengths are written. */
const lengthOrder = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15])

// Bits on their way out: those that make no whole byte yet.
let output: usize = 0
let bits: u64 = 0
let bitCount: i32 = 0

// @ts-ignore: decorator
@inline
function put(value: u32, count: i32): void {
  bits |= (value as u64) << bitCount
  bitCount += count
  store<u64>(output, bits)
  output += (bitCount >>> 3) as usize
  bits >>= bitCount & ~7
  bitCount &= 7
}

function fillByte(): void {
  if (bitCount > 0) put(0, 8 - bitCount)
}

/** An empty stored block: the bytes before it are whole, and other blocks may follow. */
function flush(): void {
  put(0, 3)
  fillByte()
  put(0xffff0000, 32)
}

// What a block is made of, reserved once for a call.
let literalFrequencies: usize = 0
let distanceFrequencies: usize = 0
let literalCodes: usize = 0
let distanceCodes: usize = 0
/** Lengths of both codes, one after the other, as they are written. */
let lengths: usize = 0
/** Two words a match: the literals before it, then its length and its distance. */
let matches: usize = 0
let matchCount = 0
/** Four tables, so that one count does not wait for the other. */
let histograms: usize = 0

// @ts-ignore: decorator
@inline
function count(table: usize, symbol: i32): void {
  const at = table + ((symbol as usize) << 2)
  store<u32>(at, load<u32>(at) + 1)
}

// @ts-ignore: decorator
@inline
function lengthSymbol(length: i32): i32 {
  const more = length - 3
  if (more < 8) return 257 + more
  if (length == MATCH_MAX) return 285
  const extra = 29 - clz(more)
  return 257 + (extra << 2) + (more >> extra)
}

// @ts-ignore: decorator
@inline
function lengthExtra(length: i32): i32 {
  const more = length - 3
  return more < 8 || length == MATCH_MAX ? 0 : 29 - clz(more)
}

// @ts-ignore: decorator
@inline
function distanceSymbol(distance: i32): i32 {
  const more = distance - 1
  if (more < 4) return more
  const extra = 30 - clz(more)
  return (extra << 1) + (more >> extra)
}

// @ts-ignore: decorator
@inline
function distanceExtra(distance: i32): i32 {
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

/** Finds the matches of a block and counts its symbols. */
function tokenise(source: usize, from: usize, to: usize, samples: usize): void {
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

// @ts-ignore: decorator
@inline
function byteAt(bytes: usize, i: i32): i32 {
  return load<u8>(bytes + (i as usize)) as i32
}

/** How many symbols are left when those without a code at the end are. */
function usedSymbols(own: usize, least: i32, most: i32): i32 {
  let used = most
  while (used > least && byteAt(own, used - 1) == 0) used--
  return used
}

/**
 * Writes the lengths of both codes, repeated ones short (3.2.7).
 * @param isCounted counts the symbols that it would write, and writes nothing
 */
function writeLengths(all: i32, frequencies: usize, codes: usize, isCounted: bool): void {
  for (let i = 0; i < all; ) {
    const length = byteAt(lengths, i)
    let run = 1
    while (i + run < all && byteAt(lengths, i + run) == length) run++
    i += run
    if (length == 0) {
      while (run >= 3) {
        const some = min(138, run)
        const symbol = some < 11 ? 17 : 18
        if (isCounted) count(frequencies, symbol)
        else {
          putCode(codes, symbol)
          put((some - (symbol == 17 ? 3 : 11)) as u32, symbol == 17 ? 3 : 7)
        }
        run -= some
      }
    } else {
      if (isCounted) count(frequencies, length)
      else putCode(codes, length)
      run--
      while (run >= 3) {
        const some = min(6, run)
        if (isCounted) count(frequencies, 16)
        else {
          putCode(codes, 16)
          put((some - 3) as u32, 2)
        }
        run -= some
      }
    }
    for (; run > 0; run--) {
      if (isCounted) count(frequencies, length)
      else putCode(codes, length)
    }
  }
}

// @ts-ignore: decorator
@inline
function putCode(codes: usize, symbol: i32): void {
  const code = load<u32>(codes + ((symbol as usize) << 2))
  put(code & 0xffff, (code >>> 16) as i32)
}

/** Bits that symbols take with their codes. */
function bitsOf(frequencies: usize, own: usize, symbols: i32): i32 {
  let sum: i32 = 0
  for (let i = 0; i < symbols; i++) {
    sum += (load<u32>(frequencies + ((i as usize) << 2)) as i32) * byteAt(own, i)
  }
  return sum
}

/** Bits of the matches beside their codes. */
function extraBits(): i32 {
  let sum = 0
  for (let i = 0; i < matchCount; i++) {
    const match = load<u32>(matches + ((i as usize) << 3), 4)
    sum += lengthExtra((match & 0xffff) as i32) + distanceExtra((match >>> 16) as i32)
  }
  return sum
}

function writeStored(from: usize, count: i32): void {
  put(0, 3)
  fillByte()
  put((count as u32) | ((~(count as u32) & 0xffff) << 16), 32)
  memory.copy(output, from, count as usize)
  output += count as usize
}

function writeLiterals(from: usize, to: usize): void {
  // Kept in locals: each literal would else go through memory.
  let buffer = bits
  let filled = bitCount
  let out = output
  let at = from
  for (; at + 4 <= to; at += 4) {
    const some = load<u32>(at)
    const a = load<u32>(literalCodes + ((some & 255) << 2))
    const b = load<u32>(literalCodes + (((some >>> 8) & 255) << 2))
    const c = load<u32>(literalCodes + (((some >>> 16) & 255) << 2))
    const d = load<u32>(literalCodes + ((some >>> 24) << 2))
    const toB = filled + (a >>> 16)
    const toC = toB + (b >>> 16)
    const toD = toC + (c >>> 16)
    buffer |= (((a & 0xffff) as u64) << filled) | (((b & 0xffff) as u64) << toB) |
      (((c & 0xffff) as u64) << toC) | (((d & 0xffff) as u64) << toD)
    filled = toD + (d >>> 16)
    store<u64>(out, buffer)
    out += (filled >>> 3) as usize
    buffer >>= filled & ~7
    filled &= 7
  }
  bits = buffer
  bitCount = filled
  output = out
  for (; at < to; at++) putCode(literalCodes, load<u8>(at))
}

function writeMatch(length: i32, distance: i32): void {
  putCode(literalCodes, lengthSymbol(length))
  const extra = lengthExtra(length)
  put(((length - 3) & ((1 << extra) - 1)) as u32, extra)
  putCode(distanceCodes, distanceSymbol(distance))
  const more = distanceExtra(distance)
  put(((distance - 1) & ((1 << more) - 1)) as u32, more)
}

/** Some readers want two distance codes at least. */
function wantTwoDistances(): void {
  let used = 0
  for (let i = 0; i < DISTANCES; i++) used += load<u32>(distanceFrequencies + ((i as usize) << 2)) > 0 ? 1 : 0
  for (let i = 0; used < 2; i++) {
    if (load<u32>(distanceFrequencies + ((i as usize) << 2)) > 0) continue
    count(distanceFrequencies, i)
    used++
  }
}

function writeBlock(source: usize, from: usize, to: usize, samples: usize): void {
  tokenise(source, from, to, samples)
  wantTwoDistances()
  const own = reserve(LITERALS)
  const far = reserve(DISTANCES)
  codeLengths(literalFrequencies, LITERALS - 2, CODE_BITS_MAX, own)
  codeLengths(distanceFrequencies, DISTANCES - 2, CODE_BITS_MAX, far)
  const literals = usedSymbols(own, 257, LITERALS - 2)
  const distances = usedSymbols(far, 1, DISTANCES - 2)
  memory.copy(lengths, own, literals as usize)
  memory.copy(lengths + (literals as usize), far, distances as usize)
  const frequencies = reserve(LENGTH_CODES << 2)
  memory.fill(frequencies, 0, LENGTH_CODES << 2)
  writeLengths(literals + distances, frequencies, 0, true)
  const lengthLengths = reserve(LENGTH_CODES)
  codeLengths(frequencies, LENGTH_CODES, LENGTH_CODE_BITS_MAX, lengthLengths)
  const body = bitsOf(literalFrequencies, own, literals) + bitsOf(distanceFrequencies, far, distances)
  const head = 17 + 3 * LENGTH_CODES + bitsOf(frequencies, lengthLengths, LENGTH_CODES)
  if (head + body + extraBits() >= ((to - from) as i32) << 3) {
    writeStored(from, (to - from) as i32)
    return
  }
  const lengthCodes = reserve(LENGTH_CODES << 2)
  assignCodes(lengthLengths, LENGTH_CODES, lengthCodes)
  assignCodes(own, LITERALS - 2, literalCodes)
  assignCodes(far, DISTANCES - 2, distanceCodes)
  let written = LENGTH_CODES
  while (written > 4 && byteAt(lengthLengths, byteAt(lengthOrder, written - 1)) == 0) written--
  put(4 | ((literals - 257) << 3) | ((distances - 1) << 8) | ((written - 4) << 13), 17)
  for (let i = 0; i < written; i++) put(byteAt(lengthLengths, byteAt(lengthOrder, i)), 3)
  writeLengths(literals + distances, 0, lengthCodes, false)
  let at = from
  for (let i = 0; i < matchCount; i++) {
    const match = matches + ((i as usize) << 3)
    const literalsTo = at + (load<u32>(match) as usize)
    writeLiterals(at, literalsTo)
    const packed = load<u32>(match, 4)
    writeMatch((packed & 0xffff) as i32, (packed >>> 16) as i32)
    at = literalsTo + ((packed & 0xffff) as usize)
  }
  writeLiterals(at, to)
  putCode(literalCodes, END_OF_BLOCK)
}

/** Most bytes that {@link deflateRows} writes for so many. */
export function deflatedMost(bytes: i32): i32 {
  return bytes + (bytes / BLOCK_BYTES + 1) * 8 + 16
}

/**
 * Deflates bytes into whole blocks that stand for themselves and end on a byte: what follows them in
 * a stream may be made elsewhere. None of them is the stream's last.
 * @param samples bytes of a pixel
 * @param target {@link deflatedMost} bytes
 * @returns how many bytes were written
 */
export function deflateRows(source: usize, bytes: i32, samples: i32, target: usize): i32 {
  literalFrequencies = reserve(LITERALS << 2)
  distanceFrequencies = reserve(DISTANCES << 2)
  literalCodes = reserve(LITERALS << 2)
  distanceCodes = reserve(DISTANCES << 2)
  lengths = reserve(LITERALS + DISTANCES)
  matches = reserve(((BLOCK_BYTES / MATCH_MIN + 1) << 3) as usize)
  histograms = reserve(4096)
  output = target
  bits = 0
  bitCount = 0
  const end = source + (bytes as usize)
  for (let from = source; from < end; from += BLOCK_BYTES) {
    writeBlock(source, from, min<usize>(end, from + BLOCK_BYTES), samples as usize)
  }
  flush()
  return (output - target) as i32
}
