import { type Box, createPlane } from '../../../pixels/pixels.ts'
import type { Plane } from '../../../pixels/raster.ts'
import type { BrushPoint, BrushStroke } from '../../brush-strokes.ts'
import type { Corners, Size } from './corners.ts'
import { type Homography, homographyOf, placeIn, sheetPlaceOf, straightSize } from './homography.ts'

/** A round end of a stroke's piece on the sheet, px. */
export interface Dab {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** A piece of a stroke: all between two dabs. */
type Piece = readonly [from: Dab, to: Dab]

/** One stroke or several over a photo as they lie on its straightened sheet of one size. */
export interface SheetStrokes {
  readonly pieces: readonly Piece[]
}

/** Several strokes as one. */
export const united = (strokes: readonly SheetStrokes[]): SheetStrokes => ({
  pieces: strokes.flatMap(({ pieces }) => pieces),
})

/** The same strokes on the same sheet of another size. */
export const enlargedStrokes = ({ pieces }: SheetStrokes, from: Size, to: Size): SheetStrokes => {
  const [byX, byY] = [to.widthPx / from.widthPx, to.heightPx / from.heightPx]
  const large = ({ x, y, radius }: Dab): Dab => ({
    x: x * byX,
    y: y * byY,
    radius: radius * Math.sqrt(byX * byY),
  })
  return { pieces: pieces.map(([start, end]): Piece => [large(start), large(end)]) }
}

/** Of its path, px. */
export const lengthOf = ({ pieces }: SheetStrokes): number =>
  pieces.reduce((sum, [from, to]) => sum + Math.hypot(to.x - from.x, to.y - from.y), 0)

/** The least radius, px: what is painted is never nothing. */
const RADIUS_MIN = 1.3

/**
 * Lays a stroke over a photo on its sheet.
 * @param to from the sheet to the photo's pixels
 */
export function onSheet(
  { points, radius }: BrushStroke,
  to: Homography,
  photo: Size,
  sheet: Size,
): SheetStrokes {
  const longSide = longSideOf(photo)
  const dabs = points.map((point): Dab => {
    const place = sheetPlaceOf(to, point.x * photo.widthPx, point.y * photo.heightPx)
    const enlarged = enlargementAt(point, to, photo, sheet)
    return {
      x: place.x * sheet.widthPx,
      y: place.y * sheet.heightPx,
      radius: Math.max(RADIUS_MIN, radius * longSide * enlarged),
    }
  })
  return { pieces: dabs.map((dab, at): Piece => [dabs[at - 1] ?? dab, dab]) }
}

/**
 * A stroke that was painted on the straightened sheet, as it lies over the photo; and back.
 * @param way where it is to lie
 */
export function strokeOn(
  way: 'photo' | 'sheet',
  stroke: BrushStroke,
  corners: Corners,
  photo: Size,
): BrushStroke {
  const to = homographyOf(corners, photo)
  const sheet = straightSize(corners, photo)
  const [photoLong, sheetLong] = [longSideOf(photo), longSideOf(sheet)]
  const [first = { x: 0, y: 0 }] = stroke.points
  if (way === 'sheet') {
    const enlarged = enlargementAt(first, to, photo, sheet)
    return {
      ...stroke,
      radius: (stroke.radius * photoLong * enlarged) / sheetLong,
      points: stroke.points.map(({ x, y }) =>
        sheetPlaceOf(to, x * photo.widthPx, y * photo.heightPx),
      ),
    }
  }
  const points = stroke.points.map(({ x, y }) => {
    const place = placeIn(to, x, y)
    return { x: place.x / photo.widthPx, y: place.y / photo.heightPx }
  })
  const enlarged = enlargementAt(points[0] ?? first, to, photo, sheet)
  return { ...stroke, points, radius: (stroke.radius * sheetLong) / enlarged / photoLong }
}

const longSideOf = ({ widthPx, heightPx }: Size) => Math.max(widthPx, heightPx)

/** How many pixels of the sheet one of the photo's is long, at a place in shares of the photo. */
function enlargementAt(at: BrushPoint, to: Homography, photo: Size, sheet: Size): number {
  const placeOf = (x: number, y: number) => {
    const place = sheetPlaceOf(to, x, y)
    return { x: place.x * sheet.widthPx, y: place.y * sheet.heightPx }
  }
  const [x, y] = [at.x * photo.widthPx, at.y * photo.heightPx]
  const [place, right, below] = [placeOf(x, y), placeOf(x + 1, y), placeOf(x, y + 1)]
  const area = (right.x - place.x) * (below.y - place.y) - (right.y - place.y) * (below.x - place.x)
  return Math.sqrt(Math.abs(area))
}

/** The box about some strokes within a sheet, with room; null where they lie outside of it. */
export function boxOf({ pieces }: SheetStrokes, sheet: Size, roomPx: number): Box | null {
  const ends = pieces.flat()
  const least = (of: (dab: Dab) => number) =>
    Math.max(0, Math.floor(Math.min(...ends.map((dab) => of(dab) - dab.radius))) - roomPx)
  const most = (of: (dab: Dab) => number, limit: number) =>
    Math.min(limit, Math.ceil(Math.max(...ends.map((dab) => of(dab) + dab.radius))) + roomPx)
  const [x, y] = [least((dab) => dab.x), least((dab) => dab.y)]
  const width = most((dab) => dab.x, sheet.widthPx) - x
  const height = most((dab) => dab.y, sheet.heightPx) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** What strokes cover of a box: 255, else 0. */
export function maskOf({ pieces }: SheetStrokes, box: Box): Plane {
  const mask = createPlane(box.width, box.height)
  for (const piece of pieces) markPiece(mask, box, piece)
  return mask
}

function markPiece({ values, widthPx }: Plane, box: Box, [from, to]: Piece): void {
  const reach = Math.max(from.radius, to.radius)
  const left = Math.max(box.x, Math.floor(Math.min(from.x, to.x) - reach))
  const right = Math.min(box.x + box.width, Math.ceil(Math.max(from.x, to.x) + reach))
  const top = Math.max(box.y, Math.floor(Math.min(from.y, to.y) - reach))
  const bottom = Math.min(box.y + box.height, Math.ceil(Math.max(from.y, to.y) + reach))
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const [px, py] = [x + 0.5 - from.x, y + 0.5 - from.y]
      const t = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length))
      const [offX, offY] = [px - dx * t, py - dy * t]
      const radius = from.radius + (to.radius - from.radius) * t
      if (offX * offX + offY * offY > radius * radius) continue
      values[(y - box.y) * widthPx + x - box.x] = 255
    }
  }
}
