import type { Kernels } from '../../../../../kernels/kernels.ts'
import { meanIn, piecesOfMarks } from '../../../../../pixels/pieces.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { distanceTo } from '../../distance.ts'
import type { HeadPlace } from '../heads/head-place.ts'
import { isPortrait } from '../looks/body-votes.ts'
import { borderOf, detailOf, sharpnessOf } from '../measures/sharp-borders.ts'
import { type Thing, thingAbout } from './thing-by-colours.ts'

/** In a crowd what lies between people is anybody's. */
const PEOPLE_MAX = 2
/** A look that says so much of a pixel has glimpsed something there. */
const GLIMPSED = 0.12
/** In shares of the longer side: what is thinner is an edge of a person's. */
const DEEP = 0.01
/** What was glimpsed is looked for in steps of so many px, and no more pieces of it are looked at. */
const STEP = 2
const PIECES_MAX = 5
/** Against the people's own area: what was glimpsed of a thing, and a thing at most. */
const GLIMPSED_AREA = 0.003
const AREA_MOST = 0.15
/** What so much of its border ties to people, and looks half took for one, may be larger: a coat over an arm. */
const TIED = { beside: 0.5, glimpsed: 0.5, area: 0.4 } as const
/** Of what a thing must be. */
interface Bounds {
  /** Against the people's own area. */
  readonly area: number
  /** People are beside so much of its border. */
  readonly beside: number
  /** The rest of its border against its size. */
  readonly ragged: number
  /** Where it ends it is as sharp as this share of the people's own edges: others, cars and walls are further off. */
  readonly sharp: number
}
/** What lies along people. */
const ALONG: Bounds = { area: 0.008, beside: 0.15, ragged: 13, sharp: 0.85 }
/** The same of what is large: handles make it more ragged. */
const LARGE: Bounds = { ...ALONG, area: 0.05, ragged: 14 }
/** A part that people enclose nearly all around, the pale front of a dark bag, may end softer: behind it is no room for anybody. */
const ENCLOSED: Bounds = { area: 0.008, beside: 0.8, ragged: 3, sharp: 0.55 }
/** What hangs below a hand or an arm, where nobody stands and nothing is parked: a bag is known by its handles alone. */
const HANGING: Bounds = { area: 0.02, beside: 0, ragged: 14, sharp: 0.55 }
/** Of its columns so many have people above them, no further up than a share of the longer side; and it is so far down, in faces. */
const UNDER = { columns: 0.5, up: 0.08, down: 4.5, between: 0.5 } as const
/**
 * Hands are so far below a face, in its sizes; what is further down, and below so much of the way to where people
 * end, is a shoe, or the ground about it. From the knees on what has somebody on both sides is the ground between legs.
 */
const BELOW = { from: 3, knees: 6.5, until: 7.8, ofBody: 0.75 } as const
const BETWEEN = 0.95
/** Behind a thing there is no more detail than this on average: among leaves and stones every one looks like a thing. */
const BUSY = 0.033
/** What a thing is held by. */
const HELD = 0.95
/** Border nearer to the people, px, is theirs. */
const THEIRS_PX = 4

/**
 * Holds, in place, what somebody carries, a bag or a coat: networks of people glimpse it at best, but its
 * colours are its own, it hangs beside them below the chest, and it is in focus with them.
 * @param glimpsed what any look said at most
 * @returns the pixels of what is held now, which need not touch the people
 */
export function holdCarriedThings(
  kernels: Kernels,
  overview: Raster,
  mask: FloatPlane,
  glimpsed: Float32Array,
  heads: readonly HeadPlace[],
): readonly Int32Array[] {
  if (heads.length === 0 || heads.length > PEOPLE_MAX || isPortrait(mask, heads)) return []
  let area = 0
  for (const value of mask.values) if (value > 0.5) area++
  const pieces = glimpsedPieces(mask, glimpsed, heads, area * GLIMPSED_AREA)
  if (pieces.length === 0) return []
  const held: Int32Array[] = []
  let isSharp: ReturnType<typeof sharpAsPeople> | null = null
  for (const pixels of pieces) {
    const thing = thingAbout(kernels, overview, mask, glimpsed, pixels, STEP)
    if (thing === null || thing.pixels.length > area * areaMost(thing, glimpsed)) continue
    const bounds = boundsOf(thing, mask, heads).filter(
      (each) =>
        thing.pixels.length >= area * each.area &&
        thing.beside >= each.beside &&
        thing.ragged <= each.ragged,
    )
    if (bounds.length === 0) continue
    isSharp ??= sharpAsPeople(kernels, overview, mask)
    if (!isSharp(thing, Math.min(...bounds.map(({ sharp }) => sharp)))) continue
    for (const at of thing.pixels) mask.values[at] = Math.max(mask.values[at] as number, HELD)
    held.push(thing.pixels)
  }
  return held
}

/**
 * What looks glimpsed below the chest and the mask does not hold, but for the people's soft edges: the largest
 * pieces. It is looked for in every other pixel of every other row.
 */
function glimpsedPieces(
  mask: FloatPlane,
  glimpsed: Float32Array,
  heads: readonly HeadPlace[],
  least: number,
): readonly Int32Array[] {
  const { widthPx, heightPx, values } = mask
  const hands = heads.map(({ y, size }) => y + (BELOW.from - 1) * size)
  const top = Math.max(0, Math.floor(Math.min(...hands)))
  const size = {
    widthPx: Math.floor(widthPx / STEP),
    heightPx: Math.max(0, Math.floor((heightPx - top) / STEP)),
  }
  const places = new Int32Array(size.widthPx * size.heightPx)
  const isShut = new Uint8Array(places.length)
  for (let at = 0; at < places.length; at++) {
    const x = at % size.widthPx
    const place = (top + ((at - x) / size.widthPx) * STEP) * widthPx + x * STEP
    places[at] = place
    isShut[at] = (values[place] as number) < 0.5 && (glimpsed[place] as number) > GLIMPSED ? 0 : 1
  }
  const deepPx = (DEEP * Math.max(widthPx, heightPx)) / STEP
  const depth = distanceTo(size, isShut, 2 * deepPx).values
  if (!depth.some((px) => px > deepPx)) return []
  const away = distanceTo(size, (at) => (depth[at] as number) > deepPx, deepPx).values
  const marks = isShut.map((shut, at) => (shut === 0 && (away[at] as number) <= deepPx ? 1 : 0))
  return piecesOfMarks(marks, size.widthPx)
    .map(({ pixels }) => pixels.map((at) => places[at] as number))
    .filter((pixels) => pixels.length * STEP ** 2 > least)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, PIECES_MAX)
}

const areaMost = ({ pixels, beside }: Thing, glimpsed: Float32Array): number =>
  beside > TIED.beside && meanIn(glimpsed, pixels) > TIED.glimpsed ? TIED.area : AREA_MOST

/** What a thing must be, one of these, that lies where hands carry it, below the nearest face; none elsewhere. */
function boundsOf(
  { pixels }: Thing,
  mask: FloatPlane,
  heads: readonly HeadPlace[],
): readonly Bounds[] {
  const { widthPx } = mask
  const mean = (axis: (at: number) => number) =>
    pixels.reduce((sum, at) => sum + axis(at), 0) / pixels.length
  const x = mean((at) => at % widthPx)
  const y = mean((at) => Math.floor(at / widthPx))
  const away = (head: HeadPlace) => Math.hypot(x - head.x, y - head.y) / head.size
  const head = heads.reduce((one, other) => (away(other) < away(one) ? other : one))
  const down = (y - head.y) / head.size
  const ofBody = (y - head.y) / (lowestOf(mask) - head.y)
  if (down < BELOW.from || (down > BELOW.until && ofBody > BELOW.ofBody)) return []
  const between = pixels.filter(isBetween(mask)).length / pixels.length
  if (down >= BELOW.knees && between >= BETWEEN) return []
  const hangs = down > UNDER.down && between < UNDER.between && isUnder(pixels, mask)
  const anywhere = [ALONG, LARGE, ENCLOSED]
  return hangs ? [...anywhere, HANGING] : anywhere
}

/** The last row of which a mask holds something. */
const lowestOf = ({ values, widthPx }: FloatPlane): number =>
  Math.floor(values.findLastIndex((value) => value > 0.5) / widthPx)

/** Whether a mask holds something above most columns of a thing, as a hand is above a bag. */
function isUnder(pixels: Int32Array, { values, widthPx, heightPx }: FloatPlane): boolean {
  const tops = new Map<number, number>()
  for (const at of pixels) {
    const x = at % widthPx
    tops.set(x, Math.min(tops.get(x) ?? at, at))
  }
  const up = Math.round(UNDER.up * Math.max(widthPx, heightPx))
  const isHeldAbove = (top: number) => {
    const highest = Math.max(0, top - up * widthPx)
    for (let at = top - widthPx; at >= highest; at -= widthPx) {
      if ((values[at] as number) > 0.5) return true
    }
    return false
  }
  return [...tops.values()].filter(isHeldAbove).length > UNDER.columns * tops.size
}

/** Tells whether a mask holds something on both sides of a pixel. */
function isBetween({ values, widthPx }: FloatPlane): (at: number) => boolean {
  const ends = new Map<number, readonly [number, number]>()
  return (at) => {
    const top = at - (at % widthPx)
    const row = values.subarray(top, top + widthPx)
    const [first, last] = ends.get(top) ?? [
      row.findIndex((value) => value > 0.5),
      row.findLastIndex((value) => value > 0.5),
    ]
    ends.set(top, [first, last])
    return at - top > first && at - top < last && first >= 0
  }
}

/** Tells whether a thing ends as sharply as people do, and whether little is to be seen behind it. */
function sharpAsPeople(kernels: Kernels, overview: Raster, mask: FloatPlane) {
  const isHeld = withValues(new Uint8Array(mask.values.length), (at) =>
    (mask.values[at] as number) > 0.5 ? 1 : 0,
  )
  const detail = detailOf(kernels, overview)
  const people = sharpnessOf(detail, borderOf(isHeld, mask.widthPx))
  return ({ pixels, behind }: Thing, least: number): boolean => {
    if (meanIn(detail.fine, behind) > BUSY) return false
    const marks = new Uint8Array(isHeld.length)
    for (const at of pixels) marks[at] = 1
    const away = distanceTo(mask, isHeld, THEIRS_PX + 1).values
    const border = borderOf(marks, mask.widthPx).filter((at) => (away[at] as number) > THEIRS_PX)
    return border.length > 5 && sharpnessOf(detail, border) > least * people
  }
}
