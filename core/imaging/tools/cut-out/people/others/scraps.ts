import { meanIn, piecesOf, unsureIn } from '../../../../../pixels/pieces.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import type { HeadPlace } from '../heads/head-place.ts'
import { headsIn } from '../heads/whole-heads.ts'
import { bulkyPieces } from '../measures/deep-pieces.ts'

/** Between these a mask says half and half. */
const DOUBTED = { from: 0.3, until: 0.72 } as const
/** Against the people's own area: a piece is one thing, and what is larger are several. */
const AREA = { from: 0.004, until: 0.1 } as const
/** So deep somewhere, in shares of the longer side: what is thinner is an edge. */
const DEEP = 0.009
/** Where less than this of a piece is held, it is torn: what is held of it are scraps. */
const TORN = 0.3
/** Of a piece so much may lie in heads, where hair ends in wisps. */
const OF_HEAD = 0.3
/** What is held, touches nobody, is smaller against the people and less sure on average than this, is an island. */
const ISLAND = { area: 0.01, held: 0.66 } as const
/** What is left of a scrap. */
const LEFT = 0.4

/**
 * Lowers, in place, scraps: a piece that the mask doubts all over is one thing, a passer-by, a shadow, half a bag.
 * Where little of it happens to be held, that little would hang beside people in rags.
 * @param things what is held of what they carry; what touches one is its handle or its rim
 */
export function lowerScraps(
  mask: FloatPlane,
  heads: readonly HeadPlace[],
  things: readonly Int32Array[],
): void {
  const { values, widthPx, heightPx } = mask
  const { unsure, area } = unsureIn(mask, DOUBTED)
  const deepPx = DEEP * Math.max(widthPx, heightPx)
  const inHead = headsIn(mask, heads)
  const isThing = new Uint8Array(values.length)
  for (const pixels of things) for (const at of pixels) isThing[at] = 1
  const beside = [-1, 1, -widthPx, widthPx]
  const touchesThing = (at: number) => beside.some((step) => isThing[at + step] === 1)
  for (const pixels of bulkyPieces(mask, unsure, { areaPx: area * AREA.from, deepPx })) {
    if (pixels.length > area * AREA.until || meanIn(inHead, pixels) > OF_HEAD) continue
    const held = pixels.filter((at) => (values[at] as number) > 0.5)
    if (held.length > TORN * pixels.length || pixels.some(touchesThing)) continue
    for (const at of held) values[at] = LEFT
  }
  lowerIslands(mask, area)
}

/** Lowers, in place, small pieces that are hardly held: what somebody carries is held surely, and heads are large. */
function lowerIslands(mask: FloatPlane, area: number): void {
  for (const { pixels } of piecesOf(mask, 0.5)) {
    if (pixels.length > area * ISLAND.area || meanIn(mask.values, pixels) > ISLAND.held) continue
    for (const at of pixels) mask.values[at] = LEFT
  }
}
