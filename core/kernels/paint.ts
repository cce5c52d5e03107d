import { GAMMA, LINEAR } from '../pixels/oklab.ts'
import type { Arena } from './arena.ts'
import { numbersAt } from './cells.ts'
import type { KernelExports } from './kernel-exports.ts'
import type { Kernels } from './kernels.ts'

/** The kernels that bring colours to OKLab and back, and move paint. */
export const paintKernels = (
  wasm: KernelExports,
  arena: Arena,
): Pick<Kernels, 'okLab' | 'quadsOfOkLab' | 'warpPaint'> => ({
  okLab: ({ widthPx, heightPx, rgba }) =>
    arena.use(() => {
      const from = arena.put(rgba)
      const table = arena.put(LINEAR)
      const place = () => arena.allocate(rgba.length)
      const [lightness, a, b] = [place(), place(), place()] as const
      wasm.okLab(from, table, widthPx * heightPx, lightness, a, b)
      const plane = (address: number) => arena.floats(address, widthPx, heightPx).values
      return { widthPx, heightPx, lightness: plane(lightness), a: plane(a), b: plane(b) }
    }),
  quadsOfOkLab: ({ lightness, a, b }) =>
    arena.use(() => {
      const count = lightness.length
      const planes = [arena.put(lightness), arena.put(a), arena.put(b)] as const
      const into = arena.allocate(count * 16)
      wasm.quadsOfOkLab(...planes, arena.put(GAMMA), count, into)
      return arena.floats(into, count, 4).values
    }),
  warpPaint: ({ widthPx, heightPx, cells, quads, ink }, places) =>
    arena.use(() => {
      const count = places.length / 2
      const paint = [arena.put(cells), arena.put(quads), arena.put(ink)] as const
      const into = [count * 4, count * 16, count * 4].map((bytes) => arena.allocate(bytes))
      const [intoCells = 0, intoQuads = 0, intoInk = 0] = into
      const from = arena.put(places)
      wasm.warpPaint(...paint, widthPx, heightPx, from, count, intoCells, intoQuads, intoInk)
      return {
        cells: numbersAt(arena, intoCells, count),
        quads: arena.floats(intoQuads, count, 4).values,
        ink: arena.floats(intoInk, count, 1).values,
      }
    }),
})
