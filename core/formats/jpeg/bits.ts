/** A Huffman table made ready for reading (ITU-T T.81, annex C and F.2.2.3). */
export interface HuffmanTable {
  /** By the next `lookaheadBits` bits: code length << 8 | symbol, or 0 for a longer code. */
  readonly short: Uint16Array
  /** By code length: the largest code + 1 of that length, left-aligned to 16 bits. */
  readonly limits: Int32Array
  /** By code length: what added to a code of that length gives its symbol's index. */
  readonly offsets: Int32Array
  readonly symbols: Uint8Array
}

const lookaheadBits = 9

/**
 * @param counts how many codes there are of each length, 1 to 16
 * @param symbols their symbols in code order
 */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const short = new Uint16Array(1 << lookaheadBits)
  const limits = new Int32Array(18)
  const offsets = new Int32Array(18)
  let code = 0
  let index = 0
  for (let length = 1; length <= 16; length++) {
    const count = counts[length - 1] ?? 0
    offsets[length] = index - code
    for (let nth = 0; nth < count && length <= lookaheadBits; nth++) {
      const from = (code + nth) << (lookaheadBits - length)
      const until = (code + nth + 1) << (lookaheadBits - length)
      short.fill((length << 8) | (symbols[index + nth] ?? 0), from, until)
    }
    code += count
    index += count
    limits[length] = code << (16 - length)
    code <<= 1
  }
  return { short, limits, offsets, symbols }
}

/** Reads the bits of one scan; passes over stuffed zeros and stops at markers. */
export class JpegBits {
  readonly #bytes: Uint8Array
  readonly #end: number
  #at: number
  #buffer = 0
  #held = 0
  /** Bits that were made up after the last real one. */
  #madeUp = 0

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  /** Whether more was read than there is. */
  get exhausted(): boolean {
    return this.#held < this.#madeUp
  }

  /** @returns the next symbol, or -1 where no code fits */
  symbol(table: HuffmanTable): number {
    this.#fill()
    const next = (this.#buffer >>> (this.#held - 16)) & 0xffff
    const short = table.short[next >> (16 - lookaheadBits)] ?? 0
    if (short !== 0) {
      this.#held -= short >> 8
      return short & 255
    }
    for (let length = lookaheadBits + 1; length <= 16; length++) {
      if (next >= (table.limits[length] ?? 0)) continue
      this.#held -= length
      return table.symbols[(next >> (16 - length)) + (table.offsets[length] ?? 0)] ?? -1
    }
    return -1
  }

  /** The next `count` bits, 0 to 16, as an unsigned number. */
  take(count: number): number {
    if (count === 0) return 0
    this.#fill()
    this.#held -= count
    return (this.#buffer >>> this.#held) & ((1 << count) - 1)
  }

  /**
   * Goes on behind the next restart marker.
   * @returns its number 0..7, or -1 where there is none
   */
  restart(): number {
    this.#held = 0
    this.#madeUp = 0
    this.#buffer = 0
    for (;;) {
      const at = this.#bytes.indexOf(0xff, this.#at)
      if (at < 0 || at + 1 >= this.#end) return -1
      const code = this.#bytes[at + 1] ?? 0
      this.#at = at + (code === 0xff ? 1 : 2)
      if (code >= 0xd0 && code <= 0xd7) return code - 0xd0
    }
  }

  /** Holds at least 16 bits. */
  #fill(): void {
    while (this.#held < 16) {
      const byte = this.#next()
      if (byte < 0) this.#madeUp += 8
      this.#buffer = (this.#buffer << 8) | Math.max(0, byte)
      this.#held += 8
    }
  }

  /** The next byte of the scan, or -1 at a marker or the end. */
  #next(): number {
    if (this.#at >= this.#end) return -1
    const byte = this.#bytes[this.#at] ?? 0
    if (byte === 0xff) {
      if (this.#bytes[this.#at + 1] !== 0) return -1
      this.#at++
    }
    this.#at++
    return byte
  }
}
