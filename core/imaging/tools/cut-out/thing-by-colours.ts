import type { Kernels } from '../../../kernels/kernels.ts'
import { boxOf, meanIn, piecesOfMarks } from '../../../pixels/pieces.ts'
import { type Box, createFloatPlane, grownBox } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'
import { coloursAt, oddsOf } from './colour-odds.ts'
import { distanceTo } from './distance.ts'

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
/** What is no further off, px, lies along a piece. */
const ALONG_PX = 2.9

/** What looks like a thing, and what lies behind it, their pixels in the mask. */
export interface Thing {
  readonly pixels: Int32Array
  readonly behind: Int32Array
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
  const room = roomOf(overview, mask, glimpsed, pixels, stepPx)
  const said = saidByColours(kernels, room)
  if (said === null) return null
  const { width, height } = room.box
  const marks = withValues(new Uint8Array(said.shares.length), (at) =>
    (said.shares[at] as number) > 0.5 && room.isHeld[at] === 0 ? 1 : 0,
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
  stepPx: number,
): Room {
  const own = boxOf(pixels, mask.widthPx)
  const by = Math.floor(ROOM * Math.max(own.width, own.height)) + ROOM_PX
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

/** How many pixels along a piece are the people's, and how many are not. */
function outlineOf({ box, isHeld }: Room, own: Int32Array) {
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
  return { beside, free }
}
