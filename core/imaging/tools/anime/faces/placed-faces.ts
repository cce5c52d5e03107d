import type { Paint } from '../../../../kernels/paint.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import { type DrawnFace, FaceDrawing } from './draw-faces.ts'
import { FaceWarp } from './warp/face-warp.ts'
import { type WarpedBox, warpedBoxes } from './warp/warped-paint.ts'

/** Faces as they are drawn over paint in the proportions that are asked for, whatever the paint. */
export interface PlacedFaces {
  readonly warp: FaceWarp
  readonly features: FaceDrawing
  readonly boxes: readonly WarpedBox[]
}

/**
 * Places faces in a picture and in its paint.
 * @param picture in which faces were found
 * @param proportions 0 the faces' own to 1 those of an animated film
 * @param scale of the photo against the picture
 */
export function placedIn(
  picture: Pick<Raster, 'widthPx' | 'heightPx'>,
  faces: readonly DrawnFace[],
  proportions: number,
  paint: Pick<Paint, 'widthPx' | 'heightPx'>,
  scale: number,
): PlacedFaces {
  const found = faces.filter(({ isSmall }) => !isSmall).map(({ face }) => face)
  const warp = new FaceWarp(picture, found, proportions)
  return {
    warp,
    features: new FaceDrawing(faces, warp, scale),
    boxes: warpedBoxes(paint, warp, paint.widthPx / picture.widthPx),
  }
}
