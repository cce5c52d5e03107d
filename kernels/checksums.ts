// Sums of bytes: Adler-32 (RFC 1950) and CRC-32 (ISO 3309), each continued from what came before.

const ADLER_BASE: u32 = 65521
/** Bytes after which the sums must be brought back under the base. */
const ADLER_STEP: usize = 5552

// @ts-ignore: decorator
@inline
function across(lanes: v128): u32 {
  return (i32x4.extract_lane(lanes, 0) + i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) + i32x4.extract_lane(lanes, 3)) as u32
}

/** @param start 1 at the beginning */
export function adler32(bytes: usize, count: usize, start: u32): u32 {
  let low = start & 0xffff
  let high = start >>> 16
  const first = i16x8(16, 15, 14, 13, 12, 11, 10, 9)
  const second = i16x8(8, 7, 6, 5, 4, 3, 2, 1)
  let at = bytes
  let left = count
  while (left > 0) {
    const step = min<usize>(left, ADLER_STEP)
    const vectors = (step >> 4) as u32
    let sums = i32x4.splat(0)
    let earlier = i32x4.splat(0)
    let weighted = i32x4.splat(0)
    for (let i: u32 = 0; i < vectors; i++, at += 16) {
      const some = v128.load(at)
      earlier = i32x4.add(earlier, sums)
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(some)))
      weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(some), first))
      weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(some), second))
    }
    high += low * 16 * vectors + 16 * across(earlier) + across(weighted)
    low += across(sums)
    for (let rest = (step & 15) as i32; rest > 0; rest--, at++) {
      low += load<u8>(at)
      high += low
    }
    low %= ADLER_BASE
    high %= ADLER_BASE
    left -= step
  }
  return (high << 16) | low
}

/** What each of eight bytes in a row does to the sum; made when it is first asked for. */
const crcTables = memory.data(8 * 1024)
let hasCrcTables = false

// @ts-ignore: decorator
@inline
function crcOf(table: usize, byte: u32): u32 {
  return load<u32>(crcTables + (table << 10) + ((byte & 255) << 2))
}

function makeCrcTables(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    store<u32>(crcTables + (byte << 2), value)
  }
  for (let byte: u32 = 0; byte < 256; byte++) {
    for (let table: usize = 1; table < 8; table++) {
      const value = crcOf(table - 1, byte)
      store<u32>(crcTables + (table << 10) + (byte << 2), crcOf(0, value) ^ (value >>> 8))
    }
  }
  hasCrcTables = true
}

/** @param start 0 at the beginning */
export function crc32(bytes: usize, count: usize, start: u32): u32 {
  if (!hasCrcTables) makeCrcTables()
  let crc = ~start
  let at = bytes
  const end = bytes + count
  for (; at + 8 <= end; at += 8) {
    const low = load<u32>(at) ^ crc
    const high = load<u32>(at, 4)
    crc = crcOf(7, low) ^ crcOf(6, low >>> 8) ^ crcOf(5, low >>> 16) ^ crcOf(4, low >>> 24) ^
      crcOf(3, high) ^ crcOf(2, high >>> 8) ^ crcOf(1, high >>> 16) ^ crcOf(0, high >>> 24)
  }
  for (; at < end; at++) crc = crcOf(0, crc ^ load<u8>(at)) ^ (crc >>> 8)
  return ~crc
}
