import { CODE_BITS_MAX, endOfBits, put, putBytes, putCode, putStored, startBits } from './bit-writer'
import {
  count,
  DISTANCES,
  distanceExtra,
  distanceFrequencies,
  distanceOf,
  distanceSymbol,
  END_OF_BLOCK,
  findMatches,
  LITERALS,
  lengthExtra,
  lengthOf,
  lengthSymbol,
  literalFrequencies,
  literalsBefore,
  matchCount,
  reserveMatches,
} from './deflate-matches'
import { assignCodes, codeLengths } from './huffman'
import { reserve } from './memory'

// Deflate (RFC 1951) for filtered rows of pixels: runs become matches, and what the rows hold of
// order besides is left to the Huffman codes. Whole rows that repeat are zeros once they are filtered.

/** Bytes of one block, with codes of its own; as many as a stored block holds. */
const BLOCK_BYTES = 65535
const LENGTH_CODES = 19
const LENGTH_CODE_BITS_MAX = 7
/** The order in which the lengths of the codes of lengths are written. */
const lengthOrder = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15])

let literalCodes: usize = 0
let distanceCodes: usize = 0
/** Lengths of both codes, one after the other, as they are written. */
let lengths: usize = 0

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
    sum += lengthExtra(lengthOf(i)) + distanceExtra(distanceOf(i))
  }
  return sum
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
  findMatches(source, from, to, samples)
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
    putStored(from, (to - from) as i32)
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
    const literalsTo = at + literalsBefore(i)
    putBytes(literalCodes, at, literalsTo)
    writeMatch(lengthOf(i), distanceOf(i))
    at = literalsTo + (lengthOf(i) as usize)
  }
  putBytes(literalCodes, at, to)
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
  reserveMatches(BLOCK_BYTES)
  literalCodes = reserve(LITERALS << 2)
  distanceCodes = reserve(DISTANCES << 2)
  lengths = reserve(LITERALS + DISTANCES)
  startBits(target)
  const end = source + (bytes as usize)
  for (let from = source; from < end; from += BLOCK_BYTES) {
    writeBlock(source, from, min<usize>(end, from + BLOCK_BYTES), samples as usize)
  }
  putStored(end, 0)
  return (endOfBits() - target) as i32
}
