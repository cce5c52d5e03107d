import { meanIn } from '../../../../../pixels/pieces.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { distanceTo } from '../../distance.ts'
import type { HeadPlace } from '../heads/head-place.ts'
import { headsIn } from '../heads/whole-heads.ts'
import { isPortrait } from '../looks/body-votes.ts'
import { deepPieces } from '../measures/deep-pieces.ts'

/** Against the people's own area a contradiction is large from here on. */
const AREA = 0.006
/** And so deep somewhere, in shares of the longer side: what is thinner is an edge that was moved. */
const DEEP = 0.009
/**
 * What the votes give a piece on average that stays, and one that closer looks lack and the look at the whole
 * gives back: of 699 views of `portrait/train` nearly all of the latter were things behind.
 */
const HELD = 0.52
const GIVEN_BACK = 0.6
/** How much further than a draw one look must go against another, where the second network says nothing. */
const MARGIN_ALONE = 0.1
/** A piece is of a head, its crown or its hair, when more than this share of it lies there. */
const OF_HEAD = 0.5
/** Over this share of the longer side a settled piece passes into what lies about it. */
const FADE = 0.02

/** The large pieces on which closer looks contradict the look at the whole, their pixels. */
export function contradictionsOf(mask: FloatPlane, atWhole: FloatPlane): readonly Int32Array[] {
  const { widthPx, heightPx } = mask
  const apart = new Uint8Array(mask.values.length)
  let area = 0
  for (let at = 0; at < apart.length; at++) {
    const whole = (atWhole.values[at] as number) > 0.5
    if (whole) area++
    apart[at] = whole === (mask.values[at] as number) > 0.5 ? 0 : 1
  }
  const deepPx = Math.max(widthPx, heightPx) * DEEP
  return deepPieces(mask, apart, { areaPx: area * AREA, deepPx })
}

/**
 * Settles contradictions in place: a part of a picture looks like a person, or like none, without
 * the rest. Both looks and the second network vote on each such piece; the look at the whole is
 * overturned only by a clear vote, or where it did not see somebody whose face was found.
 * @param votes of the second network, under 0 where it said nothing; null where it was not asked
 * @param heads of those whose faces were found
 */
export function settleContradictions(
  contradictions: readonly Int32Array[],
  mask: FloatPlane,
  atWhole: FloatPlane,
  votes: FloatPlane | null,
  heads: readonly HeadPlace[],
): void {
  const faces = heads.map(({ x, y }) => Math.round(y) * mask.widthPx + Math.round(x))
  const inHead = headsIn(mask, heads)
  const isOfHead = (pixels: Int32Array) =>
    faces.some((at) => pixels.includes(at)) || meanIn(inHead, pixels) > OF_HEAD
  const overruled = new Uint8Array(mask.values.length)
  let isAny = false
  for (const pixels of contradictions) {
    if (meanIn(mask.values, pixels) > 0.5 && isOfHead(pixels)) continue
    if (isOverturned(pixels, mask, atWhole, votes)) continue
    for (const at of pixels) overruled[at] = 1
    isAny = true
  }
  if (isAny) giveBack(mask, atWhole, overruled, Math.max(mask.widthPx, mask.heightPx) * FADE)
}

/** A mask in which pieces are as other values have them. */
export function withPieces(
  mask: FloatPlane,
  other: Float32Array,
  pieces: readonly Int32Array[],
): FloatPlane {
  const values = mask.values.slice()
  for (const pixels of pieces) for (const at of pixels) values[at] = other[at] ?? 0
  return { ...mask, values }
}

/** What the networks said before contradictions were settled, and of the second one's votes. */
interface AskedBodies {
  readonly closely: Float32Array
  readonly contradictions: readonly Int32Array[]
  readonly votes: FloatPlane | null
}

/**
 * What of holes was seen: in contradictions what closer looks had, as a black shirt may be lost in the dark,
 * but where the second network settled them among people seen whole: there it is the ground between legs.
 */
export function seenInHoles(
  mask: FloatPlane,
  { closely, contradictions, votes }: AskedBodies,
  heads: readonly HeadPlace[],
): FloatPlane {
  const isSettled = votes !== null && !isPortrait(mask, heads)
  return isSettled ? mask : withPieces(mask, closely, contradictions)
}

/** Whether the look at the whole is outvoted on a piece. */
function isOverturned(
  pixels: Int32Array,
  mask: FloatPlane,
  atWhole: FloatPlane,
  votes: FloatPlane | null,
): boolean {
  const [seen, whole] = [meanIn(mask.values, pixels), meanIn(atWhole.values, pixels)]
  const heard = votes === null ? pixels : pixels.filter((at) => (votes.values[at] ?? -1) >= 0)
  const isHeard = votes !== null && heard.length > pixels.length / 2
  const said = isHeard ? [seen, whole, meanIn(votes.values, heard)] : [seen, whole]
  const mean = said.reduce((sum, share) => sum + share, 0) / said.length
  const [held, givenBack] = isHeard ? [HELD, GIVEN_BACK] : [0.5 + MARGIN_ALONE, 0.5 - MARGIN_ALONE]
  return seen > 0.5 ? mean > held : mean < givenBack
}

/** What was overruled is again as the look at the whole saw it. */
function giveBack(
  mask: FloatPlane,
  atWhole: FloatPlane,
  overruled: Uint8Array,
  fadePx: number,
): void {
  const away = distanceTo(mask, overruled, fadePx)
  for (let at = 0; at < mask.values.length; at++) {
    const share = 1 - smoothstep(0, fadePx, away.values[at] ?? fadePx)
    if (share === 0) continue
    const old = mask.values[at] ?? 0
    mask.values[at] = old + ((atWhole.values[at] ?? 0) - old) * share
  }
}
