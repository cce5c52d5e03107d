import { boxOf, piecesOf } from '../../../../../pixels/pieces.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../../tool.ts'
import type { HeadPlace } from '../heads/head-place.ts'
import { bodyVotes } from '../looks/body-votes.ts'
import { lookOnce, type PersonLooks } from '../looks/looks.ts'

/** The mask's longer side, as the networks see it. */
const MASK_PX = 256
/** From here on the mask holds a pixel. */
const HELD = 0.5
/** A body is so high, in sizes of its face's box: somebody who stands, whole or nearly. */
const HIGH = 9
/** Both networks have so much of a body in common, against all that either of them says. */
const IN_COMMON = 0.8

/**
 * Whether a face that is hardly seen, in profile or under a hat, is somebody's who stands in the picture
 * from head to foot: then two networks that know nothing of faces see the same body below it. Of 33
 * animals, things and statues, peppers and a mannequin among them, none came near.
 * @param head in pixels of the picture
 */
export async function standsOnBody(
  env: ToolEnvironment,
  picture: Raster,
  head: HeadPlace,
  { segmentPerson, segmentBody }: PersonLooks,
): Promise<boolean> {
  const scale = MASK_PX / Math.max(picture.widthPx, picture.heightPx)
  const size = {
    widthPx: Math.round(picture.widthPx * scale),
    heightPx: Math.round(picture.heightPx * scale),
  }
  const whole = { x: 0, y: 0, width: size.widthPx, height: size.heightPx }
  const mask = await lookOnce(env, picture, size, whole, segmentPerson)
  const place = { ...head, x: head.x * scale, y: head.y * scale, size: head.size * scale }
  const middle = Math.round(place.y) * size.widthPx + Math.round(place.x)
  const body = piecesOf(mask, HELD).find(({ pixels }) => pixels.includes(middle))
  if (body === undefined) return false
  const box = boxOf(body.pixels, size.widthPx)
  if (box.height < HIGH * place.size) return false
  const heads = [place]
  const votes = await bodyVotes(env, picture, { mask, atWhole: mask }, { heads, box, segmentBody })
  return votes !== null && inCommon(body.pixels, votes) > IN_COMMON
}

/** Intersection over union of some pixels and what is voted for. */
function inCommon(pixels: Int32Array, votes: FloatPlane): number {
  const both = pixels.reduce((sum, at) => sum + ((votes.values[at] ?? 0) > HELD ? 1 : 0), 0)
  const voted = votes.values.reduce((sum, vote) => sum + (vote > HELD ? 1 : 0), 0)
  return both / (pixels.length + voted - both)
}
