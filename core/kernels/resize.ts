import { createRaster } from '../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../pixels/raster.ts'
import type { Address, Arena } from './arena.ts'
import type { PhotoRows } from './picture-parts.ts'

/** Pictures and planes made smaller or larger. */
export interface ResizeKernels {
  /** Mean of the covered area; for making smaller. Alpha-weighted. */
  resizeArea(source: Raster, widthPx: number, heightPx: number): Raster
  /**
   * Rows of what {@link resizeArea} answers for a whole picture, to the byte.
   * @param part rows of the picture: at least those that the rows cover
   * @param size of the whole result
   * @param rows of the result
   */
  resizeAreaRows(
    part: PhotoRows,
    size: { readonly widthPx: number; readonly heightPx: number },
    rows: { readonly topPx: number; readonly heightPx: number },
  ): Raster
  /** Lanczos with three lobes, antialiased when making smaller. Alpha-weighted. */
  resizeLanczos3(source: Raster, widthPx: number, heightPx: number): Raster
  /** Bilinear, pixel centres aligned (half-pixel convention). */
  resizePlane(source: FloatPlane, widthPx: number, heightPx: number): FloatPlane
  /** Of a mask the shares, 0..1, resized as {@link resizePlane} does it. */
  resizeMask(source: Plane, widthPx: number, heightPx: number): FloatPlane
}

export interface ResizeExports {
  resizeArea(source: Address, sw: number, sh: number, target: Address, w: number, h: number): void
  resizeAreaRows(
    source: Address,
    sourceTop: number,
    sourceRows: number,
    sw: number,
    sh: number,
    target: Address,
    top: number,
    rows: number,
    w: number,
    h: number,
  ): void
  resizeLanczos3(
    source: Address,
    sw: number,
    sh: number,
    target: Address,
    w: number,
    h: number,
  ): void
  resizeMask(source: Address, sw: number, sh: number, target: Address, w: number, h: number): void
  resizePlane(source: Address, sw: number, sh: number, target: Address, w: number, h: number): void
}

export const resizeExports = [
  'resizeArea',
  'resizeAreaRows',
  'resizeLanczos3',
  'resizeMask',
  'resizePlane',
] as const satisfies readonly (keyof ResizeExports)[]

/** The kernels that make pictures and planes smaller or larger. */
export function resizeKernels(wasm: ResizeExports, arena: Arena): ResizeKernels {
  const resized =
    (kernel: 'resizeArea' | 'resizeLanczos3') =>
    (source: Raster, widthPx: number, heightPx: number): Raster =>
      arena.use(() => {
        const from = arena.put(source.rgba)
        const into = arena.allocate(widthPx * heightPx * 4)
        wasm[kernel](from, source.widthPx, source.heightPx, into, widthPx, heightPx)
        return arena.raster(into, createRaster(widthPx, heightPx))
      })

  return {
    resizeArea: resized('resizeArea'),
    resizeAreaRows: ({ rows: part, topPx, wholeHeightPx }, size, rows) =>
      arena.use(() => {
        const into = arena.allocate(size.widthPx * rows.heightPx * 4)
        wasm.resizeAreaRows(
          arena.put(part.rgba),
          topPx,
          part.heightPx,
          part.widthPx,
          wholeHeightPx,
          into,
          rows.topPx,
          rows.heightPx,
          size.widthPx,
          size.heightPx,
        )
        return arena.raster(into, createRaster(size.widthPx, rows.heightPx))
      }),
    resizeLanczos3: resized('resizeLanczos3'),
    resizePlane: (source, widthPx, heightPx) =>
      arena.use(() => {
        const from = arena.put(source.values)
        const into = arena.allocate(widthPx * heightPx * 4)
        wasm.resizePlane(from, source.widthPx, source.heightPx, into, widthPx, heightPx)
        return arena.floats(into, widthPx, heightPx)
      }),
    resizeMask: (source, widthPx, heightPx) =>
      arena.use(() => {
        const from = arena.put(source.values)
        const into = arena.allocate(widthPx * heightPx * 4)
        wasm.resizeMask(from, source.widthPx, source.heightPx, into, widthPx, heightPx)
        return arena.floats(into, widthPx, heightPx)
      }),
  }
}
