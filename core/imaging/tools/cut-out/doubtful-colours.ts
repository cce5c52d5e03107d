import { gaussianHaloPx } from '../../../kernels/filters.ts'
import { createFloatPlane, planeRows, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { filterPlane } from '../../../pixels/strips.ts'
import type { ToolEnvironment } from '../../tool.ts'

/** How far about a pixel guesses are compared, px. */
const ABOUT_PX = 3
/** From this mean miss on guesses are doubted, and from the second not believed. */
const DOUBTED = 0.04
const DISBELIEVED = 0.2

/**
 * Lessens, in place, what colours count where pixels of like colour were guessed differently: a
 * dark doorway behind dark hair is no hair here and there.
 * @param guess what colours say of each pixel
 * @param agreed the guesses as pixels of like colour around agree on them
 * @param open the pixels that were guessed
 */
export async function doubtColours(
  env: ToolEnvironment,
  confidence: FloatPlane,
  guess: FloatPlane,
  agreed: FloatPlane,
  open: Int32Array,
): Promise<void> {
  const isOpen = createFloatPlane(guess.widthPx, guess.heightPx)
  const misses = createFloatPlane(guess.widthPx, guess.heightPx)
  for (const at of open) {
    isOpen.values[at] = 1
    misses.values[at] = Math.abs((guess.values[at] as number) - (agreed.values[at] as number))
  }
  const about = (plane: FloatPlane) =>
    filterPlane(env, plane, gaussianHaloPx(ABOUT_PX), ({ readTopPx, readHeightPx }) =>
      env.kernels.gaussian(planeRows(plane, readTopPx, readHeightPx), ABOUT_PX),
    )
  const [missed, weights] = [await about(misses), await about(isOpen)]
  for (const at of open) {
    const miss = (missed.values[at] as number) / Math.max(1e-3, weights.values[at] as number)
    const belief = 1 - smoothstep(DOUBTED, DISBELIEVED, miss)
    confidence.values[at] = (confidence.values[at] as number) * belief
  }
}
