import { type Box, cropRaster } from '../../pixels/pixels.ts'
import type { Plane, Raster } from '../../pixels/raster.ts'
import { meanPoint } from '../face-points/face-lines.ts'
import type { FoundFace } from '../face-points/find-faces.ts'
import { somebodysIn } from '../face-points/somebodys.ts'
import type { SegmentPerson, ToolEnvironment } from '../tool.ts'
import { squaresOf } from './detect-small-faces.ts'

/** A group has so many faces, and is left out of a mask that lacks more than this share of them. */
const GROUP = { faces: 4, leftOut: 0.5 }
/** Towards its edge a part knows less of who is cut off there: within this share of its sides it counts for less. */
const EDGE = 0.12

/**
 * Whether most of a picture's faces lie outside of the mask of people: a group as small as it is in a whole picture
 * is ground for the network.
 * @param mask where people are, 0 to 255, at a size of its own
 * @param faces in pixels of the picture
 */
export function isGroupLeftOut(
  mask: Plane,
  faces: readonly FoundFace[],
  picture: Pick<Raster, 'widthPx'>,
): boolean {
  const isSomebodys = somebodysIn(mask, picture)
  const lost = faces.filter((face) => !isSomebodys(meanPoint(face.points.points)))
  return faces.length >= GROUP.faces && lost.length > GROUP.leftOut * faces.length
}

/**
 * Looks for people once more in parts of a picture.
 * @param picture at the mask's size
 * @param mask where people are, 0 to 255
 * @returns the mask, with what is somebody's in any of the parts
 */
export async function withGroups(
  env: Pick<ToolEnvironment, 'checkpoint'>,
  segment: SegmentPerson,
  picture: Raster,
  mask: Plane,
): Promise<Plane> {
  const whole = { ...mask, values: mask.values.slice() }
  for (const box of squaresOf(picture)) {
    await env.checkpoint()
    join(whole, await segment(cropRaster(picture, box)), box)
  }
  return whole
}

/** Of two answers the surer one counts. */
function join(whole: Plane, part: Plane, { x, y, width, height }: Box): void {
  const { widthPx, heightPx, values } = whole
  const across = countsAlong(width, x, widthPx)
  const down = countsAlong(height, y, heightPx)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (y + row) * widthPx + x + column
      const counts = (across[column] as number) * (down[row] as number)
      const own = (part.values[row * width + column] as number) * counts
      if (own > (values[at] as number)) values[at] = own
    }
  }
}

/** How much each place along a part's side counts, 0..1: all at the picture's own edges. */
function countsAlong(lengthPx: number, from: number, wholePx: number): Float32Array {
  const edgePx = Math.max(1, EDGE * lengthPx)
  return Float32Array.from({ length: lengthPx }, (_, at) => {
    const before = from === 0 ? 1 : (at + 0.5) / edgePx
    const after = from + lengthPx >= wholePx ? 1 : (lengthPx - at - 0.5) / edgePx
    return Math.min(1, before, after)
  })
}
