import { piecesOfMarks, unsureIn } from '../../../../../pixels/pieces.ts'
import { createRaster, floatFromPlane, pasteRaster } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import type { SegmentPerson, ToolEnvironment } from '../../../../tool.ts'
import { squeezed } from './looks.ts'

/** What is drawn on beyond each side, in shares of the longer one: the network sees it all from further off. */
const BEYOND = 0.25
/** Between these the looks disagree about a pixel. */
const UNSURE = { from: 0.2, until: 0.85 } as const
/** A piece that may be a limb is so large against the people, and as long at a side, in shares of the longer one. */
const AREA = 0.05
const AT_SIDE = 0.15
/** What both looks from further off say of a limb on average. */
const LIMB = 0.7
/** Where both of them say so much, they are sure. */
const SURE = 0.8

/**
 * Raises, in place, what people hold up so far that the picture's left, right or upper side cuts it off: an
 * arm that fills a corner is half seen, for it ends nowhere. Two looks with more beyond the sides must agree.
 * @param picture of the photo, of any size; the mask is of all of it
 */
export async function raiseLimbsAtSides(
  env: ToolEnvironment,
  picture: Raster,
  mask: FloatPlane,
  segment: SegmentPerson,
): Promise<void> {
  const pieces = piecesAtSides(mask)
  if (pieces.length === 0) return
  const looks: Float32Array[] = []
  for (const beyond of ['goes on', 'is black'] as const) {
    await env.checkpoint()
    looks.push((await lookFrom(env, picture, mask, beyond, segment)).values)
  }
  const seenAt = (at: number) => looks.reduce((least, look) => Math.min(least, look[at] ?? 0), 1)
  const limbs = new Uint8Array(mask.values.length)
  for (const pixels of pieces) {
    const mean = pixels.reduce((sum, at) => sum + seenAt(at), 0) / pixels.length
    if (mean < LIMB) continue
    for (const at of pixels) limbs[at] = 1
  }
  // What the other looks did not see at all is a limb's, too, where it is tied to one.
  const tied = withValues(new Uint8Array(mask.values.length), (at) =>
    limbs[at] === 1 || seenAt(at) > SURE ? 1 : 0,
  )
  for (const { pixels } of piecesOfMarks(tied, mask.widthPx)) {
    if (!pixels.some((at) => limbs[at] === 1)) continue
    for (const at of pixels) mask.values[at] = Math.max(mask.values[at] as number, seenAt(at))
  }
}

/** Large pieces that looks disagree about and that lie along a side. */
function piecesAtSides(mask: FloatPlane): readonly Int32Array[] {
  const { widthPx, heightPx } = mask
  const { unsure, area } = unsureIn(mask, UNSURE)
  const isAtSide = (at: number) => {
    const x = at % widthPx
    return at < widthPx || x === 0 || x === widthPx - 1
  }
  const least = AT_SIDE * Math.max(widthPx, heightPx)
  return piecesOfMarks(unsure, widthPx)
    .map(({ pixels }) => pixels)
    .filter((pixels) => pixels.length > AREA * area && pixels.filter(isAtSide).length > least)
}

/** The whole as the network sees it with more beyond its sides: their own pixels, or black. */
async function lookFrom(
  { kernels }: ToolEnvironment,
  picture: Raster,
  { widthPx, heightPx }: FloatPlane,
  beyond: 'goes on' | 'is black',
  segment: SegmentPerson,
): Promise<FloatPlane> {
  const margin = Math.round(BEYOND * Math.max(picture.widthPx, picture.heightPx))
  const scale = picture.widthPx / widthPx
  const wide = beyond === 'goes on' ? drawnOn(picture, margin) : framed(picture, margin)
  const seen = floatFromPlane(await segment(squeezed(kernels, wide)))
  const sized = kernels.resizePlane(
    seen,
    Math.round(wide.widthPx / scale),
    Math.round(wide.heightPx / scale),
  )
  const left = Math.round(margin / scale)
  const values = new Float32Array(widthPx * heightPx)
  for (let y = 0; y < heightPx; y++) {
    const from = (left + y) * sized.widthPx + left
    values.set(sized.values.subarray(from, from + widthPx), y * widthPx)
  }
  return { widthPx, heightPx, values }
}

function framed(picture: Raster, margin: number): Raster {
  const wide = createRaster(picture.widthPx + 2 * margin, picture.heightPx + 2 * margin)
  new Uint32Array(wide.rgba.buffer).fill(BLACK)
  pasteRaster(wide, picture, margin, margin)
  return wide
}

/** Opaque, in the order of bytes of all machines that run this. */
const BLACK = 0xff000000

/** The picture with its outmost pixels going on beyond its sides. */
function drawnOn(picture: Raster, margin: number): Raster {
  const { widthPx, heightPx, rgba } = picture
  const wide = createRaster(widthPx + 2 * margin, heightPx + 2 * margin)
  const from = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)
  const to = new Uint32Array(wide.rgba.buffer)
  for (let y = 0; y < wide.heightPx; y++) {
    const row = Math.min(heightPx - 1, Math.max(0, y - margin)) * widthPx
    const into = y * wide.widthPx
    to.fill(from[row] as number, into, into + margin)
    to.set(from.subarray(row, row + widthPx), into + margin)
    to.fill(from[row + widthPx - 1] as number, into + margin + widthPx, into + wide.widthPx)
  }
  return wide
}
