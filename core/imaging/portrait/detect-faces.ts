import type { DetectedFace, DetectFaces, InferenceSession } from '../tool.ts'
import { type FoundFace, mergedFaces } from './merged-faces.ts'
import { networkSquare } from './network-square.ts'

/** Side of what the network sees, and of its grid of anchors, which all have the same size. */
const SIDE_PX = 192
const GRID = 48
const ANCHORS = GRID * GRID
/** A box's middle and size, and six points. */
const NUMBERS = 16
const POINTS_FROM = 4
/** The logits beyond which the calculator cuts. */
const LOGIT_MAX = 100

/** Lower than the face gate's own threshold, which decides: it wants to see near misses as well. */
const DETECTOR_CONFIDENCE = 0.3
/** From here on it is sure: whom it shows the customer is somebody. */
export const SURE_FACE = 0.75
/** From here on a blur behind somebody sharp is a face: no face looks less like one. */
export const BLURRED_FACE = 0.6

/**
 * MediaPipe's face detector, full range, by a runtime of any kind: the picture in the middle of a
 * black square, boxes about anchors, those of one face averaged (tensors_to_detections_calculator,
 * non_max_suppression_calculator, "weighted").
 */
export const detectFacesBy =
  (session: InferenceSession): DetectFaces =>
  async (picture) => {
    const { widthPx, heightPx } = picture
    const side = Math.max(widthPx, heightPx)
    const square = { x: (widthPx - side) / 2, y: (heightPx - side) / 2, width: side, height: side }
    const input = networkSquare(picture, square, SIDE_PX, { from: -1, to: 1 })
    const { values } = await session.run(input)
    const toPicture = {
      x: (share: number) => (square.x + share * side) / widthPx,
      y: (share: number) => (square.y + share * side) / heightPx,
    }
    const faces = mergedFaces(facesAt(values)).map(
      ({ left, top, right, bottom, points, score }) => {
        // Boxes come in whole pixels, cut off from single floats, as the task gives them.
        const wholeX = (share: number) => Math.trunc(Math.fround(share * widthPx)) / widthPx
        const wholeY = (share: number) => Math.trunc(Math.fround(share * heightPx)) / heightPx
        return {
          x: wholeX(toPicture.x(left)),
          y: wholeY(toPicture.y(top)),
          width: wholeX(((right - left) * side) / widthPx),
          height: wholeY(((bottom - top) * side) / heightPx),
          score,
          keypoints: points.map(({ x, y }) => ({ x: toPicture.x(x), y: toPicture.y(y) })),
        } satisfies DetectedFace
      },
    )
    // In a picture of a few pixels a face may be less than one: nobody can look at it again.
    return faces.filter(({ width, height }) => width > 0 && height > 0)
  }

/** What the network found, in fractions of its square: boxes first, then a logit for each anchor. */
function facesAt(values: Float32Array): readonly FoundFace[] {
  const found: FoundFace[] = []
  for (let anchor = 0; anchor < ANCHORS; anchor++) {
    const logit = values[ANCHORS * NUMBERS + anchor] as number
    const score = 1 / (1 + Math.exp(-Math.min(LOGIT_MAX, Math.max(-LOGIT_MAX, logit))))
    if (score < DETECTOR_CONFIDENCE) continue
    const anchorX = ((anchor % GRID) + 0.5) / GRID
    const anchorY = (Math.floor(anchor / GRID) + 0.5) / GRID
    const number = (index: number) => (values[anchor * NUMBERS + index] as number) / SIDE_PX
    const [x, y] = [number(0) + anchorX, number(1) + anchorY]
    const [halfWidth, halfHeight] = [number(2) / 2, number(3) / 2]
    const points = Array.from({ length: (NUMBERS - POINTS_FROM) / 2 }, (_, index) => ({
      x: number(POINTS_FROM + index * 2) + anchorX,
      y: number(POINTS_FROM + index * 2 + 1) + anchorY,
    }))
    found.push({
      left: x - halfWidth,
      top: y - halfHeight,
      right: x + halfWidth,
      bottom: y + halfHeight,
      points,
      score,
    })
  }
  return found
}
