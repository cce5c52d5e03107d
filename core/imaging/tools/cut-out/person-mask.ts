import { StampaError } from '../../../errors.ts'
import { boxOf, clearPiecesWithout, piecesOf } from '../../../pixels/pieces.ts'
import { type Box, clampBox, grownBox, rasterSource, unionBox } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { lifted, powerTo } from '../../lift.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { dropBlurred } from './blurred-people.ts'
import { averageWithBodies, bodyVotes, isPortrait, weightOfBodies } from './body-votes.ts'
import { dropBystanders, type HeadPlace } from './bystanders.ts'
import { holdCarriedThings } from './carried-things.ts'
import { contradictionsOf, settleContradictions, withPieces } from './contradictions.ts'
import { raiseCutOffHeads } from './cut-off-heads.ts'
import type { FacesOfPhoto, RealFace } from './face-gate.ts'
import { settleHair } from './hair-colours.ts'
import { dropHeadsAtShoulders } from './heads-at-shoulders.ts'
import { raiseLikeColoured } from './like-colours.ts'
import { raiseLimbsAtSides } from './limbs-at-sides.ts'
import {
  averageWithParts,
  blend,
  cornersOf,
  lookAt,
  lookOnce,
  lookTwice,
  type PersonLooks,
  squaresAlong,
} from './looks.ts'
import { fillOwnHoles } from './own-holes.ts'
import { lowerScraps } from './scraps.ts'
import { dropTakenAlong } from './taken-along.ts'
import { fillHoles, isHeld, raiseSkulls } from './whole-heads.ts'

/** Median luma that a dark photo is lifted to, and how far at most: networks lose hair in the dark. */
const MIDDLE_LUMA = 0.25
const LEAST_POWER = 0.45
const MAYBE = 0.3
/** The mask's longer side. The networks see parts of the overview itself, in 256 pixels whatever it is. */
const MASK_PX = 640
/** The same of a mask that is soon followed by that. */
const QUICK_MASK_PX = 448
/** Heads looked at closely; more would take longer than they help. */
const HEADS_MAX = 8
/** A piece without a face is kept when it is this large against the people. */
const PIECE_SHARE = 0.15

/** The coarse mask of the people a photo is about. */
export interface PersonMask {
  readonly mask: FloatPlane
  /** A copy of the photo as large as the mask. */
  readonly overview: Raster
  /** Where they are, with a margin, in pixels of the mask. */
  readonly box: Box
}

/** How a mask is made. */
export interface MaskSearch {
  /** Half as many looks are taken, for a mask that a better one soon follows. */
  readonly isQuick?: boolean
  /** The photo is lifted already, if it was dark. */
  readonly isLit?: boolean
  /** Lowers what was taken along, by what was learnt unless it is being learnt. */
  readonly dropAlong?: typeof dropTakenAlong
}

/**
 * Looks closer each time, because the network sees 256 pixels whatever it is shown: at the whole, at
 * the people, at the people from each corner and in squares along them, and at each head. Of a dark
 * photo the networks see a lighter copy.
 * @throws StampaError `person-not-found` when no face stands on a person
 */
export async function maskPeople(
  env: ToolEnvironment,
  fine: Raster,
  photo: { readonly widthPx: number; readonly heightPx: number },
  faces: FacesOfPhoto,
  { segmentPerson, segmentBody }: PersonLooks,
  { isQuick = false, isLit = false, dropAlong = dropTakenAlong }: MaskSearch = {},
): Promise<PersonMask> {
  const seen = isLit ? fine : lifted(fine, powerTo(fine, MIDDLE_LUMA, LEAST_POWER))
  const overview = await scaledCopy(env, rasterSource(fine), isQuick ? QUICK_MASK_PX : MASK_PX)
  const { widthPx, heightPx } = overview
  const scale = widthPx / photo.widthPx
  const placeOf = (face: RealFace) => headPlace(face, scale)
  const heads = faces.people.map(placeOf)
  const bystanders = faces.bystanders.map(placeOf)
  const whole = { x: 0, y: 0, width: widthPx, height: heightPx }
  const { first: atWhole, mean: first } = await lookTwice(env, seen, overview, whole, segmentPerson)
  dropBystanders(first, heads, bystanders)
  const people = peopleOf(first, heads)
  if (people === null) throw new StampaError('person-not-found')
  const { width, height } = people.box
  const box = grownBox(people.box, Math.max(width, height) * 0.1, overview)
  const mask = { ...first, values: first.values.slice() }
  const square = squarer(box, widthPx, heightPx)
  const worthALook = square.width * square.height < widthPx * heightPx * 0.8
  const closer = worthALook ? square : whole
  const lookCloser = isQuick ? lookOnce : lookAt
  if (worthALook)
    blend(mask, await lookCloser(env, seen, mask, closer, segmentPerson), closer, 0.06)
  const parts = [...(isQuick ? [] : cornersOf(closer)), ...squaresAlong(box)]
  await averageWithParts(env, seen, mask, parts, segmentPerson)
  const glimpsed = isQuick ? null : mostOf(mask, first)
  const doubtful = faces.doubtful.map(placeOf).filter((head) => isHeld(mask, head))
  for (const head of [...heads, ...doubtful].slice(0, HEADS_MAX)) {
    const side = head.size * 3.4
    if (side > Math.min(closer.width, closer.height) * 0.8) continue
    const about = clampBox(
      { x: head.x - side / 2, y: head.y - side * 0.5, width: side, height: side },
      widthPx,
      heightPx,
    )
    blend(mask, await lookCloser(env, seen, mask, about, segmentPerson), about, 0.18)
  }
  await raiseCutOffHeads(env, seen, mask, heads, segmentPerson)
  const contradictions = contradictionsOf(mask, atWhole)
  const isContradicted = contradictions.length > 0
  const closely = mask.values.slice()
  const isAsked = isContradicted || (!isQuick && weightOfBodies(mask, heads) > 0)
  const ask = () => bodyVotes(env, seen, { mask, atWhole }, { heads, box, segmentBody })
  const votes = isAsked ? await ask() : null
  settleContradictions(contradictions, mask, atWhole, votes, heads)
  if (votes !== null) averageWithBodies(mask, votes, heads)
  dropBystanders(mask, heads, bystanders)
  const votesOf = isAsked ? async () => votes : ask
  const placeInFine = (face: RealFace) => headPlace(face, fine.widthPx / photo.widthPx)
  await dropBlurred(env.kernels, fine, mask, {
    people: faces.people.map(placeInFine),
    bystanders: faces.bystanders.map(placeInFine),
    votes: votesOf,
  })
  raiseLikeColoured(env.kernels, overview, mask)
  if (!isQuick && isPortrait(mask, heads)) {
    await raiseLimbsAtSides(env, seen, mask, segmentPerson)
  }
  const held = [...heads, ...doubtful.filter((head) => isHeld(mask, head))]
  settleHair(env.kernels, overview, mask, held.slice(0, HEADS_MAX))
  fillOwnHoles(overview, mask, held)
  if (glimpsed !== null) {
    const things = holdCarriedThings(env.kernels, overview, mask, glimpsed, held)
    for (const pixels of things) for (const at of pixels) people.keep[at] = 1
    dropAlong(env.kernels, overview, { mask, closely, atWhole, votes, heads, held })
    lowerScraps(mask, held, things)
    dropHeadsAtShoulders(mask, closely, votes, held)
  }
  raiseSkulls(mask, held)
  fillHoles(mask, held, withPieces(mask, closely, contradictions))
  const isOfHead = ofHeads(mask, heads)
  clearPiecesWithout(mask, MAYBE, (at) => people.keep[at] === 1 || isOfHead(at))
  return { mask, overview, box: withAllHeads(box, mask, heads) }
}

/** What either of two masks says at most. */
const mostOf = ({ values }: FloatPlane, other: FloatPlane): Float32Array =>
  values.map((value, at) => Math.max(value, other.values[at] as number))

/** A face of the photo in pixels of a copy at a scale. */
export const headPlace = (face: RealFace, scale: number): HeadPlace => ({
  x: face.centreX * scale,
  y: face.centreY * scale,
  size: face.sizePx * scale,
  angle: face.angle,
})

interface People {
  readonly keep: Uint8Array
  readonly box: Box
}

/** Tells pixels in the middle of a head. */
function ofHeads({ widthPx }: FloatPlane, heads: readonly HeadPlace[]): (at: number) => boolean {
  return (at) => {
    const x = at % widthPx
    const y = Math.floor(at / widthPx)
    return heads.some(
      (head) => Math.max(Math.abs(x - head.x), Math.abs(y - head.y)) < head.size / 2,
    )
  }
}

/** The box with those in it whom only a close look at the head saw. */
function withAllHeads(box: Box, mask: FloatPlane, heads: readonly HeadPlace[]): Box {
  const isIn = ({ x, y }: HeadPlace) =>
    x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
  const people = heads.every(isIn) ? null : peopleOf(mask, heads)
  if (people === null) return box
  const margin = Math.max(people.box.width, people.box.height) * 0.1
  return unionBox(box, grownBox(people.box, margin, mask))
}

/** The pieces of the mask that carry a face, and other large ones. */
function peopleOf(mask: FloatPlane, heads: readonly HeadPlace[]): People | null {
  const isOfHead = ofHeads(mask, heads)
  const pieces = piecesOf(mask, MAYBE)
  const withFace = new Set(pieces.filter((piece) => piece.pixels.some(isOfHead)))
  const area =
    heads.length === 0
      ? Math.max(0, ...pieces.map((piece) => piece.pixels.length))
      : [...withFace].reduce((sum, piece) => sum + piece.pixels.length, 0)
  if (area === 0) return null
  const kept = pieces.filter(
    (piece) => withFace.has(piece) || piece.pixels.length > area * PIECE_SHARE,
  )
  const keep = new Uint8Array(mask.values.length)
  for (const piece of kept) for (const at of piece.pixels) keep[at] = 1
  return { keep, box: kept.map(({ pixels }) => boxOf(pixels, mask.widthPx)).reduce(unionBox) }
}

/** Widened towards a square, within the picture: the network takes squares. */
function squarer(box: Box, widthPx: number, heightPx: number): Box {
  const side = Math.max(box.width, box.height)
  const width = Math.min(widthPx, side)
  const height = Math.min(heightPx, side)
  const x = Math.min(widthPx - width, Math.max(0, box.x - (width - box.width) / 2))
  const y = Math.min(heightPx - height, Math.max(0, box.y - (height - box.height) / 2))
  return clampBox({ x, y, width, height }, widthPx, heightPx)
}
