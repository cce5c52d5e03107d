import type { Kernels } from './kernels.ts'

const BLOCK_BYTES = 64
/** Where the length stands in the last block, in bits. */
const LENGTH_AT = 56
/** The first 32 bits of the fractional parts of the square roots of the first eight primes. */
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]

/** SHA-256 (FIPS 180-4) of bytes that come in pieces, which the browser's own cannot take. */
export class Sha256 {
  readonly #kernels: Pick<Kernels, 'sha256Blocks'>
  readonly #state = Uint32Array.from(START)
  /** Bytes that make no whole block yet. */
  readonly #rest = new Uint8Array(BLOCK_BYTES)
  #restBytes = 0
  #bytes = 0

  constructor(kernels: Pick<Kernels, 'sha256Blocks'>) {
    this.#kernels = kernels
  }

  update(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    let at = 0
    if (this.#restBytes > 0) {
      at = Math.min(BLOCK_BYTES - this.#restBytes, bytes.length)
      this.#rest.set(bytes.subarray(0, at), this.#restBytes)
      this.#restBytes += at
      if (this.#restBytes < BLOCK_BYTES) return
      this.#kernels.sha256Blocks(this.#state, this.#rest)
    }
    const whole = at + Math.floor((bytes.length - at) / BLOCK_BYTES) * BLOCK_BYTES
    if (whole > at) this.#kernels.sha256Blocks(this.#state, bytes.subarray(at, whole))
    this.#rest.set(bytes.subarray(whole))
    this.#restBytes = bytes.length - whole
  }

  /** Ends the hash. @returns 64 lower case hexadecimal digits */
  hex(): string {
    const blocks = this.#restBytes < LENGTH_AT ? 1 : 2
    const end = new Uint8Array(blocks * BLOCK_BYTES)
    end.set(this.#rest.subarray(0, this.#restBytes))
    end[this.#restBytes] = 0x80
    const view = new DataView(end.buffer)
    view.setBigUint64(end.length - 8, BigInt(this.#bytes) * 8n)
    this.#kernels.sha256Blocks(this.#state, end)
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, '0')).join('')
  }
}
