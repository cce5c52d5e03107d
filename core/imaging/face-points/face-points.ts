import type { Network } from '../models.ts'
import { planesOf } from '../picture-planes.ts'
import type { DetectedFace, ToolEnvironment } from '../tool.ts'
import { type PhotoAndCopy, readUpright } from '../upright-crop.ts'
import { type FacePointGroup, facePointGroups, refinedPoints } from './groups.ts'
import { steadyAngle, steadyBy } from './steady.ts'

/** A place in pixels of the photo. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Iris {
  readonly centre: Point
  readonly radiusPx: number
}

/** How likely hair grows on the parts of a face, 0..1. */
export interface BeardSeen {
  readonly moustache: number
  readonly chin: number
  readonly cheeks: number
}

/** How likely a face wears glasses of any kind, and how likely such glasses are dark, 0..1. */
export interface GlassesSeen {
  readonly any: number
  readonly dark: number
}

/** What the network of `face/points` finds of one face. */
export interface FacePoints {
  /** That there is a face at all, 0..1. */
  readonly presence: number
  /** 468 points of the mesh; lips and eyes as they were looked at once more. */
  readonly points: readonly Point[]
  /** How far each lies before (below 0) or behind the middle of the head, px. */
  readonly depths: readonly number[]
  readonly rightIris: Iris
  readonly leftIris: Iris
  readonly beard: BeardSeen
  readonly glasses: GlassesSeen
}

const CROP_PX = 192
/** Side of the square that is looked at, in sides of the face's box. */
const SIDES = 1.5
/** The second look stands upright by the points of the first. */
const LOOKS = 2
const MESH = 468
const EYE_CORNERS = { right: 33, left: 263 } as const

/** The points of a group, in its order. */
export const pointsOf = ({ points }: Pick<FacePoints, 'points'>, group: FacePointGroup): Point[] =>
  facePointGroups[group].map((index) => points[index] ?? { x: 0, y: 0 })

/** Where a face is looked for: a square in pixels of the photo, turned by `angle`. */
interface Square {
  readonly centreX: number
  readonly centreY: number
  readonly sizePx: number
  readonly angle: number
}

/**
 * The points of a face that a detector found.
 * @param photo the photo, and a small copy of it
 * @param network of the role `face/points`
 */
export async function facePointsOf(
  env: ToolEnvironment,
  photo: PhotoAndCopy,
  face: DetectedFace,
  { session }: Network,
): Promise<FacePoints> {
  let square = squareOfBox(face, photo.source)
  for (let look = 1; ; look++) {
    const { sizePx, angle } = square
    const crop = readUpright(env.kernels, photo, square, SIDES, angle, CROP_PX)
    const shape = [1, 3, CROP_PX, CROP_PX] as const
    const answer = await session.run({ shape, values: planesOf(crop) })
    const found = placed(answer.values, square, (sizePx * SIDES) / CROP_PX)
    await env.checkpoint()
    if (look === LOOKS) return found
    square = squareOfPoints(found.points)
  }
}

function squareOfBox(
  { x, y, width, height, keypoints }: DetectedFace,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): Square {
  const [right, left] = keypoints
  const angle =
    right === undefined || left === undefined
      ? 0
      : Math.atan2((left.y - right.y) * heightPx, (left.x - right.x) * widthPx)
  return {
    centreX: (x + width / 2) * widthPx,
    centreY: (y + height / 2) * heightPx,
    sizePx: Math.max(width * widthPx, height * heightPx),
    angle,
  }
}

function squareOfPoints(points: readonly Point[]): Square {
  const origin = { x: 0, y: 0 }
  const right = points[EYE_CORNERS.right] ?? origin
  const left = points[EYE_CORNERS.left] ?? origin
  const angle = Math.atan2(left.y - right.y, left.x - right.x)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const across = points.map(({ x, y }) => x * cos + y * sin)
  const down = points.map(({ x, y }) => y * cos - x * sin)
  const [fromX, toX] = [Math.min(...across), Math.max(...across)]
  const [fromY, toY] = [Math.min(...down), Math.max(...down)]
  const [middleX, middleY] = [(fromX + toX) / 2, (fromY + toY) / 2]
  const sizePx = Math.max(toX - fromX, toY - fromY)
  const steady = steadyBy(sizePx)
  return {
    centreX: steady(middleX * cos - middleY * sin),
    centreY: steady(middleX * sin + middleY * cos),
    sizePx: steady(sizePx),
    angle: steadyAngle(angle),
  }
}

/** Where each of the network's answers begins. */
const LIPS = MESH * 3
const RIGHT_EYE = LIPS + refinedPoints.lips.length * 2
const LEFT_EYE = RIGHT_EYE + refinedPoints.rightEye.length * 2
const RIGHT_IRIS = LEFT_EYE + refinedPoints.leftEye.length * 2
const IRIS_POINTS = 5
const LEFT_IRIS = RIGHT_IRIS + IRIS_POINTS * 2
const PRESENCE = LEFT_IRIS + IRIS_POINTS * 2
/** Of our own layers: moustache, chin, cheeks; glasses, dark ones. */
const BEARD = PRESENCE + 1
const GLASSES = BEARD + 3

/** The answer, taken from the crop to the photo. */
function placed(values: Float32Array, square: Square, scale: number): FacePoints {
  const { centreX, centreY, angle } = square
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
  const pointAt = (at: number): Point => {
    const x = (values[at] ?? 0) - CROP_PX / 2
    const y = (values[at + 1] ?? 0) - CROP_PX / 2
    return { x: centreX + x * cos - y * sin, y: centreY + x * sin + y * cos }
  }
  const points = Array.from({ length: MESH }, (_, index) => pointAt(index * 3))
  const refine = (indices: readonly number[], from: number) => {
    indices.forEach((index, at) => {
      points[index] = pointAt(from + at * 2)
    })
  }
  refine(refinedPoints.lips, LIPS)
  refine(refinedPoints.rightEye, RIGHT_EYE)
  refine(refinedPoints.leftEye, LEFT_EYE)
  const irisAt = (from: number): Iris => {
    const centre = pointAt(from)
    const rim = [1, 2, 3, 4].map((index) => pointAt(from + index * 2))
    const away = rim.map(({ x, y }) => Math.hypot(x - centre.x, y - centre.y))
    return { centre, radiusPx: away.reduce((a, b) => a + b, 0) / away.length }
  }
  const shareAt = (at: number) => 1 / (1 + Math.exp(-(values[at] ?? Number.NEGATIVE_INFINITY)))
  return {
    presence: shareAt(PRESENCE),
    points,
    depths: Array.from({ length: MESH }, (_, index) => (values[index * 3 + 2] ?? 0) * scale),
    rightIris: irisAt(RIGHT_IRIS),
    leftIris: irisAt(LEFT_IRIS),
    beard: { moustache: shareAt(BEARD), chin: shareAt(BEARD + 1), cheeks: shareAt(BEARD + 2) },
    glasses: { any: shareAt(GLASSES), dark: shareAt(GLASSES + 1) },
  }
}
