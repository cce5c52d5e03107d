import type { Kernels } from '../../../kernels/kernels.ts'
import { type Box, clampBox, createFloatPlane } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { isPortrait } from './body-votes.ts'
import type { HeadPlace } from './bystanders.ts'
import { coloursAt, oddsOf } from './colour-odds.ts'
import { distanceTo } from './distance.ts'
import { boxOf, meanIn, piecesOfMarks } from './pieces.ts'
import { borderOf, detailOf, sharpnessOf } from './sharp-borders.ts'

/** In a crowd what lies between people is anybody's. */
const PEOPLE_MAX = 2
/** A look that says so much of a pixel has glimpsed something there. */
const GLIMPSED = 0.12
/** In shares of the longer side: what is thinner is an edge of a person's. */
const DEEP = 0.01
/** Against the people's own area: what was glimpsed of a thing, and a thing. */
const GLIMPSED_AREA = 0.003
const AREA = { from: 0.008, until: 0.15 } as const
/** A thing may be so much larger than what was glimpsed of it, in its longer sides, and some px. */
const ROOM = 0.5
const ROOM_PX = 12
/** Up to here looks are sure that what they see lies behind. */
const BEHIND = { held: 0.1, glimpsed: 0.06 } as const
const KNOWN = 60
/** Rounds in which its colours are learnt anew, and over how many px what they say is averaged. */
const ROUNDS = 3
const ABOUT_PX = 2
/** What looks say counts no more than this, in logarithms. */
const SAID_MOST = 2
/** Its colours are so much likelier its own than of what lies about it, in logarithms. */
const OWN = 1.5
/** A hand or an arm is beside so much of its border, and the rest, against its size, is not ragged. */
const BESIDE = 0.15
const RAGGED = 13
/** No more than this, against its size, is cut off by its room. */
const CUT_OFF = 0.2
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
/** What is no further off, px, lies along a piece. */
const ALONG_PX = 2.9
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
  const area = mask.values.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0)
  const pieces = glimpsedPieces(mask, glimpsed, area * GLIMPSED_AREA)
  if (pieces.length === 0) return
  const isSharp = sharpAsPeople(kernels, overview, mask)
  for (const pixels of pieces) {
    const thing = thingAbout(kernels, overview, mask, glimpsed, pixels)
    if (thing === null || thing.pixels.length < area * AREA.from) continue
    if (thing.pixels.length > area * AREA.until || !hangsBelow(thing, mask, heads)) continue
    if (!isSharp(thing)) continue
    for (const at of thing.pixels) mask.values[at] = Math.max(mask.values[at] as number, HELD)
  }
}

/** What looks like a thing, and what lies behind it, their pixels in the mask. */
interface Thing {
  readonly pixels: Int32Array
  readonly behind: Int32Array
}

/** What looks glimpsed and the mask does not hold, but for the people's soft edges. */
function glimpsedPieces(
  mask: FloatPlane,
  glimpsed: Float32Array,
  least: number,
): readonly Int32Array[] {
  const deepPx = DEEP * Math.max(mask.widthPx, mask.heightPx)
  const open = mask.values.map((value, at) =>
    value < 0.5 && (glimpsed[at] as number) > GLIMPSED ? 1 : 0,
  )
  const depth = distanceTo(mask, (at) => open[at] === 0, 2 * deepPx).values
  if (!depth.some((px) => px > deepPx)) return []
  const away = distanceTo(mask, (at) => (depth[at] as number) > deepPx, deepPx).values
  const marks = Uint8Array.from(open, (isOpen, at) =>
    isOpen === 1 && (away[at] as number) <= deepPx + 1 ? 1 : 0,
  )
  return piecesOfMarks(marks, mask.widthPx)
    .map(({ pixels }) => pixels)
    .filter((pixels) => pixels.length > least)
}

/** What is known in the room of a thing, of each pixel. */
interface Room {
  readonly box: Box
  readonly places: Int32Array
  readonly colours: Uint16Array
  readonly isHeld: Uint8Array
  readonly glimpsed: Float32Array
  /** 1 where something was glimpsed, of the piece that is asked about. */
  readonly isAsked: Uint8Array
  /** 1 where all looks are sure that it lies behind. */
  readonly isBehind: Uint8Array
}

/** The thing of which a piece was glimpsed, by its colours; null where nothing ends as a thing does. */
function thingAbout(
  kernels: Kernels,
  overview: Raster,
  mask: FloatPlane,
  glimpsed: Float32Array,
  pixels: Int32Array,
): Thing | null {
  const room = roomOf(overview, mask, glimpsed, pixels)
  const said = saidByColours(kernels, room)
  if (said === null) return null
  const { width, height } = room.box
  const marks = Uint8Array.from(said.shares, (share, at) =>
    share > 0.5 && room.isHeld[at] === 0 ? 1 : 0,
  )
  const own = largestOn(piecesOfMarks(marks, width), room.isAsked)
  if (own === null || meanIn(said.odds, own) < OWN) return null
  const isAtEnd = (at: number) => {
    const x = at % width
    return x === 0 || x === width - 1 || at < width || at >= width * (height - 1)
  }
  if (own.filter(isAtEnd).length > CUT_OFF * Math.sqrt(own.length)) return null
  const { beside, free } = outlineOf(room, own)
  if (beside < BESIDE * (beside + free) || free > RAGGED * Math.sqrt(own.length)) return null
  return {
    pixels: own.map((at) => room.places[at] as number),
    behind: room.places.filter((_, at) => room.isBehind[at] === 1),
  }
}

function roomOf(
  overview: Raster,
  mask: FloatPlane,
  glimpsed: Float32Array,
  pixels: Int32Array,
): Room {
  const own = boxOf(pixels, mask.widthPx)
  const by = Math.floor(ROOM * Math.max(own.width, own.height)) + ROOM_PX
  const room = {
    x: own.x - by,
    y: own.y - by,
    width: own.width + 2 * by,
    height: own.height + 2 * by,
  }
  const box = clampBox(room, mask.widthPx, mask.heightPx)
  const places = Int32Array.from({ length: box.width * box.height }, (_, at) => {
    const x = at % box.width
    return (box.y + (at - x) / box.width) * mask.widthPx + box.x + x
  })
  const isAsked = new Uint8Array(places.length)
  for (const at of pixels) {
    const x = at % mask.widthPx
    isAsked[((at - x) / mask.widthPx - box.y) * box.width + x - box.x] = 1
  }
  const isBehind = Uint8Array.from(places, (place, at) => {
    const isSure = (mask.values[place] as number) < BEHIND.held
    return isSure && (glimpsed[place] as number) < BEHIND.glimpsed && isAsked[at] === 0 ? 1 : 0
  })
  return {
    box,
    places,
    colours: coloursAt(overview, places),
    isHeld: Uint8Array.from(places, (at) => ((mask.values[at] as number) > 0.5 ? 1 : 0)),
    glimpsed: Float32Array.from(places, (at) => glimpsed[at] as number),
    isAsked,
    isBehind,
  }
}

/** What colours say of each pixel of a room, and with what looks say; null where too little lies behind. */
function saidByColours(kernels: Kernels, room: Room) {
  const { colours, isHeld, glimpsed, isAsked, isBehind } = room
  const inside = glimpsed.map((value, at) => (isAsked[at] === 1 ? value : 0))
  const behind = Float32Array.from(isBehind)
  if (behind.reduce((sum, value) => sum + value, 0) < KNOWN) return null
  const seen = glimpsed.map(heldBy)
  const plane = createFloatPlane(room.box.width, room.box.height)
  for (let round = 1; ; round++) {
    const table = oddsOf(colours, inside, behind)
    for (let at = 0; at < colours.length; at++) {
      plane.values[at] = table[colours[at] as number] as number
    }
    const odds = kernels.gaussian(plane, ABOUT_PX).values
    const shares = odds.map((odd, at) => 1 / (1 + Math.exp(-odd - (seen[at] as number))))
    if (round === ROUNDS) return { odds, shares }
    for (let at = 0; at < shares.length; at++) {
      const share = isHeld[at] === 1 ? 0.5 : (shares[at] as number)
      inside[at] = share > 0.5 ? share : 0
      behind[at] = share < 0.5 ? 1 - share : 0
    }
  }
}

/** The odds of what a look says, in logarithms. */
function heldBy(value: number): number {
  const odds = Math.log((value + 0.02) / (1 - value + 0.02))
  return Math.min(SAID_MOST, Math.max(-SAID_MOST, odds))
}

/** The piece that has most of some marked pixels. */
function largestOn(
  pieces: readonly { readonly pixels: Int32Array }[],
  isMarked: Uint8Array,
): Int32Array | null {
  let [best, most]: [Int32Array | null, number] = [null, 0]
  for (const { pixels } of pieces) {
    const share = meanIn(isMarked, pixels) * pixels.length
    if (share > most) [best, most] = [pixels, share]
  }
  return best
}

/** How many pixels along a piece are the people's, and how many are not. */
function outlineOf({ box, isHeld }: Room, own: Int32Array) {
  const isOwn = new Uint8Array(isHeld.length)
  for (const at of own) isOwn[at] = 1
  const size = { widthPx: box.width, heightPx: box.height }
  const away = distanceTo(size, (at) => isOwn[at] === 1, ALONG_PX).values
  let [beside, free] = [0, 0]
  for (let at = 0; at < isHeld.length; at++) {
    if (isOwn[at] === 1 || (away[at] as number) > ALONG_PX) continue
    if (isHeld[at] === 1) beside++
    else free++
  }
  return { beside, free }
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

/** Tells whether a thing ends as sharply as people do. */
function sharpAsPeople(kernels: Kernels, overview: Raster, mask: FloatPlane) {
  let known: { readonly detail: ReturnType<typeof detailOf>; readonly people: number } | null = null
  const isHeld = Uint8Array.from(mask.values, (value) => (value > 0.5 ? 1 : 0))
  return ({ pixels, behind }: Thing): boolean => {
    if (known === null) {
      const detail = detailOf(kernels, overview)
      known = { detail, people: sharpnessOf(detail, borderOf(isHeld, mask.widthPx)) }
    }
    if (meanIn(known.detail.fine, behind) > BUSY) return false
    const marks = new Uint8Array(isHeld.length)
    for (const at of pixels) marks[at] = 1
    const away = distanceTo(mask, (at) => isHeld[at] === 1, THEIRS_PX + 1).values
    const border = borderOf(marks, mask.widthPx).filter((at) => (away[at] as number) > THEIRS_PX)
    return border.length > 5 && sharpnessOf(known.detail, border) > SHARP * known.people
  }
}
