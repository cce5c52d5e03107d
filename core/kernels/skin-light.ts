import type { Plane } from '../pixels/raster.ts'
import type { Arena } from './arena.ts'
import type { KernelExports } from './kernel-exports.ts'
import type { Kernels, SkinRows } from './kernels.ts'
import { sampled } from './sketch-rows.ts'

/** The kernels that bring skin into the light of all. */
export function skinKernels(
  wasm: KernelExports,
  arena: Arena,
): Pick<Kernels, 'litSkin' | 'liftColours'> {
  const put = ({ share, gain, power }: SkinRows) =>
    arena.put(Int32Array.from([share, gain, power].flatMap((part) => sampled(arena, part))))
  return {
    litSkin: ({ widthPx, heightPx, values }, skin, white, darkest, target) =>
      arena.use(() => {
        const from = arena.put(values)
        const into = arena.allocate(values.byteLength)
        const { topPx, wholeHeightPx } = skin
        const slots = put(skin)
        wasm.litSkin(from, into, widthPx, heightPx, topPx, wholeHeightPx, white, darkest, slots)
        return arena.floats(into, widthPx, heightPx, target)
      }),
    liftColours: ({ widthPx, heightPx, rgba }, lifts, skin, part, darkest, into) =>
      arena.use(() => {
        const from = arena.put(rgba)
        const plane = () => arena.allocate(widthPx * heightPx)
        const [red, green, blue] = [plane(), plane(), plane()] as const
        const table = arena.put(Float32Array.from([...lifts, ...lifts.map(Math.log)]))
        const { topPx, wholeHeightPx } = skin ?? { topPx: 0, wholeHeightPx: heightPx }
        const place = [widthPx, heightPx, topPx, wholeHeightPx] as const
        const slots = skin === null ? 0 : put(skin)
        wasm.liftColours(from, red, green, blue, ...place, table, part, darkest, slots)
        const made = (address: number, target?: Plane): Plane =>
          arena.plane(address, widthPx, heightPx, target)
        return [made(red, into?.[0]), made(green, into?.[1]), made(blue, into?.[2])]
      }),
  }
}
