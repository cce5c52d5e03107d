import { type Box, createFloatPlane, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import type { SegmentBody } from '../../portrait/segment-body.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { HeadPlace } from './bystanders.ts'

/** The second network's part in the mean: what the first is sure of, it does not overturn. */
const VOTE = 0.45
/** People who are looked at one by one; in a crowd bodies hide each other. */
const BODIES_MAX = 4
/** Share of a head in the picture from which the vote fades, and counts no more: it knows bodies. */
const FAR = 0.1
const NEAR = 0.15
/** A head so large leaves no body to be seen. */
const PORTRAIT = 0.5
/** A vote that shares less than this with the mask has looked at something else. */
const AGREEMENT_MIN = 0.5
/** A body's room beside and below its head, in sizes of the face's box. */
const BESIDE = 3.4
const BELOW = 8.5
const ABOVE = 1.6
/** What lies at the rim of a square turns the network's mind: two of them are asked. */
const MARGINS = [1.05, 1.25] as const

/**
 * What a network of whole bodies says of each person, under 0 where it was not asked; null where it
 * would not help, or looked at something else.
 * @param mask what is known so far, and the look at the whole: one of them must agree
 * @param box of all people, in pixels of the picture
 */
export async function bodyVotes(
  env: ToolEnvironment,
  picture: Raster,
  { mask, atWhole }: Readonly<Record<'mask' | 'atWhole', FloatPlane>>,
  { heads, box, segmentBody }: BodiesToSee,
): Promise<FloatPlane | null> {
  if (heads.length > BODIES_MAX || largestShare(picture, heads) > PORTRAIT) return null
  const votes = createFloatPlane(mask.widthPx, mask.heightPx)
  votes.values.fill(-1)
  const rooms = heads.length > 1 ? heads.map((head) => roomOf(head, box)) : [box]
  for (const room of rooms) {
    const looks = MARGINS.map((margin) => squareAbout(room, margin))
    const bodies: FloatPlane[] = []
    for (const square of looks) {
      bodies.push(await segmentBody(picture, square))
      await env.checkpoint()
    }
    const [inner, outer] = looks
    const [near, far] = bodies
    if (inner === undefined || outer === undefined || near === undefined || far === undefined)
      continue
    eachInSquare(mask, inner, (at, x, y) => {
      const across = (inner.x + x * inner.width - outer.x) / outer.width
      const down = (inner.y + y * inner.height - outer.y) / outer.height
      const vote = (valueAt(near, x, y) + valueAt(far, across, down)) / 2
      votes.values[at] = Math.max(votes.values[at] ?? 0, vote)
    })
  }
  const agreed = Math.max(agreement(mask, votes), agreement(atWhole, votes))
  return agreed < AGREEMENT_MIN ? null : votes
}

/** The largest head against the picture's longer side. */
const largestShare = (
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  heads: readonly HeadPlace[],
): number => Math.max(0, ...heads.map((head) => head.size)) / Math.max(widthPx, heightPx)

/** What the votes count in the mean. */
export const weightOfBodies = (
  picture: { readonly widthPx: number; readonly heightPx: number },
  heads: readonly HeadPlace[],
): number => VOTE * (1 - smoothstep(FAR, NEAR, largestShare(picture, heads)))

/** Averages a mask, in place, with what a network of whole bodies says of people seen whole. */
export function averageWithBodies(
  mask: FloatPlane,
  votes: FloatPlane,
  heads: readonly HeadPlace[],
): void {
  const weight = weightOfBodies(mask, heads)
  if (weight === 0) return
  for (let at = 0; at < mask.values.length; at++) {
    const vote = votes.values[at] ?? 0
    const old = mask.values[at] ?? 0
    if (vote >= 0) mask.values[at] = old + (vote - old) * weight
  }
}

export interface BodiesToSee {
  readonly heads: readonly HeadPlace[]
  readonly box: Box
  readonly segmentBody: SegmentBody
}

function roomOf(head: HeadPlace, box: Box): Box {
  const x = Math.max(box.x, head.x - BESIDE * head.size)
  const y = Math.max(box.y, head.y - ABOVE * head.size)
  const right = Math.min(box.x + box.width, head.x + BESIDE * head.size)
  const bottom = Math.min(box.y + box.height, head.y + BELOW * head.size)
  return { x, y, width: right - x, height: bottom - y }
}

function squareAbout(room: Box, margin: number): Box {
  const side = Math.max(room.width, room.height) * margin
  return {
    x: room.x + (room.width - side) / 2,
    y: room.y + (room.height - side) / 2,
    width: side,
    height: side,
  }
}

/** The pixels of a plane that lie in a square, each with its place in the square, 0..1. */
function eachInSquare(
  { widthPx, heightPx }: FloatPlane,
  square: Box,
  visit: (at: number, x: number, y: number) => void,
): void {
  const left = Math.max(0, Math.ceil(square.x))
  const right = Math.min(widthPx, Math.floor(square.x + square.width))
  const top = Math.max(0, Math.ceil(square.y))
  const bottom = Math.min(heightPx, Math.floor(square.y + square.height))
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      visit(y * widthPx + x, (x - square.x) / square.width, (y - square.y) / square.height)
    }
  }
}

/** Bilinear, at a place given in shares of the plane's sides. */
function valueAt({ widthPx, heightPx, values }: FloatPlane, x: number, y: number): number {
  const px = Math.min(widthPx - 1, Math.max(0, x * widthPx - 0.5))
  const py = Math.min(heightPx - 1, Math.max(0, y * heightPx - 0.5))
  const left = Math.floor(px)
  const top = Math.floor(py)
  const right = Math.min(widthPx - 1, left + 1)
  const below = Math.min(heightPx - 1, top + 1)
  const mix = (row: number) => {
    const from = values[row * widthPx + left] ?? 0
    return from + ((values[row * widthPx + right] ?? 0) - from) * (px - left)
  }
  return mix(top) + (mix(below) - mix(top)) * (py - top)
}

/** Intersection over union at one half, where there is a vote. */
function agreement(mask: FloatPlane, votes: FloatPlane): number {
  let both = 0
  let either = 0
  for (let at = 0; at < mask.values.length; at++) {
    const vote = votes.values[at] ?? 0
    if (vote < 0) continue
    const a = (mask.values[at] ?? 0) > 0.5
    const b = vote > 0.5
    if (a && b) both++
    if (a || b) either++
  }
  return either === 0 ? 0 : both / either
}
