import { type Box, cropRaster } from '../../pixels/pixels.ts'
import type { Raster } from '../../pixels/raster.ts'
import type { DetectedFace, DetectFaces } from '../tool.ts'

/** Where no face is wider than this, of the longer side, there may be many that are too small to be seen at once. */
const SMALL = 0.045
/** Side of the squares that are then looked at, of the longer side, and how far they lie from each other. */
const SQUARE = { side: 1 / 3, step: 0.75 }
/** Faces whose middles are nearer than this, in their widths, are one. */
const SAME = 0.5

/** Of a crowd some may stand close: where so many are seen, or none is wider than this, others are behind. */
const CROWD = { faces: 3, widest: 0.08 }

/**
 * Looks at a group in parts: the detector sees no face as small as in it.
 * @param isCrowdToo whether small faces are looked for behind larger ones, too
 */
export const detectSmallToo =
  (detect: DetectFaces, isCrowdToo = false): DetectFaces =>
  async (picture) => {
    const found = [...(await detect(picture))]
    const longer = Math.max(picture.widthPx, picture.heightPx)
    const widest = Math.max(0, ...found.map(({ width }) => (width * picture.widthPx) / longer))
    const isCrowd = isCrowdToo && (found.length >= CROWD.faces || widest < CROWD.widest)
    if (widest === 0 || (widest > SMALL && !isCrowd)) return found
    for (const box of squaresOf(picture)) {
      for (const face of await detect(cropRaster(picture, box))) {
        const placed = placedIn(face, box, picture)
        if (!found.some((other) => areOne(placed, other))) found.push(placed)
      }
    }
    return found
  }

/** Squares that cover a picture and overlap. */
export function squaresOf({ widthPx, heightPx }: Raster): Box[] {
  const side = Math.round(Math.max(widthPx, heightPx) * SQUARE.side)
  const starts = (px: number) => {
    const own = Math.min(side, px)
    const count = Math.ceil((px - own) / (side * SQUARE.step)) + 1
    return Array.from({ length: count }, (_, k) =>
      count === 1 ? 0 : Math.round(((px - own) * k) / (count - 1)),
    )
  }
  const [width, height] = [Math.min(side, widthPx), Math.min(side, heightPx)]
  return starts(heightPx).flatMap((y) => starts(widthPx).map((x) => ({ x, y, width, height })))
}

/** A face of a part of a picture, in fractions of the whole. */
const placedIn = (face: DetectedFace, box: Box, { widthPx, heightPx }: Raster): DetectedFace => {
  const x = (share: number) => (box.x + share * box.width) / widthPx
  const y = (share: number) => (box.y + share * box.height) / heightPx
  return {
    x: x(face.x),
    y: y(face.y),
    width: (face.width * box.width) / widthPx,
    height: (face.height * box.height) / heightPx,
    score: face.score,
    keypoints: face.keypoints.map((p) => ({ x: x(p.x), y: y(p.y) })),
  }
}

function areOne(one: DetectedFace, other: DetectedFace): boolean {
  const across = Math.abs(one.x + one.width / 2 - other.x - other.width / 2)
  const down = Math.abs(one.y + one.height / 2 - other.y - other.height / 2)
  return (
    across < SAME * Math.max(one.width, other.width) &&
    down < SAME * Math.max(one.height, other.height)
  )
}
