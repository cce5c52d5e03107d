import { createPlane } from '../../pixels/pixels.ts'
import type { Plane } from '../../pixels/raster.ts'
import type { InferenceSession, SegmentPerson } from '../tool.ts'
import { networkSquare } from './network-square.ts'

/** Side of what the network sees and says. */
const SIDE_PX = 256

/**
 * MediaPipe's person mask by a runtime of any kind: the whole picture squeezed into a square, its
 * answer stretched to the picture's size (tensors_to_segmentation_calculator).
 */
export const segmentPersonBy =
  (session: InferenceSession): SegmentPerson =>
  async (picture) => {
    const { widthPx, heightPx } = picture
    const whole = { x: 0, y: 0, width: widthPx, height: heightPx }
    const { values } = await session.run(networkSquare(picture, whole, SIDE_PX, { from: 0, to: 1 }))
    const mask = createPlane(widthPx, heightPx)
    if (widthPx === SIDE_PX && heightPx === SIDE_PX) {
      for (let at = 0; at < mask.values.length; at++) mask.values[at] = 255 * (values[at] as number)
      return mask
    }
    enlarge(values, mask)
    return mask
  }

/** Draws what the network says, between the middles of its pixels. */
function enlarge(said: Float32Array, { widthPx, heightPx, values }: Plane): void {
  const columns = placesAlong(widthPx)
  const rows = placesAlong(heightPx)
  for (let y = 0; y < heightPx; y++) {
    const [top, bottom] = [(rows.low[y] as number) * SIDE_PX, (rows.high[y] as number) * SIDE_PX]
    const down = rows.share[y] as number
    for (let x = 0; x < widthPx; x++) {
      const low = columns.low[x] as number
      const high = columns.high[x] as number
      const share = columns.share[x] as number
      const upper = said[top + low] as number
      const lower = said[bottom + low] as number
      const above = upper + ((said[top + high] as number) - upper) * share
      const below = lower + ((said[bottom + high] as number) - lower) * share
      values[y * widthPx + x] = 255 * (above + (below - above) * down)
    }
  }
}

/** For each pixel of a side the two of the network's between whose middles its own lies. */
function placesAlong(lengthPx: number) {
  const [low, high] = [new Int32Array(lengthPx), new Int32Array(lengthPx)]
  const share = new Float64Array(lengthPx)
  for (let at = 0; at < lengthPx; at++) {
    const place = Math.min(SIDE_PX - 1, Math.max(0, ((at + 0.5) * SIDE_PX) / lengthPx - 0.5))
    const from = Math.floor(place)
    low[at] = from
    high[at] = Math.min(SIDE_PX - 1, from + 1)
    share[at] = place - from
  }
  return { low, high, share }
}
