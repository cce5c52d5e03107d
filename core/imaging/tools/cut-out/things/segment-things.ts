import type { Kernels } from '../../../../kernels/kernels.ts'
import { createFloatPlane } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { networkSquare } from '../../../portrait/network-square.ts'
import type { InferenceSession } from '../../../tool.ts'

/**
 * Gives how much each pixel belongs to what stands out in a picture, in a square, 0..1.
 * @param sidePx of the square, a multiple of 32
 */
export type SegmentThings = (
  kernels: Kernels,
  picture: Raster,
  sidePx: number,
) => Promise<FloatPlane>

/** U2-Net's small network by a runtime of any kind: the whole picture squeezed into its square. */
export const segmentThingsBy =
  (session: InferenceSession): SegmentThings =>
  async (kernels, picture, sidePx) => {
    const squeezed = kernels.resizeArea(picture, sidePx, sidePx)
    const whole = { x: 0, y: 0, width: sidePx, height: sidePx }
    const { values } = await session.run(networkSquare(squeezed, whole, sidePx, { from: 0, to: 1 }))
    const map = createFloatPlane(sidePx, sidePx)
    map.values.set(values)
    return map
  }
