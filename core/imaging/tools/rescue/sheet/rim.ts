import type { Corner, Corners } from '../corners.ts'
import { isSheet } from '../corners.ts'
import { COLOUR_WEIGHT, type Edges } from './edges.ts'
import { crossing, lineThrough } from './lines.ts'
import { type SeenSheet, seenAt } from './seen-sheet.ts'
import { alongSide } from './sides.ts'

/** A rim is at least so wide, px, or its edge is the picture's; and at most, in the shorter of a sheet's mean sides. */
const NARROWEST_PX = 6
const WIDEST = 0.15
/** So wide, px, it must be seen at least. */
const SEEN_FROM_PX = 3
/** Chance of a sheet, in the mean along a side, under which the sheet has ended. */
const ENDED = 0.5
/** Its end is looked for so far before where the network sees it, and behind that, where shadows hide the rim from it. */
const BEFORE_PX = 6
const BEHIND_PX = 14
/** In steps of this; the side is laid through the steepest places about it afterwards. */
const STEP_PX = 2
/** How much wider a rim is at one end of a side, seen aslant, in its mean width and px. */
const ASLANT = 0.5
const ASLANT_PX = 2
/** An edge between white paper and a pale table is so much less steep than others. */
const PALE = 0.6
/** Share of the rim's side that is an edge at least. */
const EDGE_MIN = 0.5
/** What a side loses that lies a pixel from where the network sees the end. */
const AWAY = 0.01

/** Places along a side, without its ends, at which it is looked. */
const PLACES = 24
const END = 0.08
/** Chroma in OKLab from which nothing is paper, yellowed and in lamp light though it be. */
const COLOURED = 0.075
/** Two places of a rim differ by so much lightness or colour, OKLab, if it is none, and how many do so at most. */
const UNEVEN = 0.04
const UNEVEN_SHARE = 0.15

type Side = readonly [from: Corner, to: Corner]

/**
 * The corners of the whole sheet where no more than the picture on it was found: its dark edge is clearer than that
 * of white paper on a pale table. A side goes out to the edge at which the network sees the sheet end, if
 * what lies between is as plain as a rim.
 * @param corners of what was found, in fractions of the picture, clockwise
 * @returns the same corners where nothing about them is a rim
 */
export function withRim(
  edges: Edges,
  steepMin: number,
  seen: SeenSheet,
  corners: Corners,
): Corners {
  const { widthPx, heightPx } = edges
  const places = corners.map(({ x, y }) => ({ x: x * widthPx, y: y * heightPx }))
  const sides = places.map((from, at): Side => [from, places[(at + 1) % 4] ?? from])
  const [top = 0, right = 0, bottom = 0, left = 0] = sides.map(lengthOf)
  const widest = (WIDEST * Math.min(top + bottom, right + left)) / 2
  const moved = sides.map((side) => rimSide(edges, steepMin, seen, side, widest))
  if (moved.every((side) => side === null)) return corners
  const lines = sides.map((side, at) => lineThrough(...(moved[at] ?? side)))
  const met = places.map((place, at): Corner => {
    const [before, after] = [lines[(at + 3) % 4], lines[at]]
    const { x, y } = (before && after && crossing(before, after)) ?? place
    return { x: x / widthPx, y: y / heightPx }
  })
  const [a = corners[0], b = corners[1], c = corners[2], d = corners[3]] = met
  const isWithin = met.every(({ x, y }) => x >= 0 && y >= 0 && x <= 1 && y <= 1)
  return isWithin && isSheet([a, b, c, d]) ? [a, b, c, d] : corners
}

const lengthOf = ([from, to]: Side): number => Math.hypot(to.x - from.x, to.y - from.y)

/** A side moved out to the end of the rim; null where there is none. */
function rimSide(
  edges: Edges,
  steepMin: number,
  seen: SeenSheet,
  side: Side,
  widest: number,
): Side | null {
  const reach = reachOf(edges, seen, side, widest)
  if (reach < SEEN_FROM_PX || reach >= widest) return null
  let best: { readonly side: Side; readonly held: number } | null = null
  const nearest = Math.max(NARROWEST_PX, reach - BEFORE_PX)
  const farthest = Math.min(widest, 2 * reach + BEHIND_PX)
  for (let one = nearest; one <= farthest; one += STEP_PX) {
    for (let other = nearest; other <= farthest; other += STEP_PX) {
      if (Math.abs(one - other) > ASLANT_PX + (ASLANT * (one + other)) / 2) continue
      const tried = movedOut(side, one, other)
      const { support } = alongSide(edges, PALE * steepMin, ...tried)
      const held = support - AWAY * Math.abs((one + other) / 2 - reach)
      if (support >= EDGE_MIN && held > (best?.held ?? 0)) best = { side: tried, held }
    }
  }
  return best !== null && isPaper(edges, side, best.side) ? best.side : null
}

/** How far out of a side the network sees the sheet end, px. */
function reachOf(edges: Edges, seen: SeenSheet, side: Side, widest: number): number {
  let out = 0
  while (out < widest && meanSeen(edges, seen, movedOut(side, out + 1, out + 1)) >= ENDED) out++
  return out
}

function meanSeen({ widthPx, heightPx }: Edges, seen: SeenSheet, side: Side): number {
  let sum = 0
  for (const { x, y } of placesOf(side)) sum += seenAt(seen.sheet, x / widthPx, y / heightPx)
  return sum / PLACES
}

/** A side moved to the left of its way, which is outwards; px at its start and at its end. */
function movedOut(side: Side, atStart: number, atEnd: number): Side {
  const [from, to] = side
  const length = Math.max(1, lengthOf(side))
  const [x, y] = [(to.y - from.y) / length, (from.x - to.x) / length]
  return [
    { x: from.x + atStart * x, y: from.y + atStart * y },
    { x: to.x + atEnd * x, y: to.y + atEnd * y },
  ]
}

const placesOf = ([from, to]: Side): readonly Corner[] =>
  Array.from({ length: PLACES }, (_, at) => {
    const share = END + ((1 - 2 * END) * (at + 0.5)) / PLACES
    return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
  })

/** Whether the middle between two sides is pale and of one colour from place to place, as paper is and no cloth. */
function isPaper({ widthPx, heightPx, lab }: Edges, within: Side, about: Side): boolean {
  const outer = placesOf(about)
  const colours = placesOf(within).map(({ x, y }, at) => {
    const end = outer[at] ?? { x, y }
    const column = Math.min(widthPx - 1, Math.max(0, Math.floor((x + end.x) / 2)))
    const row = Math.min(heightPx - 1, Math.max(0, Math.floor((y + end.y) / 2)))
    return lab.map((plane) => plane[row * widthPx + column] ?? 0)
  })
  const mean = (channel: number) =>
    colours.reduce((sum, colour) => sum + (colour[channel] ?? 0), 0) / PLACES
  const uneven = colours.filter((colour, at) => {
    const next = colours[at + 1] ?? colour
    return Math.hypot(...colour.map((value, channel) => value - (next[channel] ?? 0))) > UNEVEN
  })
  const isPale = Math.hypot(mean(1), mean(2)) < COLOURED * COLOUR_WEIGHT
  return isPale && uneven.length <= UNEVEN_SHARE * PLACES
}
