import { createRaster } from '../pixels/pixels.ts'
import type { Arena } from './arena.ts'
import type { Address, KernelExports } from './kernel-exports.ts'
import type { Kernels, PatchesAt } from './kernels.ts'

/** The kernels that fill holes of a picture with patches of it. */
export function patchKernels(
  wasm: KernelExports,
  arena: Arena,
): Pick<Kernels, 'matchPatches' | 'votePatches' | 'joinPatches'> {
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
