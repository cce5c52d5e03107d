import { StampaError } from '../../../../errors.ts'
import { boxOf, piecesOf } from '../../../../pixels/pieces.ts'
import { type Box, clampBox, grownBox, rasterSource, unionBox } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { lifted, powerTo } from '../../../lift.ts'
import { scaledCopy } from '../../../scaled-copy.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { contradictionsOf, settleContradictions } from './doubts/contradictions.ts'
import type { FacesOfPhoto, RealFace } from './faces/face-gate.ts'
import { type HeadPlace, headPlace, ofHeads } from './heads/head-place.ts'
import { isHeld } from './heads/whole-heads.ts'
import { averageWithBodies, bodyVotes, weightOfBodies } from './looks/body-votes.ts'
import { raiseCutOffHeads } from './looks/cut-off-heads.ts'
import {
  averageWithParts,
  blend,
  cornersOf,
  lookAt,
  lookOnce,
  lookTwice,
  type PersonLooks,
  squaresAlong,
} from './looks/looks.ts'
import { dropBlurred, type KnownPeople } from './others/blurred-people.ts'
import { dropBystanders } from './others/bystanders.ts'
import { shareOfThose } from './others/touching-people.ts'

/** Median luma that a dark photo is lifted to, and how far at most: networks lose hair in the dark. */
const MIDDLE_LUMA = 0.25
const LEAST_POWER = 0.45
/** What a mask holds by more may be somebody. */
export const MAYBE = 0.3
/** The mask's longer side. The networks see parts of the overview itself, in 256 pixels whatever it is. */
const MASK_PX = 640
/** The same of a mask that is soon followed by that. */
const QUICK_MASK_PX = 448
/** Heads looked at closely; more would take longer than they help. */
export const HEADS_MAX = 8
/** A piece without a face is kept when it is this large against the people. */
const PIECE_SHARE = 0.15

/** What is known of the people after a look at the whole photo; the mask is bettered from then on. */
export interface PersonSearch {
  readonly fine: Raster
  /** The photo as the networks see it. */
  readonly seen: Raster
  readonly overview: Raster
  readonly mask: FloatPlane
  /** What the network said of the whole, as it is. */
  readonly atWhole: FloatPlane
  /** The same with its mirror image. */
  readonly first: FloatPlane
  readonly people: People
  /** Where they are, with a margin. */
  readonly box: Box
  readonly heads: readonly HeadPlace[]
  readonly bystanders: readonly HeadPlace[]
  /** Whose each pixel is where the customer left somebody out; see {@link shareOfThose}. */
  readonly share: FloatPlane | null
  readonly doubtful: readonly HeadPlace[]
  /** The same people and bystanders in pixels of `fine`. */
  readonly inFine: Pick<KnownPeople, 'people' | 'bystanders'>
  readonly looks: PersonLooks
  readonly isQuick: boolean
}

interface FirstLookOptions {
  readonly isQuick: boolean
  readonly isLit: boolean
  /** Whether the customer said who is left out: they may touch who stays. */
  readonly isChosen: boolean
}

/**
 * Looks at the whole photo.
 * @throws StampaError `person-not-found` when no face stands on a person
 */
export async function firstLook(
  env: ToolEnvironment,
  fine: Raster,
  photo: { readonly widthPx: number },
  faces: FacesOfPhoto,
  looks: PersonLooks,
  { isQuick, isLit, isChosen }: FirstLookOptions,
): Promise<PersonSearch> {
  const seen = isLit ? fine : lifted(fine, powerTo(fine, MIDDLE_LUMA, LEAST_POWER))
  const overview = await scaledCopy(env, rasterSource(fine), isQuick ? QUICK_MASK_PX : MASK_PX)
  const placesAt = (widthPx: number) => {
    const placeOf = (face: RealFace) => headPlace(face, widthPx / photo.widthPx)
    return {
      people: faces.people.map(placeOf),
      bystanders: faces.bystanders.map(placeOf),
      doubtful: faces.doubtful.map(placeOf),
    }
  }
  const { people: heads, bystanders, doubtful } = placesAt(overview.widthPx)
  const whole = wholeOf(overview)
  const { first: atWhole, mean } = await lookTwice(env, seen, overview, whole, looks.segmentPerson)
  const share =
    isChosen && heads.length > 0 && bystanders.length > 0
      ? await shareOfThose(env, overview, mean, heads, bystanders)
      : null
  dropOthers(mean, heads, bystanders, share)
  const people = peopleOf(mean, heads)
  if (people === null) throw new StampaError('person-not-found')
  const { width, height } = people.box
  return {
    fine,
    seen,
    overview,
    mask: { ...mean, values: mean.values.slice() },
    atWhole,
    first: mean,
    people,
    box: grownBox(people.box, Math.max(width, height) * 0.1, overview),
    heads,
    bystanders,
    share,
    doubtful,
    inFine: placesAt(fine.widthPx),
    looks,
    isQuick,
  }
}

/**
 * Looks at the people, at parts of them and at their heads, and betters the mask by it.
 * @returns what a look so far saw at most, of a mask that is no quick one; and the doubtful heads in it
 */
export async function lookCloser(
  env: ToolEnvironment,
  {
    seen,
    overview,
    mask,
    first,
    box,
    heads,
    isQuick,
    looks: { segmentPerson },
    ...search
  }: PersonSearch,
): Promise<{
  readonly glimpsed: Float32Array | null
  readonly doubtful: readonly HeadPlace[]
}> {
  const { widthPx, heightPx } = overview
  const square = squarer(box, widthPx, heightPx)
  const isWorthALook = square.width * square.height < widthPx * heightPx * 0.8
  const closer = isWorthALook ? square : wholeOf(overview)
  const look = isQuick ? lookOnce : lookAt
  if (isWorthALook) blend(mask, await look(env, seen, mask, closer, segmentPerson), closer, 0.06)
  const parts = [...(isQuick ? [] : cornersOf(closer)), ...squaresAlong(box)]
  await averageWithParts(env, seen, mask, parts, segmentPerson)
  const glimpsed = isQuick ? null : mostOf(mask, first)
  const doubtful = search.doubtful.filter((head) => isHeld(mask, head))
  for (const head of [...heads, ...doubtful].slice(0, HEADS_MAX)) {
    const side = head.size * 3.4
    if (side > Math.min(closer.width, closer.height) * 0.8) continue
    const about = clampBox(
      { x: head.x - side / 2, y: head.y - side * 0.5, width: side, height: side },
      widthPx,
      heightPx,
    )
    blend(mask, await look(env, seen, mask, about, segmentPerson), about, 0.18)
  }
  await raiseCutOffHeads(env, seen, mask, heads, segmentPerson)
  return { glimpsed, doubtful }
}

/**
 * Asks the network of bodies where the looks contradict each other, or the people are small, and drops
 * bystanders and who is out of focus.
 */
export async function askBodies(
  env: ToolEnvironment,
  {
    fine,
    seen,
    mask,
    atWhole,
    box,
    heads,
    bystanders,
    share,
    inFine,
    isQuick,
    looks,
  }: PersonSearch,
) {
  const contradictions = contradictionsOf(mask, atWhole)
  const closely = mask.values.slice()
  const isAsked = contradictions.length > 0 || (!isQuick && weightOfBodies(mask, heads) > 0)
  const ask = () =>
    bodyVotes(env, seen, { mask, atWhole }, { heads, box, segmentBody: looks.segmentBody })
  const votes = isAsked ? await ask() : null
  settleContradictions(contradictions, mask, atWhole, votes, heads)
  if (votes !== null) averageWithBodies(mask, votes, heads)
  dropOthers(mask, heads, bystanders, share)
  const votesOf = isAsked ? async () => votes : ask
  await dropBlurred(env.kernels, fine, mask, { ...inFine, votes: votesOf })
  return { closely, contradictions, votes }
}

/** Clears what is of those who are left out, in place. */
function dropOthers(
  mask: FloatPlane,
  heads: readonly HeadPlace[],
  bystanders: readonly HeadPlace[],
  share: FloatPlane | null,
): void {
  if (share === null) {
    dropBystanders(mask, heads, bystanders)
    return
  }
  for (let at = 0; at < mask.values.length; at++) {
    mask.values[at] =
      (mask.values[at] as number) * Math.min(1, Math.max(0, share.values[at] as number))
  }
}

const wholeOf = ({ widthPx, heightPx }: Raster): Box => ({
  x: 0,
  y: 0,
  width: widthPx,
  height: heightPx,
})

/** What either of two masks says at most. */
const mostOf = ({ values }: FloatPlane, other: FloatPlane): Float32Array =>
  values.map((value, at) => Math.max(value, other.values[at] as number))

interface People {
  readonly keep: Uint8Array
  readonly box: Box
}

/** The box with those in it whom only a close look at the head saw. */
export function withAllHeads(box: Box, mask: FloatPlane, heads: readonly HeadPlace[]): Box {
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
