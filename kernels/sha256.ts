import { reserve } from './memory'

// SHA-256 (FIPS 180-4): the first 32 bits of the fractional parts of the cube roots of 64 primes.
const constants = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
])

/** A round's part that is added to both halves: h + S1(e) + ch(e, f, g) + K + W. */
// @ts-ignore: decorator
@inline
function stir(e: u32, f: u32, g: u32, h: u32, words: usize, t: usize): u32 {
  const mixed = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)
  return h + mixed + (g ^ (e & (f ^ g))) + load<u32>(constants + (t << 2)) + load<u32>(words + (t << 2))
}

/** The other part: S0(a) + maj(a, b, c). */
// @ts-ignore: decorator
@inline
function majority(a: u32, b: u32, c: u32): u32 {
  return (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) | (c & (a | b)))
}

/**
 * Takes whole blocks of 64 bytes into a hash.
 * @param state its eight words, which change
 */
export function sha256Blocks(state: usize, data: usize, blocks: i32): void {
  const words = reserve(256)
  let a = load<u32>(state)
  let b = load<u32>(state, 4)
  let c = load<u32>(state, 8)
  let d = load<u32>(state, 12)
  let e = load<u32>(state, 16)
  let f = load<u32>(state, 20)
  let g = load<u32>(state, 24)
  let h = load<u32>(state, 28)
  for (let block = 0; block < blocks; block++) {
    const from = data + ((block as usize) << 6)
    for (let t: usize = 0; t < 16; t++) {
      store<u32>(words + (t << 2), bswap(load<u32>(from + (t << 2))))
    }
    for (let t: usize = 16; t < 64; t++) {
      const at = words + (t << 2)
      const old = load<u32>(at - 60)
      const young = load<u32>(at - 8)
      const first = rotr(old, 7) ^ rotr(old, 18) ^ (old >>> 3)
      const second = rotr(young, 17) ^ rotr(young, 19) ^ (young >>> 10)
      store<u32>(at, load<u32>(at - 64) + first + load<u32>(at - 28) + second)
    }
    // Eight rounds at a time: the names move on by one place instead of the values.
    for (let t: usize = 0; t < 64; t += 8) {
      h = stir(e, f, g, h, words, t)
      d += h
      h += majority(a, b, c)
      g = stir(d, e, f, g, words, t + 1)
      c += g
      g += majority(h, a, b)
      f = stir(c, d, e, f, words, t + 2)
      b += f
      f += majority(g, h, a)
      e = stir(b, c, d, e, words, t + 3)
      a += e
      e += majority(f, g, h)
      d = stir(a, b, c, d, words, t + 4)
      h += d
      d += majority(e, f, g)
      c = stir(h, a, b, c, words, t + 5)
      g += c
      c += majority(d, e, f)
      b = stir(g, h, a, b, words, t + 6)
      f += b
      b += majority(c, d, e)
      a = stir(f, g, h, a, words, t + 7)
      e += a
      a += majority(b, c, d)
    }
    a += load<u32>(state)
    store<u32>(state, a)
    b += load<u32>(state, 4)
    store<u32>(state, b, 4)
    c += load<u32>(state, 8)
    store<u32>(state, c, 8)
    d += load<u32>(state, 12)
    store<u32>(state, d, 12)
    e += load<u32>(state, 16)
    store<u32>(state, e, 16)
    f += load<u32>(state, 20)
    store<u32>(state, f, 20)
    g += load<u32>(state, 24)
    store<u32>(state, g, 24)
    h += load<u32>(state, 28)
    store<u32>(state, h, 28)
  }
}
