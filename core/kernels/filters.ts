import type { FloatPlane, Raster } from '../pixels/raster.ts'
import type { Address, Arena } from './arena.ts'

/** Pixels around a strip that a Gaussian needs to give the same result as on the whole. */
export const gaussianHaloPx = (sigmaPx: number): number => Math.ceil(sigmaPx * 3) + 1

/** Luma, and filters of whole pictures and planes. */
export interface FilterKernels {
  /** BT.601 luma of sRGB values, 0..1. */
  luma(source: Raster): FloatPlane
  /**
   * Gaussian; edges repeat, values are not clamped. From a sigma of 8 px three extended boxes stand
   * in for it, within a hundredth. Halo: `gaussianHaloPx(sigmaPx)`.
   */
  gaussian(source: FloatPlane, sigmaPx: number): FloatPlane
  /** Gaussian of all four channels on premultiplied colour. */
  gaussianRaster(source: Raster, sigmaPx: number): Raster
  /** Guided filter with a grey guide (He et al. 2013). Halo: `2 * radiusPx`. */
  guidedFilter(guide: FloatPlane, source: FloatPlane, radiusPx: number, epsilon: number): FloatPlane
  /**
   * Guided filter with a colour guide. Halo: `2 * radiusPx`.
   * @param epsilon regularisation on 0..1 values, about 1e-6 to 1e-2
   */
  guidedFilterColour(
    guide: Raster,
    source: FloatPlane,
    radiusPx: number,
    epsilon: number,
  ): FloatPlane
  /** Edge-preserving smoothing by domain transform, recursive form (Gastal & Oliveira 2011). */
  domainTransform(source: Raster, sigmaSpacePx: number, sigmaRange: number): Raster
  /** Colour dodge `base / (1 - blend)`, at most 1: the classic pencil look. */
  dodge(base: FloatPlane, blend: FloatPlane): FloatPlane
}

export interface FilterExports {
  luma(source: Address, target: Address, count: number): void
  gaussian(
    source: Address,
    target: Address,
    w: number,
    h: number,
    floatsPerPixel: number,
    sigma: number,
  ): void
  gaussianRaster(source: Address, target: Address, w: number, h: number, sigma: number): void
  guidedFilter(
    guide: Address,
    source: Address,
    target: Address,
    w: number,
    h: number,
    radius: number,
    epsilon: number,
  ): void
  guidedFilterColour(
    guide: Address,
    source: Address,
    target: Address,
    w: number,
    h: number,
    radius: number,
    epsilon: number,
  ): void
  domainTransform(
    source: Address,
    target: Address,
    w: number,
    h: number,
    sigmaSpace: number,
    sigmaRange: number,
  ): void
  dodge(base: Address, blend: Address, target: Address, count: number): void
}

export const filterExports = [
  'luma',
  'gaussian',
  'gaussianRaster',
  'guidedFilter',
  'guidedFilterColour',
  'domainTransform',
  'dodge',
] as const satisfies readonly (keyof FilterExports)[]

/** Under this a Gaussian changes nothing that 8 bits could show. */
export const SIGMA_PX_MIN = 0.05

/** The kernels that filter whole pictures and planes. */
export function filterKernels(wasm: FilterExports, arena: Arena): FilterKernels {
  return {
    luma: (source) =>
      arena.use(() => {
        const from = arena.put(source.rgba)
        const into = arena.allocate(source.rgba.byteLength)
        wasm.luma(from, into, source.widthPx * source.heightPx)
        return arena.floats(into, source.widthPx, source.heightPx)
      }),
    gaussian: (source, sigmaPx) =>
      sigmaPx < SIGMA_PX_MIN
        ? source
        : arena.overPlane(source, (from, into) =>
            wasm.gaussian(from, into, source.widthPx, source.heightPx, 1, sigmaPx),
          ),
    gaussianRaster: (source, sigmaPx) =>
      sigmaPx < SIGMA_PX_MIN
        ? source
        : arena.overRaster(source, (from, into) =>
            wasm.gaussianRaster(from, into, source.widthPx, source.heightPx, sigmaPx),
          ),
    guidedFilter: (guide, source, radiusPx, epsilon) =>
      arena.overPlane(source, (from, into) => {
        const { widthPx, heightPx } = source
        wasm.guidedFilter(arena.put(guide.values), from, into, widthPx, heightPx, radiusPx, epsilon)
      }),
    guidedFilterColour: (guide, source, radiusPx, epsilon) =>
      arena.overPlane(source, (from, into) => {
        const { widthPx, heightPx } = source
        const guideAt = arena.put(guide.rgba)
        wasm.guidedFilterColour(guideAt, from, into, widthPx, heightPx, radiusPx, epsilon)
      }),
    domainTransform: (source, sigmaSpacePx, sigmaRange) =>
      arena.overRaster(source, (from, into) => {
        const { widthPx, heightPx } = source
        wasm.domainTransform(from, into, widthPx, heightPx, sigmaSpacePx, sigmaRange)
      }),
    dodge: (base, blend) =>
      arena.overPlane(base, (from, into) =>
        wasm.dodge(from, arena.put(blend.values), into, base.values.length),
      ),
  }
}
