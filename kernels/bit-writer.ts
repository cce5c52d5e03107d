// Bits of a deflate stream on their way out (RFC 1951, 3.1.1).

/** Four codes of so many bits and what is left of a byte fit into one word. */
export const CODE_BITS_MAX = 14

/** Where the next whole byte goes. */
let output: usize = 0
/** Those that make no whole byte yet. */
let bits: u64 = 0
let bitCount: i32 = 0

/** What is put from now on goes to `target`. */
export function startBits(target: usize): void {
  output = target
  bits = 0
  bitCount = 0
}

/** Behind the last whole byte. */
export function endOfBits(): usize {
  return output
}

// @ts-ignore: decorator
@inline
export function put(value: u32, count: i32): void {
  bits |= (value as u64) << bitCount
  bitCount += count
  store<u64>(output, bits)
  output += (bitCount >>> 3) as usize
  bits >>= bitCount & ~7
  bitCount &= 7
}

/** A symbol's code: `assignCodes` of `huffman` wrote the table. */
// @ts-ignore: decorator
@inline
export function putCode(codes: usize, symbol: i32): void {
  const code = load<u32>(codes + ((symbol as usize) << 2))
  put(code & 0xffff, (code >>> 16) as i32)
}

function fillByte(): void {
  if (bitCount > 0) put(0, 8 - bitCount)
}

/** A block of bytes as they are, which ends on a byte; without any it only makes those before it whole. */
export function putStored(from: usize, count: i32): void {
  put(0, 3)
  fillByte()
  put((count as u32) | ((~(count as u32) & 0xffff) << 16), 32)
  memory.copy(output, from, count as usize)
  output += count as usize
}

/** The codes of bytes, four at a time: codes of at most {@link CODE_BITS_MAX} bits. */
export function putBytes(codes: usize, from: usize, to: usize): void {
  // Kept in locals: each literal would else go through memory.
  let buffer = bits
  let filled = bitCount
  let out = output
  let at = from
  for (; at + 4 <= to; at += 4) {
    const some = load<u32>(at)
    const a = load<u32>(codes + ((some & 255) << 2))
    const b = load<u32>(codes + (((some >>> 8) & 255) << 2))
    const c = load<u32>(codes + (((some >>> 16) & 255) << 2))
    const d = load<u32>(codes + ((some >>> 24) << 2))
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
  for (; at < to; at++) putCode(codes, load<u8>(at))
}
