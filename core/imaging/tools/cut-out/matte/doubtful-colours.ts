import { gaussianHaloPx } from '../../../../kernels/filters.ts'
import { createFloatPlane, planeRows, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { filterPlane } from '../../../../pixels/strips.ts'
import type { ToolEnvironment } from '../../../tool.ts'

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
  miss(misses.values, guess.values, agreed.values, open)
  for (let index = 0; index < open.length; index++) isOpen.values[open[index] as number] = 1
  const about = (plane: FloatPlane) =>
    filterPlane(env, plane, gaussianHaloPx(ABOUT_PX), ({ readTopPx, readHeightPx }) =>
      env.kernels.gaussian(planeRows(plane, readTopPx, readHeightPx), ABOUT_PX),
    )
  const [missed, weights] = [await about(misses), await about(isOpen)]
  doubt(confidence.values, missed.values, weights.values, open)
}

function miss(into: Float32Array, guess: Float32Array, agreed: Float32Array, open: Int32Array) {
  for (let index = 0; index < open.length; index++) {
    const at = open[index] as number
    into[at] = Math.abs((guess[at] as number) - (agreed[at] as number))
  }
}

function doubt(
  confidence: Float32Array,
  missed: Float32Array,
  weights: Float32Array,
  open: Int32Array,
): void {
  for (let index = 0; index < open.length; index++) {
    const at = open[index] as number
    const share = (missed[at] as number) / Math.max(1e-3, weights[at] as number)
    const belief = 1 - smoothstep(DOUBTED, DISBELIEVED, share)
    confidence[at] = (confidence[at] as number) * belief
  }
}
