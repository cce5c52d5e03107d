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

/** Mattes: what colours say of them, and their edges moved and softened. */
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
}

export const matteExports = [
  'colourMatte',
  'choke',
  'feather',
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
