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
  /** The sweeps begin with one back; else with one forth. */
  readonly isBackFirst?: boolean
  /** Rows whose patches are looked for, `to` not among them; all where none are named. */
  readonly rows?: { readonly from: number; readonly to: number }
}

/** What is added to each pixel that a hole is filled with, so that seams are not seen. */
export interface Correction {
  readonly widthPx: number
  readonly heightPx: number
  /** Of each pixel red, green, blue, in sixteenths of a level, and 1 where it is known. */
  readonly values: Int16Array<ArrayBuffer>
}

export interface Joined {
  readonly picture: Raster
  readonly correction: Correction
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
   * hidden by a correction that reaches about `rounds` pixels further than the one it begins with.
   * @param known a correction of the same place, of any size
   */
  joinPatches(at: PatchesAt, rounds: number, known?: Correction): Raster
  /** As `joinPatches`, with its correction, so that it can be gone on with. */
  joinPatchesOn(at: PatchesAt, rounds: number, known?: Correction): Joined
}

export interface PatchExports {
  matchPatches(
    picture: Address,
    hole: Address,
    found: Address,
    w: number,
    h: number,
    first: number,
    sweeps: number,
    reach: number,
    seed: number,
    top: number,
    bottom: number,
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
    known: Address,
    across: number,
    down: number,
    kept: Address,
  ): void
}

export const patchExports = [
  'matchPatches',
  'votePatches',
  'joinPatches',
] as const satisfies readonly (keyof PatchExports)[]

/** Numbers of a correction for each pixel. */
const CORRECTED = 4

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
  const joined = (
    { picture, hole, found }: PatchesAt,
    rounds: number,
    known: Correction | undefined,
    isKept: boolean,
  ): Joined =>
    arena.use(() => {
      const { widthPx, heightPx } = picture
      const from = arena.put(picture.rgba)
      const into = arena.allocate(picture.rgba.byteLength)
      const [holeAt, foundAt] = [arena.put(hole.values), arena.put(found)]
      const knownAt = known === undefined ? 0 : arena.put(known.values)
      const [across, down] = [known?.widthPx ?? 0, known?.heightPx ?? 0]
      const count = isKept ? widthPx * heightPx * CORRECTED : 0
      const kept = isKept ? arena.allocate(count * Int16Array.BYTES_PER_ELEMENT) : 0
      wasm.joinPatches(
        from,
        holeAt,
        foundAt,
        into,
        widthPx,
        heightPx,
        rounds,
        knownAt,
        across,
        down,
        kept,
      )
      return {
        picture: arena.raster(into, createRaster(widthPx, heightPx)),
        correction: { widthPx, heightPx, values: arena.shorts(kept, count) },
      }
    })
  return {
    matchPatches: (
      { picture, hole, found },
      { sweeps, reachPx, seed, isBackFirst = false, rows },
    ) =>
      arena.use(() => {
        const { widthPx, heightPx } = picture
        const into = arena.put(found)
        const [from, holeAt] = [arena.put(picture.rgba), arena.put(hole.values)]
        const { from: top, to: bottom } = rows ?? { from: 0, to: heightPx }
        const first = isBackFirst ? 1 : 0
        wasm.matchPatches(
          from,
          holeAt,
          into,
          widthPx,
          heightPx,
          first,
          sweeps,
          reachPx,
          seed,
          top,
          bottom,
        )
        return arena.integers(into, found.length)
      }),
    votePatches: (at) =>
      filled(at, (from, hole, found, into) =>
        wasm.votePatches(from, hole, found, into, at.picture.widthPx, at.picture.heightPx),
      ),
    joinPatches: (at, rounds, known) => joined(at, rounds, known, false).picture,
    joinPatchesOn: (at, rounds, known) => joined(at, rounds, known, true),
  }
}
