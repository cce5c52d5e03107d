import type { Address, Arena } from './arena.ts'

/** How the bytes of a pixel lie in memory. */
export type PixelOrder = 'rgba' | 'bgra'

/** Rows of samples as PNG has them: grey, RGB, or RGBA. */
export interface SampleRows {
  readonly widthPx: number
  readonly rows: number
  /** A byte a pixel where `samples` is 1, else four, of which 3 leaves alpha out. */
  readonly pixels: Uint8ClampedArray
  /** RGBA where nothing is said; of three samples alone blue may come first. */
  readonly order?: PixelOrder
  readonly samples: 1 | 3 | 4
  /** The row before the first, laid out like `pixels`; null at the top of the picture. */
  readonly above: Uint8ClampedArray | null
}

/** Filtered rows in deflate's whole blocks, which end on a byte; none of them is a stream's last. */
export interface PackedRows {
  readonly deflated: Uint8Array<ArrayBuffer>
  /** Adler-32 of the filtered rows, continued from what came before. */
  readonly adler32: number
}

/** Files made of pixels: filters, deflate and sums. */
export interface PackingKernels {
  /**
   * Filters rows as PNG does (ISO/IEC 15948, clause 9), each by whichever filter leaves the smallest
   * sum, and deflates them: runs of bytes and of pixels, and Huffman codes of their own for
   * every 64 kB. What is packed in parts joins as it is.
   * @param adler32 of the filtered rows before, 1 at the top
   */
  packRows(rows: SampleRows, adler32: number): PackedRows
  /** CRC-32 (ISO 3309), continued from `start`, 0 at the beginning. */
  crc32(bytes: Uint8Array, start: number): number
  /** Takes blocks of 64 bytes into the eight words of a SHA-256 (FIPS 180-4), which change. */
  sha256Blocks(state: Uint32Array<ArrayBuffer>, blocks: Uint8Array): void
}

export interface PackingExports {
  filterRows(
    pixels: Address,
    above: Address,
    w: number,
    rows: number,
    samples: number,
    isBlueFirst: boolean,
    target: Address,
  ): void
  deflatedMost(bytes: number): number
  deflateRows(source: Address, bytes: number, samples: number, target: Address): number
  adler32(bytes: Address, count: number, start: number): number
  crc32(bytes: Address, count: number, start: number): number
  sha256Blocks(state: Address, data: Address, blocks: number): void
}

export const packingExports = [
  'filterRows',
  'deflatedMost',
  'deflateRows',
  'adler32',
  'crc32',
  'sha256Blocks',
] as const satisfies readonly (keyof PackingExports)[]

/** The kernels that make files of pixels: filters, deflate and sums. */
export const packingKernels = (wasm: PackingExports, arena: Arena): PackingKernels => ({
  packRows: (rows, adler32) => arena.use(() => packRows(wasm, arena, rows, adler32)),
  crc32: (bytes, start) => arena.use(() => wasm.crc32(arena.put(bytes), bytes.length, start) >>> 0),
  sha256Blocks: (state, blocks) =>
    arena.use(() => {
      const words = arena.put(state)
      wasm.sha256Blocks(words, arena.put(blocks), Math.floor(blocks.length / 64))
      state.set(new Uint32Array(arena.bytes(words, 32).buffer))
    }),
})

function packRows(
  wasm: PackingExports,
  arena: Arena,
  { widthPx, rows, pixels, samples, above, order }: SampleRows,
  adler32: number,
): PackedRows {
  const rowBytes = widthPx * samples + 1
  const bytes = rowBytes * rows
  const before = above === null ? 0 : arena.put(above)
  const from = arena.put(pixels)
  const filtered = arena.allocate(bytes)
  wasm.filterRows(from, before, widthPx, rows, samples, order === 'bgra', filtered)
  const into = arena.allocate(wasm.deflatedMost(bytes))
  const written = wasm.deflateRows(filtered, bytes, samples, into)
  return {
    deflated: arena.bytes(into, written),
    adler32: wasm.adler32(filtered, bytes, adler32) >>> 0,
  }
}
