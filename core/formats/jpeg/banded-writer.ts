import { BAND_ROWS, bandIndex } from './bands.ts'
import { BitWriter, ComponentEncoder } from './encode-blocks.ts'
import { jpegCode } from './segments.ts'
import { quantisationSteps, type StatedTable, standardHuffman, zigzag } from './standard-tables.ts'

const BLOCK = 8
const RESTARTS = 8
const FIRST_RESTART = 0xd0
/** Little less than nothing is lost of what was just made larger. */
const QUALITY = 92

/**
 * A JPEG of any height, written as its rows come: baseline, chroma whole, so that no row needs its
 * neighbours. Every band of {@link BAND_ROWS} can be read alone (`bands.ts`).
 */
export class BandedJpegWriter {
  readonly #widthPx: number
  readonly #heightPx: number
  readonly #take: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #bits = new BitWriter()
  readonly #luma: ComponentEncoder
  readonly #blue: ComponentEncoder
  readonly #red: ComponentEncoder
  /** Rows that do not fill a row of blocks yet. */
  readonly #waiting: Uint8ClampedArray
  readonly #blocks = [new Float32Array(64), new Float32Array(64), new Float32Array(64)] as const
  readonly #bandBytes: number[] = []
  #rows = 0

  /** @param take gets the picture's bytes, a band at a time; the {@link finish header} goes before them */
  constructor(widthPx: number, heightPx: number, take: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#widthPx = widthPx
    this.#heightPx = heightPx
    this.#take = take
    this.#waiting = new Uint8ClampedArray(widthPx * BLOCK * 4)
    const chroma = quantisationSteps('chroma', QUALITY)
    const { lumaDc, lumaAc, chromaDc, chromaAc } = standardHuffman
    this.#luma = new ComponentEncoder(quantisationSteps('luma', QUALITY), lumaDc, lumaAc)
    this.#blue = new ComponentEncoder(chroma, chromaDc, chromaAc)
    this.#red = new ComponentEncoder(chroma, chromaDc, chromaAc)
  }

  /** Appends rows of RGBA; alpha is left out. */
  write(topPx: number, rgba: Uint8ClampedArray, rows: number): void {
    if (topPx !== this.#rows) throw new RangeError(`row ${topPx} came after ${this.#rows}`)
    const stride = this.#widthPx * 4
    for (let y = 0; y < rows; y++) {
      const row = rgba.subarray(y * stride, (y + 1) * stride)
      this.#waiting.set(row, (this.#rows % BLOCK) * stride)
      this.#rows++
      if (this.#rows % BLOCK === 0 || this.#rows === this.#heightPx) this.#encodeRow()
    }
  }

  /**
   * @returns what stands before the picture's bytes
   * @throws RangeError when rows are missing
   */
  finish(): Uint8Array<ArrayBuffer> {
    if (this.#rows !== this.#heightPx) throw new RangeError(`${this.#rows} rows came`)
    return headerOf(this.#widthPx, this.#heightPx, this.#bandBytes)
  }

  #encodeRow(): void {
    const rows = ((this.#rows - 1) % BLOCK) + 1
    for (const component of [this.#luma, this.#blue, this.#red]) component.restart()
    for (let x = 0; x < this.#widthPx; x += BLOCK) {
      this.#fill(x, rows)
      this.#luma.write(this.#blocks[0], this.#bits)
      this.#blue.write(this.#blocks[1], this.#bits)
      this.#red.write(this.#blocks[2], this.#bits)
    }
    this.#bits.align()
    const isLast = this.#rows === this.#heightPx
    const restart = (Math.ceil(this.#rows / BLOCK) - 1) % RESTARTS
    this.#bits.marker(isLast ? jpegCode.eoi : FIRST_RESTART + restart)
    if (isLast || this.#rows % BAND_ROWS === 0) {
      const bytes = this.#bits.take()
      this.#bandBytes.push(bytes.length)
      this.#take(bytes)
    }
  }

  /** The three blocks at a column: BT.601 full range less 128; edges repeat. */
  #fill(left: number, rows: number): void {
    const [luma, blue, red] = this.#blocks
    const pixels = this.#waiting
    const width = this.#widthPx
    for (let k = 0; k < 64; k++) {
      const y = k >> 3 < rows ? k >> 3 : rows - 1
      const x = left + (k & 7)
      const at = (y * width + (x < width ? x : width - 1)) * 4
      const r = pixels[at] as number
      const g = pixels[at + 1] as number
      const b = pixels[at + 2] as number
      luma[k] = 0.299 * r + 0.587 * g + 0.114 * b - 128
      blue[k] = -0.168736 * r - 0.331264 * g + 0.5 * b
      red[k] = 0.5 * r - 0.418688 * g - 0.081312 * b
    }
  }
}

const startOfImage = [0xff, 0xd8]
const BITS = 8
/** Three, none of them made smaller: their names, and whose table of steps they take. */
const components = [3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1]

const word = (value: number) => [value >> 8, value & 0xff]

const segment = (code: number, body: readonly number[]) => [
  0xff,
  code,
  ...word(body.length + 2),
  ...body,
]

const steps = (slot: number, kind: 'luma' | 'chroma') => {
  const table = quantisationSteps(kind, QUALITY)
  return [slot, ...Array.from(zigzag, (at) => table[at] as number)]
}

const huffman = (slot: number, { counts, symbols }: StatedTable) => [slot, ...counts, ...symbols]

function headerOf(widthPx: number, heightPx: number, bandBytes: readonly number[]) {
  const { lumaDc, lumaAc, chromaDc, chromaAc } = standardHuffman
  return Uint8Array.from([
    ...startOfImage,
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...bandIndex(bandBytes),
    ...segment(jpegCode.dqt, [...steps(0, 'luma'), ...steps(1, 'chroma')]),
    ...segment(0xc0, [BITS, ...word(heightPx), ...word(widthPx), ...components]),
    ...segment(jpegCode.dht, [
      ...huffman(0x00, lumaDc),
      ...huffman(0x10, lumaAc),
      ...huffman(0x01, chromaDc),
      ...huffman(0x11, chromaAc),
    ]),
    ...segment(jpegCode.dri, word(Math.ceil(widthPx / BLOCK))),
    ...segment(jpegCode.sos, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ])
}
