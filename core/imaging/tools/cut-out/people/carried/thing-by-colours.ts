import type { Kernels } from '../../../../../kernels/kernels.ts'
import { boxOf, meanIn, piecesOfMarks } from '../../../../../pixels/pieces.ts'
import { type Box, createFloatPlane, grownBox } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { distanceTo } from '../../distance.ts'
import { coloursAt, oddsOf } from '../measures/colour-odds.ts'

/** A thing may be so much larger than what was glimpsed of it, in its longer sides, and some px; if that cuts it off, the next. */
const ROOMS = [0.5, 1] as const
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
/** No more than this, against its size, is cut off by its room. */
const CUT_OFF = 0.2
/** What is no further off, px, lies along a piece. */
const ALONG_PX = 2.9

/** What looks like a thing, and what lies behind it, their pixels in the mask. */
export interface Thing {
  readonly pixels: Int32Array
  readonly behind: Int32Array
  /** How much of its border is beside the people, 0..1. */
  readonly beside: number
  /** How long the rest of its border is against its size: 4 is a square's, more is ragged. */
  readonly ragged: number
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

/**
 * The thing of which a piece was glimpsed, by its colours; null where nothing ends as a thing does.
 * @param pixels of the piece, each at the head of a square of so many px
 */
export function thingAbout(
  kernels: Kernels,
  overview: Raster,
  mask: FloatPlane,
  glimpsed: Float32Array,
  pixels: Int32Array,
  stepPx: number,
): Thing | null {
  for (const share of ROOMS) {
    const room = roomOf(overview, mask, glimpsed, pixels, stepPx, share)
    const own = ownIn(kernels, room)
    if (own === null) return null
    if (isCutOff(room, own)) continue
    return {
      ...outlineOf(room, own),
      pixels: own.map((at) => room.places[at] as number),
      behind: room.places.filter((_, at) => room.isBehind[at] === 1),
    }
  }
  return null
}

/** The pixels of a room that are a thing's by their colours; null where none are. */
function ownIn(kernels: Kernels, room: Room): Int32Array | null {
  const said = saidByColours(kernels, room)
  if (said === null) return null
  const marks = withValues(new Uint8Array(said.shares.length), (at) =>
    (said.shares[at] as number) > 0.5 && room.isHeld[at] === 0 ? 1 : 0,
  )
  const own = largestOn(piecesOfMarks(marks, room.box.width), room.isAsked)
  return own === null || meanIn(said.odds, own) < OWN ? null : own
}

/** Whether a thing goes on beyond its room. */
function isCutOff({ box: { width, height } }: Room, own: Int32Array): boolean {
  const isAtEnd = (at: number) => {
    const x = at % width
    return x === 0 || x === width - 1 || at < width || at >= width * (height - 1)
  }
  return own.filter(isAtEnd).length > CUT_OFF * Math.sqrt(own.length)
}

function roomOf(
  overview: Raster,
  mask: FloatPlane,
  glimpsed: Float32Array,
  pixels: Int32Array,
  stepPx: number,
  share: number,
): Room {
  const own = boxOf(pixels, mask.widthPx)
  const by = Math.floor(share * Math.max(own.width, own.height)) + ROOM_PX
  const box = grownBox(own, by, mask)
  const count = box.width * box.height
  const [places, held] = [new Int32Array(count), new Uint8Array(count)]
  for (let at = 0; at < count; at++) {
    const x = at % box.width
    const place = (box.y + (at - x) / box.width) * mask.widthPx + box.x + x
    places[at] = place
    held[at] = (mask.values[place] as number) > 0.5 ? 1 : 0
  }
  const isAsked = new Uint8Array(places.length)
  for (const at of pixels) {
    const x = at % mask.widthPx
    const to = ((at - x) / mask.widthPx - box.y) * box.width + x - box.x
    // A pixel stands for those that were stepped over.
    for (let down = 0; down < stepPx; down++)
      isAsked.fill(1, to + down * box.width, to + down * box.width + stepPx)
  }
  const [seen, isBehind] = [new Float32Array(count), new Uint8Array(count)]
  for (let at = 0; at < count; at++) {
    const place = places[at] as number
    const look = glimpsed[place] as number
    seen[at] = look
    const isSure = (mask.values[place] as number) < BEHIND.held && look < BEHIND.glimpsed
    isBehind[at] = isSure && isAsked[at] === 0 ? 1 : 0
  }
  const colours = coloursAt(overview, places)
  return { box, places, colours, isHeld: held, glimpsed: seen, isAsked, isBehind }
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

/** How much of what is along a piece is the people's, and how long the rest is. */
function outlineOf({ box, isHeld }: Room, own: Int32Array): Pick<Thing, 'beside' | 'ragged'> {
  const isOwn = new Uint8Array(isHeld.length)
  for (const at of own) isOwn[at] = 1
  const size = { widthPx: box.width, heightPx: box.height }
  const away = distanceTo(size, isOwn, ALONG_PX).values
  let [beside, free] = [0, 0]
  for (let at = 0; at < isHeld.length; at++) {
    if (isOwn[at] === 1 || (away[at] as number) > ALONG_PX) continue
    if (isHeld[at] === 1) beside++
    else free++
  }
  return { beside: beside / (beside + free), ragged: free / Math.sqrt(own.length) }
}
