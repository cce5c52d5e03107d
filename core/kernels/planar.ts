import { createRaster } from '../pixels/pixels.ts'
import type { PlaneRows } from '../pixels/planar.ts'
import type { Arena } from './arena.ts'
import type { Address, KernelExports } from './kernel-exports.ts'
import type { Kernels } from './kernels.ts'

/** Rows that the kernel may write beyond those that are asked for. */
const SPARE_ROWS = 3

/** The kernel that makes photos smaller before their planes are joined to pixels. */
export const planarKernels = (
  wasm: KernelExports,
  arena: Arena,
): Pick<Kernels, 'resizePlanarRows'> => ({
  resizePlanarRows: (part, size, rows) =>
    arena.use(() => {
      const count = size.widthPx * rows.heightPx
      const resized = (plane: PlaneRows): Address => {
        const into = arena.allocate((count + SPARE_ROWS * size.widthPx) * 4)
        wasm.resizePlaneRows(
          arena.put(plane.values),
          plane.topPx,
          plane.widthPx,
          plane.wholeHeightPx,
          part.cut.x / plane.across,
          part.cut.width / size.widthPx / plane.across,
          part.cut.y / plane.down,
          part.cut.height / size.heightPx / plane.down,
          into,
          rows.topPx,
          rows.heightPx,
          size.widthPx,
        )
        return into
      }
      const [y, cb, cr] = part.planes
      const into = arena.allocate(count * 4)
      wasm.joinPlanes(resized(y), resized(cb), resized(cr), into, count)
      return arena.raster(into, createRaster(size.widthPx, rows.heightPx))
    }),
})
