import type { Kernels } from '../../../../kernels/kernels.ts'
import { createFloatPlane } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { networkSquare } from '../../../portrait/network-square.ts'
import type { InferenceSession } from '../../../tool.ts'

/** Side of what the network sees and says. */
const SIDE_PX = 320

/** Gives how much each pixel belongs to what stands out in a picture, 320 x 320, 0..1. */
export type SegmentThings = (kernels: Kernels, picture: Raster) => Promise<FloatPlane>

/** U2-Net's small network by a runtime of any kind: the whole picture squeezed into its square. */
export const segmentThingsBy =
  (session: InferenceSession): SegmentThings =>
  async (kernels, picture) => {
    const squeezed = kernels.resizeArea(picture, SIDE_PX, SIDE_PX)
    const whole = { x: 0, y: 0, width: SIDE_PX, height: SIDE_PX }
    const { values } = await session.run(
      networkSquare(squeezed, whole, SIDE_PX, { from: 0, to: 1 }),
    )
    const map = createFloatPlane(SIDE_PX, SIDE_PX)
    map.values.set(values)
    return map
  }
