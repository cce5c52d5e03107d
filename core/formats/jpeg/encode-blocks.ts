import { type StatedTable, zigzag } from './standard-tables.ts'

/** A Huffman table made ready for writing: by symbol, length << 16 | code. */
type CodeTable = Uint32Array

function codesOf({ counts, symbols }: StatedTable): CodeTable {
  const table = new Uint32Array(256)
  let code = 0
  let at = 0
  counts.forEach((count, index) => {
    for (let k = 0; k < count; k++) table[symbols[at++] as number] = ((index + 1) << 16) | code++
    code <<= 1
  })
  return table
}

/** Entropy-coded bytes, which grow as they come. */
export class BitWriter {
  #bytes = new Uint8Array(1 << 16)
  #length = 0
  #held = 0
  #count = 0

  /** @param length at most 16 */
  put(code: number, length: number): void {
    this.#held = (this.#held << length) | code
    this.#count += length
    while (this.#count >= 8) {
      this.#count -= 8
      const byte = (this.#held >>> this.#count) & 0xff
      this.#byte(byte)
      // A byte that could begin a marker is followed by one that says it does not.
      if (byte === 0xff) this.#byte(0)
    }
    this.#held &= (1 << this.#count) - 1
  }

  /** Fills the last byte with ones. */
  align(): void {
    if (this.#count > 0) this.put((1 << (8 - this.#count)) - 1, 8 - this.#count)
  }

  marker(code: number): void {
    this.#byte(0xff)
    this.#byte(code)
  }

  /** What was written since, as a copy. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length)
    this.#length = 0
    return taken
  }

  #byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(this.#bytes.length * 2)
      longer.set(this.#bytes)
      this.#bytes = longer
    }
    this.#bytes[this.#length++] = value
  }
}

/** Scales that {@link transform} leaves on a row and on a column (Arai, Agui and Nakajima, 1988). */
const leftover = Float64Array.from({ length: 8 }, (_, k) =>
  k === 0 ? 1 : Math.cos((k * Math.PI) / 16) * Math.SQRT2,
)

/** Writes the blocks of one colour component. */
export class ComponentEncoder {
  readonly #dc: CodeTable
  readonly #ac: CodeTable
  /** What a transformed value is multiplied by to be counted in steps. */
  readonly #perStep: Float32Array
  readonly #values = new Int32Array(64)
  #lastDc = 0

  constructor(steps: Uint8Array, dc: StatedTable, ac: StatedTable) {
    this.#dc = codesOf(dc)
    this.#ac = codesOf(ac)
    this.#perStep = Float32Array.from(
      steps,
      (step, at) => 1 / (8 * step * (leftover[at >> 3] as number) * (leftover[at & 7] as number)),
    )
  }

  /** Behind a restart marker the first block says its mean anew. */
  restart(): void {
    this.#lastDc = 0
  }

  /** @param block 64 values less 128, row by row; transformed in place */
  write(block: Float32Array, bits: BitWriter): void {
    for (let row = 0; row < 64; row += 8) transform(block, row, 1)
    for (let column = 0; column < 8; column++) transform(block, column, 8)
    const values = this.#values
    for (let k = 0; k < 64; k++) {
      const at = zigzag[k] as number
      const exact = (block[at] as number) * (this.#perStep[at] as number)
      values[k] = exact < 0 ? exact - 0.5 : exact + 0.5
    }
    this.#mean(values[0] as number, bits)
    this.#details(values, bits)
  }

  #mean(value: number, bits: BitWriter): void {
    const change = value - this.#lastDc
    this.#lastDc = value
    const size = sizeOf(change)
    putCode(this.#dc[size] as number, bits)
    if (size > 0) bits.put(lowBits(change, size), size)
  }

  #details(values: Int32Array, bits: BitWriter): void {
    let zeros = 0
    for (let k = 1; k < 64; k++) {
      const value = values[k] as number
      if (value === 0) {
        zeros++
        continue
      }
      for (; zeros > 15; zeros -= 16) putCode(this.#ac[0xf0] as number, bits)
      const size = sizeOf(value)
      putCode(this.#ac[(zeros << 4) | size] as number, bits)
      bits.put(lowBits(value, size), size)
      zeros = 0
    }
    if (zeros > 0) putCode(this.#ac[0] as number, bits)
  }
}

const putCode = (entry: number, bits: BitWriter) => bits.put(entry & 0xffff, entry >>> 16)
const sizeOf = (value: number) => 32 - Math.clz32(Math.abs(value))
/** Negative numbers are written as what lies under them, without their highest bit. */
const lowBits = (value: number, size: number) => (value < 0 ? value + (1 << size) - 1 : value)

const C4 = Math.SQRT1_2
const C6 = Math.sin(Math.PI / 8)
const C2_LESS_C6 = Math.cos(Math.PI / 8) - C6
const C2_AND_C6 = Math.cos(Math.PI / 8) + C6

/** The cosine transform of eight values in place, up to scales (Arai, Agui and Nakajima, 1988). */
function transform(block: Float32Array, at: number, step: number): void {
  const v0 = block[at] as number
  const v1 = block[at + step] as number
  const v2 = block[at + 2 * step] as number
  const v3 = block[at + 3 * step] as number
  const v4 = block[at + 4 * step] as number
  const v5 = block[at + 5 * step] as number
  const v6 = block[at + 6 * step] as number
  const v7 = block[at + 7 * step] as number
  const outer = v0 + v7 + v3 + v4
  const inner = v1 + v6 + v2 + v5
  block[at] = outer + inner
  block[at + 4 * step] = outer - inner
  const across = v0 + v7 - v3 - v4
  const turned = (v1 + v6 - v2 - v5 + across) * C4
  block[at + 2 * step] = across + turned
  block[at + 6 * step] = across - turned
  const d0 = v0 - v7
  const o0 = v3 - v4 + v2 - v5
  const o1 = (v2 - v5 + v1 - v6) * C4
  const o2 = v1 - v6 + d0
  const shared = (o0 - o2) * C6
  const low = C2_LESS_C6 * o0 + shared
  const high = C2_AND_C6 * o2 + shared
  const plus = d0 + o1
  const less = d0 - o1
  block[at + 5 * step] = less + low
  block[at + 3 * step] = less - low
  block[at + step] = plus + high
  block[at + 7 * step] = plus - high
}
