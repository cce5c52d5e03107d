import type { Plane, Raster } from '../../pixels/raster.ts'
import type { Point } from './face-points.ts'

/** From this on, of 255, a place is somebody's. */
const SOMEBODY = 128

/**
 * What a mask says of a point of its picture, 0 to 255; one beyond the picture goes by the nearest place in it.
 * @param mask at a size of its own
 */
export function maskValueIn(
  { widthPx, heightPx, values }: Plane,
  picture: Pick<Raster, 'widthPx'>,
): (point: Point) => number {
  const scale = widthPx / picture.widthPx
  return ({ x, y }) => {
    const column = Math.min(widthPx - 1, Math.max(0, Math.floor(x * scale)))
    const row = Math.min(heightPx - 1, Math.max(0, Math.floor(y * scale)))
    return values[row * widthPx + column] ?? 0
  }
}

/**
 * Whether a point of a picture is somebody's.
 * @param mask where people are, 0 to 255, at a size of its own
 */
export function somebodysIn(
  mask: Plane,
  picture: Pick<Raster, 'widthPx'>,
): (point: Point) => boolean {
  const maskAt = maskValueIn(mask, picture)
  return (point) => maskAt(point) >= SOMEBODY
}
