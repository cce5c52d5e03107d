import { type Box, createFloatPlane } from '../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../pixels/raster.ts'
import type { InferenceSession } from '../tool.ts'
import { networkSquare } from './network-square.ts'

/** Side of what the network sees and says. */
const SIDE_PX = 256
/** Its logits run to hundreds, and nobody is -17: they are taken down so that doubt stays doubt. */
const SOFTNESS = 20

/** Gives the probability of one person's body in a square of a picture, 256 x 256. */
export type SegmentBody = (picture: Raster, square: Box) => Promise<FloatPlane>

/** MediaPipe's pose network, whose mask follows a whole body where a selfie's loses its limbs. */
export const segmentBodyBy =
  (session: InferenceSession): SegmentBody =>
  async (picture, square) => {
    const { values } = await session.run(
      networkSquare(picture, square, SIDE_PX, { from: 0, to: 1 }),
    )
    const mask = createFloatPlane(SIDE_PX, SIDE_PX)
    for (let at = 0; at < mask.values.length; at++) {
      mask.values[at] = 1 / (1 + Math.exp(-(values[at] ?? 0) / SOFTNESS))
    }
    return mask
  }
