import type { Kernels } from '../../../../../kernels/kernels.ts'
import { areaOf, boxOf, meanIn, piecesOfMarks } from '../../../../../pixels/pieces.ts'
import { type Box, createFloatPlane, grownBox } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import type { HeadPlace } from '../heads/head-place.ts'
import { weightOfBodies } from '../looks/body-votes.ts'
import { coloursAt, oddsOf } from '../measures/colour-odds.ts'
import { type DeepSize, deepPieces } from '../measures/deep-pieces.ts'
import { placesInBox } from '../measures/places-in-box.ts'

/** The second network counts so much in the mean where people are seen whole. */
const WHOLE = 0.2
/** What the looks are sure of on either side, and how far apart that is at most, in shares of the longer side. */
const BESIDE = { held: 0.95, wide: 0.12 } as const
/** The looks are not sure of what they hold by less. */
const UNSURE = 0.93
/** Against the people's own area, and in shares of the longer side: a piece less large or deep is an edge. */
const AREA = 0.0008
const DEEP = 0.006
/** So far about a piece colours are learnt, in shares of the longer side: the street changes, and so do clothes. */
const ABOUT = 0.06
/** Colours are learnt from what is held by more, and by less; so many px of the latter must be there. */
const SURE = { person: 0.95, behind: 0.08, px: 60 } as const
/** Over this, what colours say is averaged, px. */
const SOFT_PX = 1.5
/** The logarithm of how much likelier the colours of a pixel, and of a piece on average, are the people's. */
const UNLIKE = { pixel: -1, piece: -1.5 } as const
/** What the second network gives to somebody by more on average is somebody's, whatever its colours. */
const GIVEN = 0.86
/** Nearer to a head's middle, in its sizes, colours are those of hair and hats. */
const FROM_HEAD = 1.7
/**
 * Nearer to a head than the first, in its sizes, hands hold papers as pale as the street: there so much of a gap is
 * open already.
 */
const HANDS = { until: 6.2, open: 0.6 } as const
/** What is left of a gap. */
const LEFT = 0.08

/**
 * Opens, in place, gaps between legs, and between an arm and the body: what is doubted between two parts of somebody
 * seen whole, where it has the colours of what lies just about it and none of those parts'. A gap goes on where it is
 * open: half of one looks worse than none.
 * @param votes of the second network, under 0 where it said nothing
 */
export function openGapsBetween(
  kernels: Kernels,
  overview: Raster,
  mask: FloatPlane,
  votes: FloatPlane,
  heads: readonly HeadPlace[],
): void {
  if (weightOfBodies(mask, heads) < WHOLE) return
  const { values, widthPx } = mask
  const longSidePx = Math.max(widthPx, mask.heightPx)
  const size = { areaPx: AREA * areaOf(mask), deepPx: DEEP * longSidePx }
  const aboutPx = Math.round(ABOUT * longSidePx)
  const isHeld = (at: number) => (values[at] as number) > 0.5
  for (const { pixels: between } of piecesOfMarks(unsureBetween(mask), widthPx)) {
    if (!isLarge(between.filter(isHeld), widthPx, size)) continue
    const box = grownBox(boxOf(between, widthPx), aboutPx, mask)
    const odds = oddsIn(kernels, overview, mask, box)
    if (odds === null) continue
    for (const { gap, unlike } of gapsIn(odds, box, between, widthPx)) {
      const held = gap.filter(isHeld)
      if (unlike > UNLIKE.piece || !isLarge(held, widthPx, size)) continue
      if (meanIn(votes.values, held) > GIVEN) continue
      const away = awayFrom(heads, held, widthPx)
      const isOpen = held.length < (1 - HANDS.open) * gap.length
      if (away < FROM_HEAD || (away < HANDS.until && !isOpen)) continue
      for (const at of held) values[at] = LEFT
    }
  }
}

interface Gap {
  /** Its places in the mask. */
  readonly gap: Int32Array
  /** What its colours say on average. */
  readonly unlike: number
}

/** The pieces of what lies between that have the colours of what is behind. */
function gapsIn(
  odds: Float32Array,
  box: Box,
  between: Int32Array,
  widthPx: number,
): readonly Gap[] {
  const places = placesInBox(box, widthPx)
  const marks = new Uint8Array(odds.length)
  for (const at of between) {
    const x = at % widthPx
    const place = ((at - x) / widthPx - box.y) * box.width + x - box.x
    marks[place] = (odds[place] as number) < UNLIKE.pixel ? 1 : 0
  }
  return piecesOfMarks(marks, box.width).map(({ pixels }) => ({
    gap: pixels.map((place) => places[place] as number),
    unlike: meanIn(odds, pixels),
  }))
}

/** How far the middle of a piece is from the nearest head, in its sizes. */
function awayFrom(heads: readonly HeadPlace[], pixels: Int32Array, widthPx: number): number {
  let [x, y] = [0, 0]
  for (const at of pixels) {
    x += (at % widthPx) / pixels.length
    y += Math.floor(at / widthPx) / pixels.length
  }
  return Math.min(...heads.map((head) => Math.hypot(x - head.x, y - head.y) / head.size))
}

/** Whether some of it is as large and deep as a gap. */
function isLarge(pixels: Int32Array, widthPx: number, size: DeepSize): boolean {
  if (pixels.length < size.areaPx) return false
  const box = boxOf(pixels, widthPx)
  const room = { widthPx: box.width + 2, heightPx: box.height + 2 }
  const marks = new Uint8Array(room.widthPx * room.heightPx)
  for (const at of pixels) {
    const x = at % widthPx
    marks[((at - x) / widthPx - box.y + 1) * room.widthPx + x - box.x + 1] = 1
  }
  return deepPieces(room, marks, { areaPx: 0, deepPx: size.deepPx }).length > 0
}

/** 1 for each pixel that a mask is not sure to hold, with what it is sure of near on either side in its row. */
function unsureBetween({ values, widthPx, heightPx }: FloatPlane): Uint8Array {
  const wide = Math.round(BESIDE.wide * Math.max(widthPx, heightPx))
  const marks = new Uint8Array(values.length)
  for (let row = 0; row < values.length; row += widthPx) {
    betweenRow(values.subarray(row, row + widthPx), marks.subarray(row, row + widthPx), wide)
  }
  return marks
}

/** Functions of a row are compiled after some rows. */
function betweenRow(values: Float32Array, marks: Uint8Array, wide: number): void {
  let left = -1
  for (let x = 0; x < values.length; x++) {
    if ((values[x] as number) <= BESIDE.held) continue
    if (left >= 0 && x - left < wide) {
      for (let between = left + 1; between < x; between++) {
        marks[between] = (values[between] as number) < UNSURE ? 1 : 0
      }
    }
    left = x
  }
}

/** How much likelier the colours at each place of a box are the people's; null where too little is known. */
function oddsIn(
  kernels: Kernels,
  overview: Raster,
  { values, widthPx }: FloatPlane,
  box: Box,
): Float32Array | null {
  const places = placesInBox(box, widthPx)
  const [inside, behind] = [new Float32Array(places.length), new Float32Array(places.length)]
  let behindPx = 0
  for (let next = 0; next < places.length; next++) {
    const value = values[places[next] as number] as number
    if (value > SURE.person) inside[next] = 1
    if (value >= SURE.behind) continue
    behind[next] = 1
    behindPx++
  }
  if (behindPx < SURE.px) return null
  const colours = coloursAt(overview, places)
  const table = oddsOf(colours, inside, behind)
  const odds = createFloatPlane(box.width, box.height)
  for (let next = 0; next < colours.length; next++) {
    odds.values[next] = table[colours[next] as number] as number
  }
  return kernels.gaussian(odds, SOFT_PX).values
}
