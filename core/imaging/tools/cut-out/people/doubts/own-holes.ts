import {
  areaOf,
  boxOf,
  clearFromSides,
  meanIn,
  piecesOfMarks,
} from '../../../../../pixels/pieces.ts'
import { type Box, grownBox } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import type { HeadPlace } from '../heads/head-place.ts'
import { coloursAt, oddsOf } from '../measures/colour-odds.ts'
import { placesInBox } from '../measures/places-in-box.ts'

/** Between more people what shows is anybody's. */
const PEOPLE_MAX = 2
/** Colours are learnt from what the mask is sure of. */
const SURE = { person: 0.92, behind: 0.08 } as const
/** Against the people's own area: what is smaller is hardly seen, what is larger is a gap. */
const AREA = { from: 0.001, until: 0.03 } as const
/** A hole that looks doubted less than this was clear to them: a gap, between an arm and the body for one. */
const DOUBTED = 0.3
/** The logarithm of how much likelier its colours are the people's than behind them, on average. */
const LIKE = 0.5
/** So far about a hole colours are learnt, in shares of the longer side: clothes and walls change. */
const ABOUT = 0.2
/** Where less than this of what is about a hole is behind people, nothing can be seen through it. */
const BEHIND_MIN = 0.01
/** What a hole is held by. */
const HELD = 0.95

/**
 * Fills, in place, holes in clothes: what the mask, with the picture's lower side, encloses, what looks doubted
 * and what has the colours of the people about it and not of what is behind them there.
 * @returns how many were filled
 */
export function fillOwnHoles(
  overview: Raster,
  mask: FloatPlane,
  heads: readonly HeadPlace[],
): number {
  if (heads.length > PEOPLE_MAX) return 0
  const { values, widthPx, heightPx } = mask
  const area = areaOf(mask)
  const aboutPx = Math.round(ABOUT * Math.max(widthPx, heightPx))
  const own = enclosedIn(mask).filter(
    (pixels) =>
      pixels.length > AREA.from * area &&
      pixels.length < AREA.until * area &&
      meanIn(values, pixels) > DOUBTED &&
      likenessOf(overview, mask, pixels, grownBox(boxOf(pixels, widthPx), aboutPx, mask)) > LIKE,
  )
  for (const pixels of own) for (const at of pixels) values[at] = HELD
  return own.length
}

/** What is not held and not tied to the left, right or upper side. */
function enclosedIn({ values, widthPx }: FloatPlane): readonly Int32Array[] {
  const open = new Uint8Array(values.length)
  for (let at = 0; at < open.length; at++) open[at] = (values[at] as number) < 0.5 ? 1 : 0
  clearFromSides(open, widthPx, undefined, false)
  return piecesOfMarks(open, widthPx).map(({ pixels }) => pixels)
}

/** How much likelier the colours of a hole are those of people than those behind, both about it. */
function likenessOf(overview: Raster, mask: FloatPlane, hole: Int32Array, about: Box): number {
  const places = placesInBox(about, mask.widthPx)
  const { inside, behind, behindPx } = sureAt(mask, places, hole)
  if (behindPx < BEHIND_MIN * places.length) return Number.POSITIVE_INFINITY
  const odds = oddsOf(coloursAt(overview, places), inside, behind)
  return meanIn(odds, Int32Array.from(coloursAt(overview, hole)))
}

/** 1 for each place that is surely inside, and surely behind people but not in a hole. */
function sureAt({ values }: FloatPlane, places: Int32Array, hole: Int32Array) {
  const isOwn = new Uint8Array(values.length)
  for (const at of hole) isOwn[at] = 1
  const [inside, behind] = [new Float32Array(places.length), new Float32Array(places.length)]
  let behindPx = 0
  for (let next = 0; next < places.length; next++) {
    const at = places[next] as number
    const value = values[at] as number
    if (value > SURE.person) inside[next] = 1
    if (value >= SURE.behind || isOwn[at] === 1) continue
    behind[next] = 1
    behindPx++
  }
  return { inside, behind, behindPx }
}
