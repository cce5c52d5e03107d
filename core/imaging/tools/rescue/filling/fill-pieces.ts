import type { JobContext } from '../../../../jobs.ts'
import { type Box, grownBox } from '../../../../pixels/pixels.ts'
import type { Plane } from '../../../../pixels/raster.ts'
import type { Size } from '../corners.ts'
import { boxOf, maskOf, type SheetStrokes, united } from '../sheet-strokes.ts'
import { depthOf } from './hole-levels.ts'

/** A part of a hole that is filled at once, and what is looked at for it. */
export interface FillPiece {
  readonly core: Box
  readonly around: Box
}

/** A hole with longer sides is cut, if it is thin. */
const WHOLE_PX = 320
/** Depth of a thin hole: a scratch, a line. */
const THIN_PX = 28
/** A stroke of which others cover more than this share lies beside them. */
const SIDE_BY_SIDE = 0.25
const TILE_PX = 256
/** At full size the edge of a hole may lie a little further out. */
const ROOM_PX = 2
/** What is looked at around a tile of a scratch, and around a thing: as much as it is large. */
const AROUND = { tile: 64, least: 48, most: 220 }

/**
 * Cuts what is to be filled: a scratch across the picture into pieces, a thing not at all, and a thing
 * from the scratches that touch it.
 * @param parts one for each stroke
 */
export async function piecesOf(
  job: Pick<JobContext, 'checkpoint'>,
  parts: readonly SheetStrokes[],
  picture: Size,
): Promise<readonly FillPiece[]> {
  const box = boxOf(united(parts), picture, ROOM_PX)
  if (box === null) return []
  if (!isLong(box)) return [wholePiece(box, picture)]
  const hole = maskOf(united(parts), box)
  await job.checkpoint()
  if (depthOf(hole) <= THIN_PX) return tilePieces(hole, box, picture)
  const scratches: SheetStrokes[] = []
  for (const part of parts) {
    await job.checkpoint()
    if (isScratch(part, parts, picture)) scratches.push(part)
  }
  const things = boxOf(united(parts.filter((part) => !scratches.includes(part))), picture, ROOM_PX)
  return [
    ...(things === null ? [] : [wholePiece(things, picture)]),
    ...scratches.flatMap((part) => {
      const about = boxOf(part, picture, ROOM_PX)
      return about === null ? [] : tilePieces(maskOf(part, about), about, picture)
    }),
  ]
}

const isLong = ({ width, height }: Box): boolean => Math.max(width, height) > WHOLE_PX

/** A long thin stroke by itself; not one of many side by side that scribble a thing over. */
function isScratch(part: SheetStrokes, all: readonly SheetStrokes[], picture: Size): boolean {
  const box = boxOf(part, picture, ROOM_PX)
  if (box === null || !isLong(box)) return false
  const own = maskOf(part, box)
  if (depthOf(own) > THIN_PX) return false
  const others = maskOf(united(all.filter((other) => other !== part)), box).values
  let [area, covered] = [0, 0]
  for (const [at, inside] of own.values.entries()) {
    if (inside === 0) continue
    area++
    if (others[at] !== 0) covered++
  }
  if (covered <= SIDE_BY_SIDE * area) return true
  return depthOf(maskOf(united(all), grownBox(box, THIN_PX, picture))) <= THIN_PX
}

function wholePiece(box: Box, picture: Size): FillPiece {
  const longSide = Math.max(box.width, box.height)
  const margin = Math.min(AROUND.most, Math.max(AROUND.least, longSide))
  return { core: box, around: grownBox(box, margin, picture) }
}

function tilePieces(hole: Plane, box: Box, picture: Size): readonly FillPiece[] {
  const pieces: FillPiece[] = []
  for (let y = 0; y < box.height; y += TILE_PX) {
    for (let x = 0; x < box.width; x += TILE_PX) {
      const [width, height] = [Math.min(TILE_PX, box.width - x), Math.min(TILE_PX, box.height - y)]
      if (!isTouched(hole, { x, y, width, height })) continue
      const core = { x: box.x + x, y: box.y + y, width, height }
      pieces.push({ core, around: grownBox(core, AROUND.tile, picture) })
    }
  }
  return pieces
}

/** @returns whether any of a hole is in a box, or just beside it */
function isTouched({ values, widthPx, heightPx }: Plane, { x, y, width, height }: Box): boolean {
  const left = Math.max(0, x - ROOM_PX)
  const right = Math.min(widthPx, x + width + ROOM_PX)
  const bottom = Math.min(heightPx, y + height + ROOM_PX)
  for (let row = Math.max(0, y - ROOM_PX); row < bottom; row++) {
    const from = row * widthPx
    if (values.subarray(from + left, from + right).some((value) => value !== 0)) return true
  }
  return false
}
