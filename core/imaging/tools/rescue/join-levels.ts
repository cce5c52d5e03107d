import type { Correction, PatchesAt } from '../../../kernels/patches.ts'
import type { Raster } from '../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { areaOf, halved } from './hole-levels.ts'

/** Pixels times rounds of a correction between two looks at whether the job was cancelled, about 15 ns each. */
const RELAXED_MOST = 4_000_000
/** A correction is found at so much smaller a size first. */
const SMALLER = 4
/** Rounds after the correction of a smaller size was taken over. */
const ROUNDS_ON = 8

/**
 * As the kernel's `joinPatches`; in a large hole the correction is found at a quarter of the size
 * first, so that it reaches far, and bettered in few rounds, the host given a turn between them.
 */
export async function joinedPatches(
  env: ToolEnvironment,
  at: PatchesAt,
  rounds: number,
): Promise<Raster> {
  const { known, left } = await begun(env, at, rounds)
  const joined = env.kernels.joinPatches(at, left, known)
  await env.checkpoint()
  return joined
}

/** A correction up to its last rounds, which are few enough to be done at once. */
async function begun(
  env: ToolEnvironment,
  at: PatchesAt,
  rounds: number,
): Promise<{ readonly known?: Correction; readonly left: number }> {
  const most = Math.max(1, Math.floor(RELAXED_MOST / Math.max(1, areaOf(at.hole))))
  if (rounds <= most) return { left: rounds }
  const small = await smallerPatches(env, at)
  await env.checkpoint()
  const before = await begun(env, small, rounds)
  let known = env.kernels.joinPatchesOn(small, before.left, before.known).correction
  await env.checkpoint()
  let left = Math.min(rounds, ROUNDS_ON)
  for (; left > most; left -= most) {
    known = env.kernels.joinPatchesOn(at, most, known).correction
    await env.checkpoint()
  }
  return { known, left }
}

/** The same place at a quarter of the size. */
async function smallerPatches(env: ToolEnvironment, at: PatchesAt): Promise<PatchesAt> {
  const { picture, hole } = await halved(env, await halved(env, at))
  const { widthPx, heightPx } = picture
  const found = new Int32Array(widthPx * heightPx).fill(-1)
  const across = at.picture.widthPx
  for (let y = 0; y < heightPx; y++) {
    const v = Math.min(at.picture.heightPx - 1, y * SMALLER + SMALLER / 2)
    for (let x = 0; x < widthPx; x++) {
      const u = Math.min(across - 1, x * SMALLER + SMALLER / 2)
      const source = at.found[v * across + u] ?? -1
      if (source < 0) continue
      const fromX = x + Math.round(((source % across) - u) / SMALLER)
      const fromY = y + Math.round((Math.floor(source / across) - v) / SMALLER)
      if (fromX < 0 || fromY < 0 || fromX >= widthPx || fromY >= heightPx) continue
      const from = fromY * widthPx + fromX
      if (hole.values[from] === 0) found[y * widthPx + x] = from
    }
  }
  return { picture, hole, found }
}
