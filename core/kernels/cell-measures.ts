import type { Arena } from './arena.ts'
import { numbersAt } from './cells.ts'
import type { KernelExports } from './kernel-exports.ts'
import type { Kernels } from './kernels.ts'

/** The kernels that tell what cells and other parts of a picture are like, and which are too small. */
export function cellMeasureKernels(
  wasm: KernelExports,
  arena: Arena,
): Pick<Kernels, 'cellMeans' | 'dropSpecks' | 'fewColours'> {
  const doubles = (count: number) => arena.put(new Float64Array(count))
  const doublesAt = (address: number, count: number) =>
    new Float64Array(arena.bytes(address, count * 8).buffer)
  return {
    cellMeans: ({ lightness, a, b }, { of, total }) =>
      arena.use(() => {
        const planes = [arena.put(lightness), arena.put(a), arena.put(b)] as const
        const sizes = arena.put(new Uint32Array(total))
        const means = [doubles(total), doubles(total), doubles(total)] as const
        wasm.cellMeans(...planes, arena.put(of), of.length, total, sizes, ...means)
        const [ofLight, ofA, ofB] = means
        return {
          sizes: numbersAt(arena, sizes, total),
          lightness: doublesAt(ofLight, total),
          a: doublesAt(ofA, total),
          b: doublesAt(ofB, total),
        }
      }),
    dropSpecks: ({ widthPx, heightPx, of, total }, leastPx, within) =>
      arena.use(() => {
        const cells = arena.put(of)
        const parts = within === undefined ? 0 : arena.put(within)
        wasm.dropSpecks(cells, total, arena.put(leastPx), parts, widthPx, heightPx)
        return { widthPx, heightPx, of: numbersAt(arena, cells, of.length), total }
      }),
    fewColours: ({ lightness, a, b }, places, { most, rounds, every, noise, apart }) =>
      arena.use(() => {
        const planes = [arena.put(lightness), arena.put(a), arena.put(b)] as const
        const [into, numbers] = [arena.allocate(most * 24), arena.allocate(places.length)]
        const asked = [every, most, rounds, noise, apart ** 2] as const
        const from = arena.put(places)
        const found = wasm.fewColours(...planes, from, places.length, ...asked, into, numbers)
        return { colours: doublesAt(into, found * 3), numbers: arena.bytes(numbers, places.length) }
      }),
  }
}
