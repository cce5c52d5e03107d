import type { Kernels } from '../../../../kernels/kernels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { eachRow, type Head } from '../../../face-points/head.ts'
import type { Cel } from '../cel.ts'
import { type Cells, sizesOf } from '../cells/cells.ts'
import { noiseAlong } from '../noise-at.ts'
import { HAIR_BARE, type Hair } from './hair.ts'
import { boxOf, cut, type Part } from './hair-rim.ts'
import { PART } from './hair-tones.ts'

/** So near to hair a rim lies, head widths: the softness of hair that is smeared, and where of that a place is near; and how much of a rim is. */
const NEAR = { soft: 0.08, from: 0.03, share: 0.7 } as const
/** A rim is so large, square head widths: less is an earring, and more a thing. Where the mask of people does not fray it is larger, or it is a thing behind. */
const SIZE = { least: 0.012, unfrayed: 0.04, most: 0.3 } as const
/** So much lighter than its hair a rim is painted, OKLab. */
const LIGHTER = 0.29
/** So much of a rim is of the mask of people, which hair against the light frays: between these it does. */
const OWN = { mask: 0.5, share: 0.15, frayed: { from: 0.4, to: 0.9 } } as const
/** A collar lies lower, face widths below the middle of the face; and where the mask of people does not fray a rim, ears and the wall beside a cheek do. */
const LOWEST = { frayed: 0.3, else: -0.3 } as const
/** Locks of the hair's tone reach into its rim, as near to hair as this at least and at most, each so wide as it is seen from the middle of the head, face widths below that of the face, and leaning, radians. */
const LOCKS = { short: 0.12, long: 0.36, turn: 0.16, lean: 0.8, about: -0.3 } as const
/** What is so surely worn is no hair. */
const WORN = 0.3

/** What is known of a head beside its hair. */
interface Known {
  readonly head: Head
  /** How likely something is worn on each place of the head's box, 0..1. */
  readonly worn: FloatPlane | null
  /** Where people are, 0..1. */
  readonly person: FloatPlane
}

/**
 * Hair that has the light behind it has a rim so bright that it is no hair to the network, and would be a pale scarf
 * about the head: it is painted as the hair's light.
 * @param isKept 1 at each pixel of the cel that is painted as skin or hair, and stays
 */
export function paintBacklitRim(
  kernels: Kernels,
  cel: Cel,
  hair: Hair,
  { head, worn, person }: Known,
  isKept: Uint8Array,
): void {
  const [lit, tone] = [toneOf(cel, hair, PART.light), toneOf(cel, hair, PART.tone)]
  if (lit === null || tone === null) return
  const roomPx = Math.ceil(3 * NEAR.soft * head.widthPx)
  const box = boxOf(hair.places, cel, roomPx)
  const part = { cel, box, isKept }
  const of = cut(cel.cells, new Uint32Array(box.width * box.height), part)
  const size = { widthPx: box.width, heightPx: box.height }
  const pieces = kernels.connectCells({ ...size, of, total: cel.total })
  const sizes = sizesOf(pieces)
  const square = head.widthPx ** 2
  const isAsked = unkeptOf(pieces, sizes, part, square)
  if (!isAsked.includes(1)) return
  const near = nearness(kernels, part, hair, NEAR.soft * head.widthPx)
  const sums = sumsOf(part, pieces, isAsked, near, { head, worn, person })
  const isRim = Uint8Array.from(sizes, (size, piece) => {
    if (isAsked[piece] === 0) return 0
    const share = (of: Float64Array) => (of[piece] as number) / size
    const own = share(sums.own)
    const isFrayed = own > OWN.frayed.from && own < OWN.frayed.to
    const isSized = size > (isFrayed ? SIZE.least : SIZE.unfrayed) * square
    const isBeside = isSized && share(sums.near) > NEAR.share
    const isBright = isBeside && share(sums.light) > tone.lightness + LIGHTER
    const lowest = isFrayed ? LOWEST.frayed : LOWEST.else
    const isHeads = isBright && own > OWN.share && share(sums.down) < lowest
    return isHeads && share(sums.worn) < WORN ? 1 : 0
  })
  if (!isRim.includes(1)) return
  eachRow({ ...head, box }, cel.widthPx, (start, first, left, top, du, dv) => {
    for (let x = 0; x < box.width; x++) {
      const [at, own] = [start + x, first + x]
      if (isRim[pieces.of[own] as number] !== 1) continue
      const close = near[own] as number
      const turn = Math.atan2(left + x * du, top + x * dv - LOCKS.about) + LOCKS.lean * close
      const to = close > LOCKS.short + LOCKS.long * noiseAlong(turn / LOCKS.turn, 0) ? tone : lit
      cel.set(at, to.cell, to.lightness, to.a, to.b)
      cel.bare[at] = Math.max(cel.bare[at] as number, HAIR_BARE)
    }
  })
}

/** A tone of hair: its cell and mean colour, OKLab. */
interface HairTone {
  readonly cell: number
  readonly lightness: number
  readonly a: number
  readonly b: number
}

/** Null where hair has none of that tone. */
function toneOf(cel: Cel, { places, parts, colours }: Hair, part: number): HairTone | null {
  let [cell, count, light, red, yellow] = [0, 0, 0, 0, 0]
  for (let k = 0; k < places.length; k++) {
    if (parts[k] !== part) continue
    cell = cel.cells[places[k] as number] as number
    light += colours[3 * k] as number
    red += colours[3 * k + 1] as number
    yellow += colours[3 * k + 2] as number
    count++
  }
  if (count === 0) return null
  return { cell, lightness: light / count, a: red / count, b: yellow / count }
}

/** How near each place of the part is to hair: hair that is smeared. */
function nearness(kernels: Kernels, { cel, box }: Part, { places }: Hair, sigmaPx: number) {
  const values = new Float32Array(box.width * box.height)
  for (let k = 0; k < places.length; k++) {
    const at = places[k] as number
    const row = Math.floor(at / cel.widthPx) - box.y
    values[row * box.width + (at % cel.widthPx) - box.x] = 1
  }
  return kernels.gaussian({ widthPx: box.width, heightPx: box.height, values }, sigmaPx).values
}

/** 1 for each piece that is neither too small nor too large for a rim, and of which nothing is kept. */
function unkeptOf(
  { of }: Cells,
  sizes: Uint32Array,
  { cel, box, isKept }: Part,
  square: number,
): Uint8Array {
  const isAsked = new Uint8Array(sizes.length)
  for (let piece = 0; piece < sizes.length; piece++) {
    const size = sizes[piece] as number
    if (size > SIZE.least * square && size < SIZE.most * square) isAsked[piece] = 1
  }
  for (let y = 0, own = 0; y < box.height; y++) {
    const row = (box.y + y) * cel.widthPx + box.x
    for (let x = 0; x < box.width; x++, own++) {
      if (isKept[row + x] === 1) isAsked[of[own] as number] = 0
    }
  }
  return isAsked
}

/** Of each piece that is asked about the sum over its pixels of what is near, of people and worn, of their light, and of how far down they lie. */
function sumsOf(
  { cel, box }: Part,
  { of, total }: Cells,
  isAsked: Uint8Array,
  near: Float32Array,
  known: Known,
) {
  const { head, worn, person } = known
  const plane = () => new Float64Array(total)
  const sums = {
    near: plane(),
    own: plane(),
    light: plane(),
    down: plane(),
    worn: plane(),
  }
  const add = (sum: Float64Array, piece: number, value: number) => {
    sum[piece] = (sum[piece] as number) + value
  }
  eachRow({ ...head, box }, cel.widthPx, (start, first, _, top, __, dv) => {
    const row = (start - box.x) / cel.widthPx - head.box.y
    const isOfHead = worn !== null && row >= 0 && row < head.box.height
    for (let x = 0; x < box.width; x++) {
      const [at, own] = [start + x, first + x]
      const piece = of[own] as number
      // Most of what lies about a head is too large for a rim, or skin and hair.
      if (isAsked[piece] === 0) continue
      if ((near[own] as number) > NEAR.from) add(sums.near, piece, 1)
      if ((person.values[at] as number) > OWN.mask) add(sums.own, piece, 1)
      add(sums.light, piece, cel.colours.lightness[at] as number)
      add(sums.down, piece, top + x * dv)
      const column = box.x + x - head.box.x
      if (!isOfHead || column < 0 || column >= head.box.width) continue
      add(sums.worn, piece, worn.values[row * head.box.width + column] as number)
    }
  })
  return sums
}
