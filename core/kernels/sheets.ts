import { createRaster, isOpaque } from '../pixels/pixels.ts'
import type { Raster } from '../pixels/raster.ts'
import type { Address, Arena } from './arena.ts'
import type { PixelPlaces } from './picture-parts.ts'

/** What a pixel's column, its row and 1 are multiplied by. */
type Weights = readonly [column: number, row: number, one: number]

/** Where a pixel's middle lies in another picture, px from its first pixel's middle. */
export interface Projection {
  /** Both are divided by depth. */
  readonly across: Weights
  readonly down: Weights
  readonly depth: Weights
}

/** What light is multiplied by, at nodes spread over a picture: red, green and blue of each, in rows. */
export interface LightField {
  /** Nodes along each side, two at least. */
  readonly across: number
  readonly down: number
  readonly gains: Float32Array
}

/** Photographed sheets laid flat. */
export interface SheetKernels {
  /**
   * A picture seen through a projection, by Catmull and Rom's cubic, weighted by alpha: exactly its
   * own pixels where they lie on each other. Beyond the edges they repeat.
   */
  straighten(
    source: Raster,
    projection: Projection,
    size: { readonly widthPx: number; readonly heightPx: number },
  ): Raster
  /**
   * Multiplies light, straight between the field's nodes; what is lighter than white is clipped.
   * @param places of the pixels, in nodes
   * @param into takes the result, new pixels where it is not given
   */
  evenLight(source: Raster, field: LightField, places: PixelPlaces, into?: Raster): Raster
}

export interface SheetExports {
  straighten(
    pixels: Address,
    w: number,
    h: number,
    opaque: number,
    projection: Address,
    target: Address,
    toW: number,
    toH: number,
  ): void
  evenLight(
    pixels: Address,
    w: number,
    h: number,
    gains: Address,
    across: number,
    down: number,
    places: Address,
  ): void
}

export const sheetExports = [
  'straighten',
  'evenLight',
] as const satisfies readonly (keyof SheetExports)[]

/** The kernels that lay a photographed sheet flat. */
export const sheetKernels = (wasm: SheetExports, arena: Arena): SheetKernels => ({
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
