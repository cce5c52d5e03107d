import type { Kernels } from '../../../kernels/kernels.ts'
import { meanIn, piecesOfMarks } from '../../../pixels/pieces.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'
import { isPortrait } from './body-votes.ts'
import type { HeadPlace } from './bystanders.ts'
import { distanceTo } from './distance.ts'
import { borderOf, detailOf, sharpnessOf } from './sharp-borders.ts'
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
/** Against the people's own area: what was glimpsed of a thing, and a thing. */
const GLIMPSED_AREA = 0.003
const AREA = { from: 0.008, until: 0.15 } as const
/**
 * Hands are so far below a face, in its sizes; what is further down is a shoe, or the ground about it. From
 * the knees on what has somebody on both sides is the ground between legs.
 */
const BELOW = { from: 3, knees: 6.5, until: 7.8 } as const
const BETWEEN = 0.95
/** Where it ends it is as sharp as this share of the people's own edges: others, cars and walls are further off. */
const SHARP = 0.85
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
 */
export function holdCarriedThings(
  kernels: Kernels,
  overview: Raster,
  mask: FloatPlane,
  glimpsed: Float32Array,
  heads: readonly HeadPlace[],
): void {
  if (heads.length === 0 || heads.length > PEOPLE_MAX || isPortrait(mask, heads)) return
  let area = 0
  for (const value of mask.values) if (value > 0.5) area++
  const pieces = glimpsedPieces(mask, glimpsed, heads, area * GLIMPSED_AREA)
  if (pieces.length === 0) return
  let isSharp: ReturnType<typeof sharpAsPeople> | null = null
  for (const pixels of pieces) {
    const thing = thingAbout(kernels, overview, mask, glimpsed, pixels, STEP)
    if (thing === null || thing.pixels.length < area * AREA.from) continue
    if (thing.pixels.length > area * AREA.until || !hangsBelow(thing, mask, heads)) continue
    isSharp ??= sharpAsPeople(kernels, overview, mask)
    if (!isSharp(thing)) continue
    for (const at of thing.pixels) mask.values[at] = Math.max(mask.values[at] as number, HELD)
  }
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

/** Whether a thing lies where hands carry it, below the nearest face. */
function hangsBelow({ pixels }: Thing, mask: FloatPlane, heads: readonly HeadPlace[]): boolean {
  const { widthPx } = mask
  const mean = (axis: (at: number) => number) =>
    pixels.reduce((sum, at) => sum + axis(at), 0) / pixels.length
  const x = mean((at) => at % widthPx)
  const y = mean((at) => Math.floor(at / widthPx))
  const away = (head: HeadPlace) => Math.hypot(x - head.x, y - head.y) / head.size
  const head = heads.reduce((one, other) => (away(other) < away(one) ? other : one))
  const down = (y - head.y) / head.size
  if (down < BELOW.from || down > BELOW.until) return false
  return down < BELOW.knees || pixels.filter(isBetween(mask)).length < BETWEEN * pixels.length
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
  return ({ pixels, behind }: Thing): boolean => {
    if (meanIn(detail.fine, behind) > BUSY) return false
    const marks = new Uint8Array(isHeld.length)
    for (const at of pixels) marks[at] = 1
    const away = distanceTo(mask, isHeld, THEIRS_PX + 1).values
    const border = borderOf(marks, mask.widthPx).filter((at) => (away[at] as number) > THEIRS_PX)
    return border.length > 5 && sharpnessOf(detail, border) > SHARP * people
  }
}
