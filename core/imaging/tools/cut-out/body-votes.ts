import { type Box, createFloatPlane, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import type { SegmentBody } from '../../portrait/segment-body.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { HeadPlace } from './bystanders.ts'

/** The second network's part in the mean: what the first is sure of, it does not overturn. */
const VOTE = 0.4
/** People who are looked at one by one; in a crowd bodies hide each other. */
const BODIES_MAX = 4
/** Share of a head in the picture from which the vote fades, and counts no more: it knows bodies. */
const FAR = 0.1
const NEAR = 0.2
/** A vote that shares less than this with the mask has looked at something else. */
const AGREEMENT_MIN = 0.5
/** A body's room beside and below its head, in sizes of the face's box. */
const BESIDE = 3.4
const BELOW = 8.5
const ABOVE = 1.6
const MARGIN = 1.05

/**
 * Averages a mask, in place, with what a network of whole bodies says of each person.
 * @param box of all people, in pixels of the picture
 */
export async function voteOfBodies(
  env: ToolEnvironment,
  picture: Raster,
  mask: FloatPlane,
  { heads, box, segmentBody }: BodiesToSee,
): Promise<void> {
  const largest = Math.max(0, ...heads.map((head) => head.size))
  const share = largest / Math.max(picture.widthPx, picture.heightPx)
  const weight = VOTE * (1 - smoothstep(FAR, NEAR, share))
  if (heads.length > BODIES_MAX || weight === 0) return
  const votes = createFloatPlane(mask.widthPx, mask.heightPx)
  votes.values.fill(-1)
  const rooms = heads.length > 1 ? heads.map((head) => roomOf(head, box)) : [box]
  for (const room of rooms) {
    const square = squareAbout(room)
    const body = await segmentBody(picture, square)
    await env.checkpoint()
    eachInSquare(mask, square, (at, x, y) => {
      votes.values[at] = Math.max(votes.values[at] ?? 0, valueAt(body, x, y))
    })
  }
  if (agreement(mask, votes) < AGREEMENT_MIN) return
  for (let at = 0; at < mask.values.length; at++) {
    const vote = votes.values[at] ?? 0
    const old = mask.values[at] ?? 0
    if (vote >= 0) mask.values[at] = old + (vote - old) * weight
  }
}

interface BodiesToSee {
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

function squareAbout(room: Box): Box {
  const side = Math.max(room.width, room.height) * MARGIN
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
