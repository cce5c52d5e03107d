import type { FloatPlane, Plane, Raster } from '../pixels/raster.ts'
import type { Address, Arena } from './arena.ts'
import { SIGMA_PX_MIN } from './filters.ts'

/** What is known of a pixel of a trimap. */
export const trimapValue = { outside: 0, undecided: 1, inside: 2, unasked: 3 } as const

/** A piece of a picture, what is known of its pixels, and a matte to lean on where colours do not tell. */
export interface ColourMatteInput {
  readonly picture: Raster
  /** Values of `trimapValue`. */
  readonly trimap: Plane
  readonly prior: FloatPlane
  /** The piece's first row in the whole picture. */
  readonly originPx: number
}

/** What colours alone say of a matte. */
export interface ColourMatte {
  readonly alpha: FloatPlane
  /** 0 where inside and outside look alike, to 1 where one pair explains the pixel. */
  readonly confidence: FloatPlane
}

/** A picture at a size, and the matte that mixes its two layers. */
export interface MixedPicture {
  readonly widthPx: number
  readonly heightPx: number
  /** Straight RGBA. */
  readonly image: Uint8ClampedArray
  readonly matte: Float32Array<ArrayBuffer>
}

/** Mattes: what colours say of them, their edges moved and softened, and the layers that they mix. */
export interface MatteKernels {
  /**
   * For each undecided pixel of some rows the pair of inside and outside colours, met along rays,
   * that best explains it as a mixture (after Gastal & Oliveira 2010, shared sampling).
   * Halo: `reachPx`.
   * @param farCost what a pixel of distance to the samples costs, against a miss of 1
   */
  colourMatte(
    input: ColourMatteInput,
    rows: { readonly topPx: number; readonly heightPx: number },
    settings: { readonly reachPx: number; readonly farCost: number },
  ): ColourMatte
  /** Moves the matte's edge inwards (positive) or outwards (negative) by `distancePx`, subpixel. */
  choke(matte: Plane, distancePx: number): Plane
  /** Softens the matte's edge over `radiusPx`. */
  feather(matte: Plane, radiusPx: number): Plane
  /**
   * Brings two layers nearer to what a matte mixes, by Gauss-Seidel sweeps (Germer et al. 2020), in place.
   * @param layers red, green and blue of the inside, then of what lies behind, 0..1; larger ones begin with the picture's
   * @param runs of rows that are swept: row, first pixel and the one after the last of each
   */
  sweepLayers(
    layers: readonly Float32Array<ArrayBuffer>[],
    mixed: MixedPicture,
    runs: Int32Array<ArrayBuffer>,
    rounds: number,
  ): void
}

export interface MatteExports {
  colourMatte(
    picture: Address,
    trimap: Address,
    prior: Address,
    alpha: Address,
    confidence: Address,
    w: number,
    h: number,
    top: number,
    rows: number,
    origin: number,
    reach: number,
    farCost: number,
  ): void
  choke(source: Address, target: Address, w: number, h: number, distance: number): void
  feather(source: Address, target: Address, w: number, h: number, radius: number): void
  sweepLayers(
    layers: Address,
    planeBytes: number,
    image: Address,
    matte: Address,
    w: number,
    h: number,
    runs: Address,
    count: number,
    rounds: number,
  ): void
}

export const matteExports = [
  'colourMatte',
  'choke',
  'feather',
  'sweepLayers',
] as const satisfies readonly (keyof MatteExports)[]

/** The kernels for mattes. */
export function matteKernels(wasm: MatteExports, arena: Arena): MatteKernels {
  return {
    colourMatte: (input, rows, settings) =>
      arena.use(() => colourMatte(wasm, arena, input, rows, settings)),
    choke: (matte, distancePx) =>
      arena.overMatte(matte, (from, into) =>
        wasm.choke(from, into, matte.widthPx, matte.heightPx, distancePx),
      ),
    sweepLayers: (layers, { widthPx, heightPx, image, matte }, runs, rounds) =>
      arena.use(() => {
        const count = widthPx * heightPx
        const own = layers.map((plane) => plane.subarray(0, count))
        const planes = own.map((values) => arena.put(values))
        const [first = 0, second = first] = planes
        const from = [first, second - first, arena.put(image), arena.put(matte)] as const
        wasm.sweepLayers(...from, widthPx, heightPx, arena.put(runs), runs.length / 3, rounds)
        own.forEach((values, k) => {
          arena.floats(planes[k] ?? first, widthPx, heightPx, { widthPx, heightPx, values })
        })
      }),
    feather: (matte, radiusPx) =>
      radiusPx / 2 < SIGMA_PX_MIN
        ? matte
        : arena.overMatte(matte, (from, into) =>
            wasm.feather(from, into, matte.widthPx, matte.heightPx, radiusPx),
          ),
  }
}

function colourMatte(
  wasm: MatteExports,
  arena: Arena,
  { picture, trimap, prior, originPx }: ColourMatteInput,
  { topPx, heightPx }: { topPx: number; heightPx: number },
  { reachPx, farCost }: { reachPx: number; farCost: number },
): ColourMatte {
  const width = picture.widthPx
  const alpha = arena.allocate(width * heightPx * 4)
  const confidence = arena.allocate(width * heightPx * 4)
  wasm.colourMatte(
    arena.put(picture.rgba),
    arena.put(trimap.values),
    arena.put(prior.values),
    alpha,
    confidence,
    width,
    picture.heightPx,
    topPx,
    heightPx,
    originPx,
    reachPx,
    farCost,
  )
  return {
    alpha: arena.floats(alpha, width, heightPx),
    confidence: arena.floats(confidence, width, heightPx),
  }
}
