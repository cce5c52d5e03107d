import { rasterSource } from '../../pixels/pixels.ts'
import type { Raster } from '../../pixels/raster.ts'
import type { Network } from '../models.ts'
import { lookAgain, placeOfFace } from '../portrait/second-look.ts'
import type { DetectedFace, DetectFaces, ToolEnvironment } from '../tool.ts'
import type { PhotoAndCopy } from '../upright-crop.ts'
import { type FacePoints, facePointsOf, type Point } from './face-points.ts'
import { steadyAngle } from './steady.ts'

/** A face with its own frame: `across` from its right to its left, `down` from brow to chin. */
export interface FoundFace {
  readonly points: FacePoints
  readonly widthPx: number
  readonly across: Point
  readonly down: Point
  /** How far the head is turned: 1 towards the picture, 0 in profile. */
  readonly frontal: number
  /** Whether it is so far out of focus behind others that its features would be made up. */
  readonly isBlurred?: boolean
}

/** A face in a copy of its picture that is so many times as large. */
export const scaledFace = (face: FoundFace, scale: number): FoundFace => ({
  ...face,
  widthPx: face.widthPx * scale,
  points: {
    ...face.points,
    points: face.points.points.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
    depths: face.points.depths.map((depth) => depth * scale),
  },
})

const DETECTED_PX = 1024
const SCORE = 0.5
const PRESENT = 0.8
/**
 * A weaker one, of a head that leans or is half covered, must be found again in an upright crop so many
 * face sizes wide, and its points be surer.
 */
const WEAK = { score: 0.35, again: 0.6, side: 2.2, present: 0.95 }
const FACES_MAX = 16
const SIDES = { right: 234, left: 454, nose: 4 } as const

/**
 * The faces of a picture, in its pixels.
 * @param most as many are looked at, the largest first
 */
export async function findFaces(
  env: ToolEnvironment,
  picture: Raster,
  detect: DetectFaces,
  network: Network,
  most = FACES_MAX,
): Promise<readonly FoundFace[]> {
  const scale = Math.min(1, DETECTED_PX / Math.max(picture.widthPx, picture.heightPx))
  const [width, height] = [picture.widthPx, picture.heightPx].map((px) =>
    Math.max(1, Math.round(px * scale)),
  )
  const small = scale < 1 ? env.kernels.resizeArea(picture, width ?? 1, height ?? 1) : picture
  const detected = (await detect(small))
    .filter(({ score }) => score >= WEAK.score)
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, most)
  const photo = { source: rasterSource(picture), overview: picture }
  const faces: FoundFace[] = []
  for (const box of detected) {
    const face = await (box.score >= SCORE
      ? faceIn(env, photo, box, network)
      : weakFaceIn(env, photo, box, { detect, network }))
    if (face !== null) faces.push(face)
  }
  return faces
}

async function weakFaceIn(
  env: ToolEnvironment,
  photo: PhotoAndCopy,
  box: DetectedFace,
  { detect, network }: { readonly detect: DetectFaces; readonly network: Network },
): Promise<FoundFace | null> {
  const place = placeOfFace(box, photo.source)
  const { score } = await lookAgain(env, photo, place, WEAK.side, detect)
  if (score < WEAK.again) return null
  const points = await facePointsOf(env, photo, box, network)
  return points.presence >= WEAK.present ? framed(points) : null
}

/** The box of a blurred face is often too large: where none is seen, its middle is looked at once more. */
const CLOSER = 0.7
/** The points of a profile that is found only there are a guess. */
const FRONTAL_MIN = 0.15

async function faceIn(
  env: ToolEnvironment,
  photo: PhotoAndCopy,
  box: DetectedFace,
  network: Network,
): Promise<FoundFace | null> {
  const points = await facePointsOf(env, photo, box, network)
  if (points.presence >= PRESENT) return framed(points)
  const closer = await facePointsOf(env, photo, scaledBox(box, CLOSER), network)
  if (closer.presence < PRESENT) return null
  const face = framed(closer)
  return face.frontal < FRONTAL_MIN ? null : face
}

/** A box of the same middle. */
const scaledBox = (face: DetectedFace, scale: number): DetectedFace => ({
  ...face,
  x: face.x + (face.width * (1 - scale)) / 2,
  y: face.y + (face.height * (1 - scale)) / 2,
  width: face.width * scale,
  height: face.height * scale,
})

function framed(points: FacePoints): FoundFace {
  const at = (index: number): Point => points.points[index] ?? { x: 0, y: 0 }
  const [right, left, nose] = [at(SIDES.right), at(SIDES.left), at(SIDES.nose)]
  const [eyeR, eyeL] = [at(33), at(263)]
  const angle = steadyAngle(Math.atan2(eyeL.y - eyeR.y, eyeL.x - eyeR.x))
  const across = { x: Math.cos(angle), y: Math.sin(angle) }
  const along = (p: Point) => p.x * across.x + p.y * across.y
  const [one, other] = [along(nose) - along(right), along(left) - along(nose)]
  return {
    points,
    widthPx: Math.hypot(left.x - right.x, left.y - right.y),
    across,
    down: { x: -across.y, y: across.x },
    frontal: Math.max(0, Math.min(one, other)) / Math.max(1e-6, one, other),
  }
}
