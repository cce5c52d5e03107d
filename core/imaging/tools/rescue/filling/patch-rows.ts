import type { PatchesAt, PatchSearch } from '../../../../kernels/patches.ts'
import type { Plane } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'

/** Patches that are compared between two looks at whether the job was cancelled, about 50 ns each. */
const COMPARED_MOST = 1_500_000
/** Half the side of a patch, px: those that touch a hole lie so far about it. */
const PATCH_PX = 3
/** So many patches beside what lies about a place are handed on from neighbours. */
const HANDED_ON = 2

/**
 * As the kernel's `matchPatches`; a large hole is gone through in bands of rows, the host given a turn
 * after each. A small one is done at once.
 */
export async function matchedPatches(
  { kernels, checkpoint }: ToolEnvironment,
  at: PatchesAt,
  search: PatchSearch,
): Promise<Int32Array<ArrayBuffer>> {
  const each = HANDED_ON + Math.floor(Math.log2(search.reachPx)) + 1
  const isSmall = touchedIn(at.hole, 0, at.hole.heightPx) * each * search.sweeps <= COMPARED_MOST
  if (isSmall) {
    const found = kernels.matchPatches(at, search)
    await checkpoint()
    return found
  }
  const bands = bandsOf(at.hole, COMPARED_MOST / each)
  let found = new Int32Array(at.found)
  for (let sweep = 0; sweep < search.sweeps; sweep++) {
    const isBackFirst = sweep % 2 === 1
    for (const [number, rows] of (isBackFirst ? bands.toReversed() : bands).entries()) {
      const seed = search.seed + (sweep * bands.length + number) * 7919
      found = kernels.matchPatches(
        { ...at, found },
        { ...search, sweeps: 1, isBackFirst, rows, seed },
      )
      await checkpoint()
    }
  }
  return found
}

/** Rows that hold no more than so many patches that touch the hole, where one row does not. */
function bandsOf(hole: Plane, most: number): { readonly from: number; readonly to: number }[] {
  const bands: { from: number; to: number }[] = []
  let [from, count] = [0, 0]
  for (let y = 0; y < hole.heightPx; y++) {
    const own = touchedIn(hole, y, y + 1)
    if (count + own > most && count > 0) {
      bands.push({ from, to: y })
      from = y
      count = 0
    }
    count += own
  }
  bands.push({ from, to: hole.heightPx })
  return bands
}

/** About how many patches of these rows touch the hole. */
function touchedIn({ values, widthPx }: Plane, top: number, bottom: number): number {
  let count = 0
  for (let y = top; y < bottom; y++) {
    let own = 0
    for (let at = y * widthPx; at < (y + 1) * widthPx; at++) own += values[at] === 0 ? 0 : 1
    if (own > 0) count += own + 2 * PATCH_PX
  }
  return count
}
