import { createPlane } from '../../pixels/pixels.ts'
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
    const columns = places(widthPx)
    const rows = places(heightPx)
    rows.forEach(({ low: top, high: bottom, share: down }, y) => {
      columns.forEach(({ low, high, share }, x) => {
        const above = mix(values, top * SIDE_PX + low, top * SIDE_PX + high, share)
        const below = mix(values, bottom * SIDE_PX + low, bottom * SIDE_PX + high, share)
        mask.values[y * widthPx + x] = 255 * (above + (below - above) * down)
      })
    })
    return mask
  }

const mix = (values: Float32Array, one: number, other: number, share: number): number => {
  const from = values[one] as number
  return from + ((values[other] as number) - from) * share
}

/** For each pixel of a side the two of the network's between whose middles its own lies. */
const places = (lengthPx: number) =>
  Array.from({ length: lengthPx }, (_, at) => {
    const place = Math.min(SIDE_PX - 1, Math.max(0, ((at + 0.5) * SIDE_PX) / lengthPx - 0.5))
    const low = Math.floor(place)
    return { low, high: Math.min(SIDE_PX - 1, low + 1), share: place - low }
  })
