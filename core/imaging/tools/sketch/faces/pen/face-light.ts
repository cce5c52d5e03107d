import type { Kernels } from '../../../../../kernels/kernels.ts'
import { between4 } from '../../../../../pixels/between-pixels.ts'
import { type OkLab, toOkLab } from '../../../../../pixels/oklab.ts'
import { createFloatPlane, cropRaster } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import { boxAbout } from '../../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'

/** A face is looked at so many px across, so that what is told of it is told in any print alike. */
const LOOKED_PX = 220
/** A face that is turned aside is as high as one that is not: its width against that. */
const WIDTH_OF_HEIGHT = 0.76

/** A value of a place of a face. */
export type ValueAt = (p: Point) => number

/** Lightness of each place of a part of a face, and how red it is, OKLab. */
export interface FaceLight {
  readonly lightAt: ValueAt
  readonly redAt: ValueAt
}

/** How large a face is whichever way it is turned, as its width where it looks at us, px. */
export function sizeOf(face: FoundFace): number {
  const along = pointsOf(face.points, 'faceOval').map(
    ({ x, y }) => x * face.down.x + y * face.down.y,
  )
  return Math.max(face.widthPx, WIDTH_OF_HEIGHT * (Math.max(...along) - Math.min(...along)))
}

/**
 * The light of a part of a face, smooth between its pixels.
 * @param outline about what is looked at
 * @param smooth how far it is smoothed, in sizes of the face
 */
export function lightOf(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  outline: readonly Point[],
  smooth: number,
): FaceLight {
  const size = sizeOf(face)
  const box = boxAbout(outline, 0.1 * size, picture)
  if (box.width < 2 || box.height < 2) return { lightAt: () => 0.5, redAt: () => 0 }
  const scale = Math.min(1, LOOKED_PX / size)
  const [width, height] = [box.width, box.height].map((px) => Math.max(1, Math.round(px * scale)))
  const crop = cropRaster(picture, box)
  const small = scale < 1 ? kernels.resizeArea(crop, width ?? 1, height ?? 1) : crop
  const [light, red] = [small, small].map((of) => createFloatPlane(of.widthPx, of.heightPx)) as [
    FloatPlane,
    FloatPlane,
  ]
  const colour: OkLab = [0, 0, 0]
  const { rgba } = small
  for (let i = 0; i < light.values.length; i++) {
    toOkLab(rgba[i * 4] ?? 0, rgba[i * 4 + 1] ?? 0, rgba[i * 4 + 2] ?? 0, colour)
    light.values[i] = colour[0]
    red.values[i] = colour[1]
  }
  const sigma = Math.max(0.6, smooth * size * scale)
  const [across, down] = [small.widthPx / box.width, small.heightPx / box.height]
  const smoothly = (plane: FloatPlane): ValueAt => {
    const soft = kernels.gaussian(plane, sigma)
    return ({ x, y }) => between4(soft, (x - box.x) * across - 0.5, (y - box.y) * down - 0.5)
  }
  return { lightAt: smoothly(light), redAt: smoothly(red) }
}

/** The mean of what was measured; 0 of nothing. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
