import { reserve } from './memory'

// Huffman codes as deflate writes them (RFC 1951, 3.2.2).
const LENGTH_MAX = 15

/** Sorts words ascending: Shell's method, for a few hundred of them. */
function sortWords(words: usize, count: i32): void {
  for (let gap = 121; gap > 0; gap = gap / 3) {
    for (let i = gap; i < count; i++) {
      const word = load<u32>(words + ((i as usize) << 2))
      let at = i
      for (; at >= gap; at -= gap) {
        const other = load<u32>(words + (((at - gap) as usize) << 2))
        if (other <= word) break
        store<u32>(words + ((at as usize) << 2), other)
      }
      store<u32>(words + ((at as usize) << 2), word)
    }
  }
}

// @ts-ignore: decorator
@inline
function word(words: usize, i: i32): u32 {
  return load<u32>(words + ((i as usize) << 2))
}

// @ts-ignore: decorator
@inline
function setWord(words: usize, i: i32, value: u32): void {
  store<u32>(words + ((i as usize) << 2), value)
}

/**
 * Weights in ascending order become the lengths of their codes, in place, longest first.
 * @see Moffat & Katajainen 1995, "In-place calculation of minimum-redundancy codes"
 */
function minimumRedundancy(a: usize, count: i32): void {
  setWord(a, 0, word(a, 0) + word(a, 1))
  let root = 0
  let leaf = 2
  for (let next = 1; next < count - 1; next++) {
    if (leaf >= count || word(a, root) < word(a, leaf)) {
      setWord(a, next, word(a, root))
      setWord(a, root++, next as u32)
    } else setWord(a, next, word(a, leaf++))
    if (leaf >= count || (root < next && word(a, root) < word(a, leaf))) {
      setWord(a, next, word(a, next) + word(a, root))
      setWord(a, root++, next as u32)
    } else setWord(a, next, word(a, next) + word(a, leaf++))
  }
  setWord(a, count - 2, 0)
  for (let next = count - 3; next >= 0; next--) setWord(a, next, word(a, word(a, next) as i32) + 1)
  let free = 1
  let used = 0
  let depth: u32 = 0
  root = count - 2
  let next = count - 1
  while (free > 0) {
    while (root >= 0 && word(a, root) == depth) {
      used++
      root--
    }
    while (free > used) {
      setWord(a, next--, depth)
      free--
    }
    free = 2 * used
    depth++
    used = 0
  }
}

/**
 * Lengths of the best codes of at most `limit` bits; 0 for a symbol that does not occur.
 * @param frequencies a word for each of at most 288 symbols, each at most 65,536
 * @param lengths a byte for each symbol
 */
export function codeLengths(frequencies: usize, symbols: i32, limit: i32, lengths: usize): void {
  memory.fill(lengths, 0, symbols as usize)
  const sorted = reserve((symbols as usize) << 2)
  const weights = reserve((symbols as usize) << 2)
  let used = 0
  for (let symbol = 0; symbol < symbols; symbol++) {
    const frequency = word(frequencies, symbol)
    if (frequency > 0) setWord(sorted, used++, (frequency << 9) | (symbol as u32))
  }
  if (used == 1) store<u8>(lengths + ((word(sorted, 0) & 511) as usize), 1)
  if (used < 2) return
  sortWords(sorted, used)
  for (let i = 0; i < used; i++) setWord(weights, i, word(sorted, i) >>> 9)
  minimumRedundancy(weights, used)
  const counts = reserve(64 * 4)
  memory.fill(counts, 0, 64 * 4)
  for (let i = 0; i < used; i++) {
    const length = min<u32>(limit as u32, word(weights, i)) as i32
    setWord(counts, length, word(counts, length) + 1)
  }
  shorten(counts, limit)
  let at = 0
  for (let length = limit; length > 0; length--) {
    for (let left = word(counts, length); left > 0; left--) {
      store<u8>(lengths + ((word(sorted, at++) & 511) as usize), length)
    }
  }
}

/** Where codes were cut to the limit there are too many: others are made longer until all fit. */
function shorten(counts: usize, limit: i32): void {
  let room: u32 = 0
  for (let length = 1; length <= limit; length++) room += word(counts, length) << (limit - length)
  for (const whole = (1 as u32) << limit; room > whole; room--) {
    setWord(counts, limit, word(counts, limit) - 1)
    let length = limit - 1
    while (word(counts, length) == 0) length--
    setWord(counts, length, word(counts, length) - 1)
    setWord(counts, length + 1, word(counts, length + 1) + 2)
  }
}

/** Codes for given lengths, as they are written: lowest bit first, the length in the upper half. */
export function assignCodes(lengths: usize, symbols: i32, codes: usize): void {
  const next = reserve((LENGTH_MAX + 2) * 4)
  memory.fill(next, 0, (LENGTH_MAX + 2) * 4)
  for (let symbol = 0; symbol < symbols; symbol++) {
    const length = load<u8>(lengths + (symbol as usize)) as i32
    if (length > 0) setWord(next, length + 1, word(next, length + 1) + 1)
  }
  let code: u32 = 0
  for (let length = 1; length <= LENGTH_MAX; length++) {
    code = (code + word(next, length)) << 1
    setWord(next, length, code)
  }
  for (let symbol = 0; symbol < symbols; symbol++) {
    const length = load<u8>(lengths + (symbol as usize)) as i32
    if (length == 0) {
      setWord(codes, symbol, 0)
      continue
    }
    const own = word(next, length)
    setWord(next, length, own + 1)
    setWord(codes, symbol, reversed(own, length) | ((length as u32) << 16))
  }
}

function reversed(code: u32, length: i32): u32 {
  let result: u32 = 0
  for (let bit = 0; bit < length; bit++) result |= ((code >>> bit) & 1) << (length - 1 - bit)
  return result
}
