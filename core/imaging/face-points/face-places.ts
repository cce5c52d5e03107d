import type { Box } from '../../pixels/pixels.ts'
import { type Point, pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'

/** Where each pixel of a face's planes lies, in face widths from under the nose. */
export interface FacePlaces {
  readonly across: Float32Array
  readonly down: Float32Array
  /** How far down the lower lids and the upper rims of the brows lie. */
  readonly lids: number
  readonly brows: number
}

/** The middle under a face's nose. */
export function underNose({ points }: FoundFace): Point {
  const nose = pointsOf(points, 'noseBase')
  return nose[nose.length >> 1] ?? { x: 0, y: 0 }
}

/** How far across and down a face a place lies from another, in face widths. */
export const placedFrom =
  ({ across, down, widthPx }: FoundFace, from: Point) =>
  (p: Point): { readonly u: number; readonly v: number } => {
    const [x, y] = [p.x - from.x, p.y - from.y]
    return {
      u: (x * across.x + y * across.y) / widthPx,
      v: (x * down.x + y * down.y) / widthPx,
    }
  }

export function placesOf(
  face: FoundFace,
  box: Box,
  { width, height }: { readonly width: number; readonly height: number },
): FacePlaces {
  const under = underNose(face)
  const placed = placedFrom(face, under)
  const [across, down] = [new Float32Array(width * height), new Float32Array(width * height)]
  for (let i = 0; i < across.length; i++) {
    // As `placed` has it, which would make a place for each pixel.
    const x = box.x + (((i % width) + 0.5) * box.width) / width - under.x
    const y = box.y + ((Math.floor(i / width) + 0.5) * box.height) / height - under.y
    across[i] = (x * face.across.x + y * face.across.y) / face.widthPx
    down[i] = (x * face.down.x + y * face.down.y) / face.widthPx
  }
  const heightOf = (...groups: Parameters<typeof pointsOf>[1][]) => {
    const points = groups.flatMap((group) => pointsOf(face.points, group))
    return points.reduce((sum, p) => sum + placed(p).v, 0) / points.length
  }
  return {
    across,
    down,
    lids: heightOf('rightLowerLid', 'leftLowerLid'),
    brows: heightOf('rightBrowTop', 'leftBrowTop'),
  }
}
