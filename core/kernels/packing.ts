import type { Arena } from './arena.ts'
import type { KernelExports } from './kernel-exports.ts'
import type { Kernels, PackedRows, SampleRows } from './kernels.ts'

/** The kernels that make files of pixels: filters, deflate and sums. */
export const packingKernels = (
  wasm: KernelExports,
  arena: Arena,
): Pick<Kernels, 'packRows' | 'crc32' | 'sha256Blocks'> => ({
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
  wasm: KernelExports,
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
