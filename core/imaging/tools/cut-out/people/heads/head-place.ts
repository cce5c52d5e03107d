import type { FloatPlane } from '../../../../../pixels/raster.ts'
import type { FacePlace } from '../../../../portrait/second-look.ts'

/** The middle of a head and the longer side of its face's box, in pixels of the mask. */
export interface HeadPlace {
  readonly x: number
  readonly y: number
  readonly size: number
  /** Of the line between the eyes, radians. */
  readonly angle: number
}

/** A body hangs below its head: what lies below is nearer than what lies beside or above. */
const BELOW = 0.45
const ABOVE = 1.2

/** A face of the photo in pixels of a copy at a scale. */
export const headPlace = (face: FacePlace, scale: number): HeadPlace => ({
  x: face.centreX * scale,
  y: face.centreY * scale,
  size: face.sizePx * scale,
  angle: face.angle,
})

/** Tells pixels in the middle of a head. */
export function ofHeads(
  { widthPx }: FloatPlane,
  heads: readonly HeadPlace[],
): (at: number) => boolean {
  return (at) => {
    const x = at % widthPx
    const y = Math.floor(at / widthPx)
    return heads.some(
      (head) => Math.max(Math.abs(x - head.x), Math.abs(y - head.y)) < head.size / 2,
    )
  }
}

/** How far a place is from the head that it would hang from, in that head's sizes. */
export const headsAway = (heads: readonly HeadPlace[], x: number, y: number): number =>
  heads.reduce((least, head) => {
    const down = y - head.y
    const distance = Math.hypot(x - head.x, down * (down > 0 ? BELOW : ABOVE)) / head.size
    return Math.min(least, distance)
  }, Number.POSITIVE_INFINITY)
