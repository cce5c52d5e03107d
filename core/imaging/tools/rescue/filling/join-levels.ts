import type { Correction, PatchesAt } from '../../../../kernels/patches.ts'
import { createPlane } from '../../../../pixels/pixels.ts'
import type { Plane, Raster } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { areaOf, halved } from './hole-levels.ts'

/** Pixels times rounds of a correction between two looks at whether the job was cancelled, about 15 ns each. */
const RELAXED_MOST = 4_000_000
/** A correction is found at so much smaller a size first. */
const SMALLER = 4
/** Rounds after the correction of a smaller size was taken over. */
const ROUNDS_ON = 8
/** Pixels of a hole whose correction is bettered at once, about 0.2 us each with what is set up for them. */
const BAND_PX = 160_000
/** Rows that a band has in common with the one before: where they met is smoothed once more. */
const SHARED_ROWS = ROUNDS_ON

/**
 * As the kernel's `joinPatches`; in a large hole the correction is found at a quarter of the size
 * first, so that it reaches far, and bettered in few rounds, band by band, the host given a turn
 * after each.
 */
export async function joinedPatches(
  env: ToolEnvironment,
  at: PatchesAt,
  rounds: number,
): Promise<Raster> {
  const area = areaOf(at.hole)
  if (area * rounds <= RELAXED_MOST) {
    const joined = env.kernels.joinPatches(at, rounds)
    await env.checkpoint()
    return joined
  }
  const known = await smallerCorrection(env, at, rounds)
  if (area > BAND_PX) return await bettered(env, at, known)
  const joined = env.kernels.joinPatches(at, ROUNDS_ON, known)
  await env.checkpoint()
  return joined
}

/** The correction as it is found at a quarter of the size. */
async function smallerCorrection(
  env: ToolEnvironment,
  at: PatchesAt,
  rounds: number,
): Promise<Correction> {
  const small = await smallerPatches(env, at)
  await env.checkpoint()
  const isSmall = areaOf(small.hole) * rounds <= RELAXED_MOST
  const known = isSmall ? undefined : await smallerCorrection(env, small, rounds)
  const { correction } = env.kernels.joinPatchesOn(small, isSmall ? rounds : ROUNDS_ON, known)
  await env.checkpoint()
  return correction
}

/** A large hole joined with a correction of a smaller size, and that bettered in bands of rows. */
async function bettered(
  { kernels, checkpoint }: ToolEnvironment,
  at: PatchesAt,
  known: Correction,
): Promise<Raster> {
  let joined = kernels.joinPatches(at, 0, known)
  await checkpoint()
  for (const { from, to } of rowBands(at.hole)) {
    // What lies in other bands is a known neighbour: this one is made to meet it.
    joined = kernels.joinPatches(
      { ...at, picture: joined, hole: rowsOf(at.hole, from - SHARED_ROWS, to) },
      ROUNDS_ON,
      known,
    )
    await checkpoint()
  }
  return joined
}

/** Rows that hold about as much of a hole as is bettered at once. */
function rowBands({ values, widthPx, heightPx }: Plane) {
  const bands: { readonly from: number; readonly to: number }[] = []
  let [from, count] = [0, 0]
  for (let y = 0; y < heightPx; y++) {
    for (let i = y * widthPx; i < (y + 1) * widthPx; i++) if (values[i] !== 0) count++
    if (count < BAND_PX && y < heightPx - 1) continue
    bands.push({ from, to: y + 1 })
    ;[from, count] = [y + 1, 0]
  }
  return bands
}

/** A hole, of which no more is missing than in these rows. */
function rowsOf({ values, widthPx, heightPx }: Plane, from: number, to: number): Plane {
  const rows = createPlane(widthPx, heightPx)
  const [first, last] = [Math.max(0, from) * widthPx, to * widthPx]
  rows.values.set(values.subarray(first, last), first)
  return rows
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
