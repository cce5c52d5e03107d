import type { PixelSource } from '../../pixels/pixels.ts'
import type { Raster } from '../../pixels/raster.ts'
import type { DetectedFace, DetectFaces, ToolEnvironment } from '../tool.ts'
import { type PhotoAndCopy, readUpright } from '../upright-crop.ts'

/** A face as it is found again in a crop; null where it is not. */
export interface SecondLook {
  readonly crop: Raster
  readonly again: DetectedFace | null
  readonly score: number
}

/** Where a face lies, in pixels of the photo. */
export interface FacePlace {
  readonly centreX: number
  readonly centreY: number
  /** Longer side of the face's box. */
  readonly sizePx: number
  /** Of the line between the eyes, radians; 0 where it is nearly level or not known. */
  readonly angle: number
}

type PhotoSize = Pick<PixelSource, 'widthPx' | 'heightPx'>

const LOOK_PX = 384
/** How far from the middle of the crop the face may be found again, as a fraction of its side. */
const LOOK_OFFSET = 0.15

/** Looks for a face once more in an upright, enlarged crop. @param side of the crop, in face sizes */
export async function lookAgain(
  { kernels, checkpoint }: ToolEnvironment,
  photo: PhotoAndCopy,
  place: FacePlace,
  side: number,
  detect: DetectFaces,
): Promise<SecondLook> {
  const crop = readUpright(kernels, photo, place, side, place.angle, LOOK_PX)
  const again = centralFace(await detect(crop))
  await checkpoint()
  return { crop, again, score: again?.score ?? 0 }
}

/** Where a detected face lies in a photo. */
export const placeOfFace = (face: DetectedFace, source: PhotoSize): FacePlace => ({
  centreX: (face.x + face.width / 2) * source.widthPx,
  centreY: (face.y + face.height / 2) * source.heightPx,
  sizePx: Math.max(face.width * source.widthPx, face.height * source.heightPx),
  angle: tiltOf(face, source),
})

/** Angle of the line between the eyes; a slight tilt is left as it is. */
function tiltOf({ keypoints }: DetectedFace, source: PhotoSize): number {
  const [right, left] = keypoints
  if (right === undefined || left === undefined) return 0
  const angle = Math.atan2(
    (left.y - right.y) * source.heightPx,
    (left.x - right.x) * source.widthPx,
  )
  return Math.abs(angle) > 0.2 && Math.abs(angle) < Math.PI / 2 ? angle : 0
}

function centralFace(faces: readonly DetectedFace[]): DetectedFace | null {
  const near = faces.filter(
    (face) =>
      Math.hypot(face.x + face.width / 2 - 0.5, face.y + face.height / 2 - 0.5) < LOOK_OFFSET,
  )
  return near.toSorted((a, b) => b.score - a.score)[0] ?? null
}
