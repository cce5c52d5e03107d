import { createRaster } from '../pixels/pixels.ts'
import type { PlanarRows, PlaneRows } from '../pixels/planar.ts'
import type { Raster } from '../pixels/raster.ts'
import type { Address, Arena } from './arena.ts'

/** Photos made smaller before their planes are joined to pixels. */
export interface PlanarKernels {
  /**
   * As {@link resizeAreaRows} of the photo's pixels, each plane by itself: opaque, within 1 of it
   * where colours do not leave sRGB.
   * @param part at least the rows that the result's rows cover
   */
  resizePlanarRows(
    part: PlanarRows,
    size: { readonly widthPx: number; readonly heightPx: number },
    rows: { readonly topPx: number; readonly heightPx: number },
  ): Raster
}

export interface PlanarExports {
  resizePlaneRows(
    source: Address,
    sourceTop: number,
    sourceWidth: number,
    sourceHeight: number,
    left: number,
    across: number,
    above: number,
    down: number,
    target: Address,
    top: number,
    rows: number,
    width: number,
  ): void
  joinPlanes(y: Address, cb: Address, cr: Address, target: Address, count: number): void
}

export const planarExports = [
  'resizePlaneRows',
  'joinPlanes',
] as const satisfies readonly (keyof PlanarExports)[]

/** Rows that the kernel may write beyond those that are asked for. */
const SPARE_ROWS = 3

/** The kernel that makes photos smaller before their planes are joined to pixels. */
export const planarKernels = (wasm: PlanarExports, arena: Arena): PlanarKernels => ({
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
