import { createRaster } from '../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../pixels/raster.ts'
import type { Address, Arena } from './arena.ts'
import type { PixelPlaces } from './picture-parts.ts'

/**
 * What each value of each channel adds to a pixel's new colour, an RGB triple 0..255 (below and
 * above too, as parts of a sum): the triple of channel `c` (0 is red) and value `v` stands at
 * `(c * 256 + v) * 3`. Any tone curves with a matrix behind them are such a table.
 */
export interface ColourTables {
  readonly values: Float32Array<ArrayBuffer>
}

/** Colours along an edge of an {@link AdjustPass} cube. */
export const CUBE_SIDE = 33

/** Texels along a side of its grain, which repeats. */
export const GRAIN_SIDE = 256

/** How light it is around a place with luma `y`: `follow * y + level`, from small planes. */
export interface Surroundings {
  readonly follow: FloatPlane
  readonly level: FloatPlane
}

/** Haze before a picture: of the light behind it exp(-depth) is seen, the rest is the air's. */
export interface Veil {
  /** Light of the air, 0..1. */
  readonly air: readonly [red: number, green: number, blue: number]
  /**
   * Optical depth `start + stepX * x + stepY * y + bendY * y * y` at each pixel, 0 where that is below,
   * and 1.6 at most.
   */
  readonly depth: Readonly<Record<'start' | 'stepX' | 'stepY' | 'bendY', number>>
}

/** Steps of the light around a place, 0..1, that a {@link RelightPass} knows. */
export const LIGHT_STEPS = 256

/** What is done to a photo's pixels in one pass: its colours first, then its light. */
export interface RelightPass {
  readonly tables: ColourTables
  /** Of the photo under the tables. */
  readonly surroundings: Surroundings
  /** Where pixels lie in the planes of the surroundings, in their pixels. */
  readonly around: PixelPlaces
  /** `LIGHT_STEPS + 1` values: what a pixel is multiplied by, by how light it is around it. */
  readonly gains: Float32Array<ArrayBuffer>
  /** Detail of this luma, of 1, is taken for noise where the gain is 2; 0 for none. */
  readonly noise: number
  /** The luma, of 1, that becomes white; what lies above 0.8 is bent under it. 1 bends nothing. */
  readonly most: number
  /** How much of a pixel's difference to its surroundings is added once more in the middle tones; 0 for none. */
  readonly clarity: number
  /** How much more chroma colours have that are a third full, paler and fuller ones less; 0 for none. */
  readonly vibrance: number
  /** The share of that which colours of skin's hue do without, 0..1. */
  readonly skinKept: number
}

/** All that is done to a photo's pixels in one pass, in this order. */
export interface AdjustPass {
  readonly surroundings: Surroundings
  /** Where pixels lie in the planes of the surroundings, in their pixels. */
  readonly around: PixelPlaces
  /** How much of a pixel's difference to its surroundings is added once more; 0 for none. */
  readonly clarity: number
  /** What is added to a gain of 1 where it is dark, or light, around; black and white stay. */
  readonly shadows: number
  readonly highlights: number
  /** `CUBE_SIDE ** 3` quads of what each colour becomes, 0..1; blue is the fastest, then green. */
  readonly cube: Float32Array<ArrayBuffer>
  /** Where pixels lie in the frame, -1 to 1 from edge to edge. */
  readonly frame: PixelPlaces
  /** What the corners lose, 0..1. */
  readonly vignette: number
  /** `GRAIN_SIDE ** 2` values of unit variance. */
  readonly grainTexels: Float32Array<ArrayBuffer>
  /** Where pixels lie in the grain, in texels. */
  readonly grainAt: PixelPlaces
  /** Standard deviation of the grain in the middle tones, of 1. */
  readonly grain: number
}

/** A photo's colours and its light, changed pixel by pixel. */
export interface LightKernels {
  /**
   * Adds up what the tables say of a pixel's red, green and blue; rounds, clamps, keeps alpha.
   * @param into takes the result, new pixels where it is not given; may be `source`, for then no
   * fresh memory need be touched, which on large photos takes longer than the sums
   */
  colourTables(source: Raster, tables: ColourTables, into?: Raster): Raster
  /**
   * {@link colourTables}, then the light around each place given anew: shadows come up with their
   * colours, nothing clips by it. Colours that reach beyond white lose what does not fit.
   * @param into as of {@link colourTables}
   */
  relight(source: Raster, pass: RelightPass, into?: Raster): Raster
  /**
   * The picture without a veil; what is lighter than its air stays, and alpha.
   * @param into as of {@link colourTables}
   */
  unveil(source: Raster, veil: Veil, into?: Raster): Raster
  /** A photo's adjustments. @param into takes the result, new pixels where it is not given */
  adjust(source: Raster, pass: AdjustPass, into?: Raster): Raster
}

export interface LightExports {
  colourTables(pixels: Address, count: number, tables: Address): void
  adjust(
    pixels: Address,
    w: number,
    h: number,
    cube: Address,
    follow: Address,
    level: Address,
    aroundW: number,
    aroundH: number,
    texels: Address,
    plan: Address,
  ): void
  relight(
    pixels: Address,
    w: number,
    h: number,
    tables: Address,
    follow: Address,
    level: Address,
    aroundW: number,
    aroundH: number,
    gains: Address,
    plan: Address,
  ): void
  unveil(pixels: Address, w: number, h: number, plan: Address): void
}

export const lightExports = [
  'colourTables',
  'adjust',
  'relight',
  'unveil',
] as const satisfies readonly (keyof LightExports)[]

/** The kernels that change a photo's colours and its light. */
export function lightKernels(wasm: LightExports, arena: Arena): LightKernels {
  return {
    colourTables: (source, tables, into = createRaster(source.widthPx, source.heightPx)) =>
      arena.use(() => {
        const pixels = arena.put(source.rgba)
        wasm.colourTables(pixels, source.widthPx * source.heightPx, arena.put(tables.values))
        return arena.raster(pixels, into)
      }),
    relight: (source, pass, into = createRaster(source.widthPx, source.heightPx)) =>
      arena.use(() => {
        const pixels = arena.put(source.rgba)
        relight(wasm, arena, pixels, source, pass)
        return arena.raster(pixels, into)
      }),
    unveil: (source, { air, depth }, into = createRaster(source.widthPx, source.heightPx)) =>
      arena.use(() => {
        const pixels = arena.put(source.rgba)
        const plan = Float32Array.from([...air, depth.start, depth.stepX, depth.stepY, depth.bendY])
        wasm.unveil(pixels, source.widthPx, source.heightPx, arena.put(plan))
        return arena.raster(pixels, into)
      }),
    adjust: (source, pass, into = createRaster(source.widthPx, source.heightPx)) =>
      arena.use(() => {
        const pixels = arena.put(source.rgba)
        adjust(wasm, arena, pixels, source, pass)
        return arena.raster(pixels, into)
      }),
  }
}

function adjust(
  wasm: LightExports,
  arena: Arena,
  pixels: Address,
  { widthPx, heightPx }: Raster,
  pass: AdjustPass,
): void {
  const { follow, level } = pass.surroundings
  const local = pass.clarity !== 0 || pass.shadows !== 0 || pass.highlights !== 0
  const places = [pass.around, pass.frame, pass.grainAt].flatMap(({ x, y }) =>
    [x, y].flatMap(({ start, step }) => [start, step]),
  )
  const strengths = [pass.clarity, pass.shadows, pass.highlights, pass.vignette, pass.grain]
  wasm.adjust(
    pixels,
    widthPx,
    heightPx,
    arena.put(pass.cube),
    arena.put(follow.values),
    arena.put(level.values),
    local ? follow.widthPx : 0,
    follow.heightPx,
    arena.put(pass.grainTexels),
    arena.put(Float32Array.from([...places, ...strengths])),
  )
}

function relight(
  wasm: LightExports,
  arena: Arena,
  pixels: Address,
  { widthPx, heightPx }: Raster,
  { tables, surroundings, around: { x, y }, gains, ...pass }: RelightPass,
): void {
  const { follow, level } = surroundings
  const { noise, most, clarity, vibrance, skinKept } = pass
  const plan = [x.start, x.step, y.start, y.step, noise, most, clarity, vibrance, skinKept]
  wasm.relight(
    pixels,
    widthPx,
    heightPx,
    arena.put(tables.values),
    arena.put(follow.values),
    arena.put(level.values),
    follow.widthPx,
    follow.heightPx,
    arena.put(gains),
    arena.put(Float32Array.from(plan)),
  )
}
