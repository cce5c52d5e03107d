import { createRaster, isOpaque } from '../pixels/pixels.ts'
import type { Arena } from './arena.ts'
import type { KernelExports } from './kernel-exports.ts'
import type { Kernels } from './kernels.ts'

/** The kernels that lay a photographed sheet flat. */
export const sheetKernels = (
  wasm: KernelExports,
  arena: Arena,
): Pick<Kernels, 'straighten' | 'evenLight'> => ({
  straighten: (source, { across, down, depth }, { widthPx, heightPx }) =>
    arena.use(() => {
      const into = arena.allocate(widthPx * heightPx * 4)
      const projection = arena.put(Float64Array.from([...across, ...down, ...depth]))
      const opaque = isOpaque(source) ? 1 : 0
      const from = arena.put(source.rgba)
      const { widthPx: width, heightPx: height } = source
      wasm.straighten(from, width, height, opaque, projection, into, widthPx, heightPx)
      return arena.raster(into, createRaster(widthPx, heightPx))
    }),
  evenLight: (
    source,
    { gains, across, down },
    { x, y },
    into = createRaster(source.widthPx, source.heightPx),
  ) =>
    arena.use(() => {
      const pixels = arena.put(source.rgba)
      wasm.evenLight(
        pixels,
        source.widthPx,
        source.heightPx,
        arena.put(gains),
        across,
        down,
        arena.put(Float64Array.from([x.start, x.step, y.start, y.step])),
      )
      return arena.raster(pixels, into)
    }),
})
