import { createRaster } from '../pixels/pixels.ts'
import type { Plane, Raster } from '../pixels/raster.ts'
import type { Address, Arena } from './arena.ts'

/** A picture with a hole, and where its patches were found. */
export interface PatchesAt {
  readonly picture: Raster
  /** Not 0 where the picture is to be filled. */
  readonly hole: Plane
  /** For each pixel the index of the one whose patch is like its own; -1 where none is known. */
  readonly found: Int32Array
}

export interface PatchSearch {
  /** Times that the picture is gone through, forth and back. */
  readonly sweeps: number
  /** How far about its place a patch is looked for, px. */
  readonly reachPx: number
  readonly seed: number
}

/** Holes of a picture filled with patches of it. */
export interface PatchKernels {
  /**
   * Looks, for each patch of 7 x 7 pixels that touches the hole, for one that does not and is like it
   * (PatchMatch, Barnes et al. 2009). The same seed finds the same.
   */
  matchPatches(at: PatchesAt, search: PatchSearch): Int32Array<ArrayBuffer>
  /** The picture, its hole as the patches over each pixel have it in the mean (Wexler et al. 2007). */
  votePatches(at: PatchesAt): Raster
  /**
   * The picture, its hole of whole pixels copied from where their patches were found; seams are
   * hidden by a correction that reaches about `rounds` pixels.
   */
  joinPatches(at: PatchesAt, rounds: number): Raster
}

export interface PatchExports {
  matchPatches(
    picture: Address,
    hole: Address,
    found: Address,
    w: number,
    h: number,
    sweeps: number,
    reach: number,
    seed: number,
  ): void
  votePatches(
    picture: Address,
    hole: Address,
    found: Address,
    target: Address,
    w: number,
    h: number,
  ): void
  joinPatches(
    picture: Address,
    hole: Address,
    found: Address,
    target: Address,
    w: number,
    h: number,
    rounds: number,
  ): void
}

export const patchExports = [
  'matchPatches',
  'votePatches',
  'joinPatches',
] as const satisfies readonly (keyof PatchExports)[]

/** The kernels that fill holes of a picture with patches of it. */
export function patchKernels(wasm: PatchExports, arena: Arena): PatchKernels {
  const filled = (
    { picture, hole, found }: PatchesAt,
    run: (from: Address, hole: Address, found: Address, into: Address) => void,
  ) =>
    arena.use(() => {
      const from = arena.put(picture.rgba)
      const into = arena.allocate(picture.rgba.byteLength)
      run(from, arena.put(hole.values), arena.put(found), into)
      return arena.raster(into, createRaster(picture.widthPx, picture.heightPx))
    })
  return {
    matchPatches: ({ picture, hole, found }, { sweeps, reachPx, seed }) =>
      arena.use(() => {
        const { widthPx, heightPx } = picture
        const into = arena.put(found)
        const [from, holeAt] = [arena.put(picture.rgba), arena.put(hole.values)]
        wasm.matchPatches(from, holeAt, into, widthPx, heightPx, sweeps, reachPx, seed)
        return arena.integers(into, found.length)
      }),
    votePatches: (at) =>
      filled(at, (from, hole, found, into) =>
        wasm.votePatches(from, hole, found, into, at.picture.widthPx, at.picture.heightPx),
      ),
    joinPatches: (at, rounds) =>
      filled(at, (from, hole, found, into) =>
        wasm.joinPatches(from, hole, found, into, at.picture.widthPx, at.picture.heightPx, rounds),
      ),
  }
}
