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
  const rowOf = (row: number) =>
    stretched(said.subarray(row * SIDE_PX, (row + 1) * SIDE_PX), columns)
  // Several rows of the mask lie between the same two of the network's.
  let [top, bottom] = [0, 0]
  let upper = rowOf(0)
  let lower = upper
  for (let y = 0; y < heightPx; y++) {
    const [low, high] = [rows.low[y] as number, rows.high[y] as number]
    if (low !== top) upper = low === bottom ? lower : rowOf(low)
    if (high !== bottom) lower = rowOf(high)
    top = low
    bottom = high
    writeBetween(upper, lower, rows.share[y] as number, values, y * widthPx)
  }
}

/** Writes a row of a mask between two rows. @param down how near it lies to the lower one, 0..1 */
function writeBetween(
  upper: Float64Array,
  lower: Float64Array,
  down: number,
  into: Uint8ClampedArray,
  from: number,
): void {
  for (let x = 0; x < upper.length; x++) {
    const above = upper[x] as number
    into[from + x] = 255 * (above + ((lower[x] as number) - above) * down)
  }
}

/** A row of what the network says, as wide as the mask. */
function stretched(row: Float32Array, { low, high, share }: Places): Float64Array {
  const values = new Float64Array(share.length)
  for (let x = 0; x < values.length; x++) {
    const left = row[low[x] as number] as number
    values[x] = left + ((row[high[x] as number] as number) - left) * (share[x] as number)
  }
  return values
}

/** Of each pixel of a side the two of the network's between which it lies, and the share of the second. */
interface Places {
  readonly low: Int32Array
  readonly high: Int32Array
  readonly share: Float64Array
}

/** For each pixel of a side the two of the network's between whose middles its own lies. */
function placesAlong(lengthPx: number): Places {
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
