import { clearFromSides, meanIn, piecesOfMarks } from '../../../../../pixels/pieces.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import type { HeadPlace } from './head-place.ts'

/** An ellipse about a face, in sizes of its box; its middle lies above the box's. */
interface HeadShape {
  readonly up: number
  readonly across: number
  readonly along: number
}

/** Person in at least 99 of 100 street photographs (`portrait/train`), whatever hair or hat. */
const SKULL: HeadShape = { up: 0.2, across: 0.26, along: 0.54 }
/** Holds a head with its hair in most. */
const HEAD: HeadShape = { up: 0.2, across: 0.8, along: 0.95 }
/** The skull's mask fades over this share of its ellipse. */
const FADE = 0.25
/** A hole is of a head when this share of it lies there. */
const OF_HEAD = 0.9
/** Of a gap that is filled because the networks saw a person there. */
const SEEN = 0.42
/** Under this a hole in a head was opened on purpose, by a stroke: in a mask alone there is none. */
const OPENED = 0.25
const CLEAR = 0.5
const SOLID = 0.97

/** Under this mean over a skull the networks see nobody: it may be a poster's face, or no face. */
const SOMEBODY = 0.35

/** From this mean over a skull on it is somebody's who belongs to the mask. */
const HELD = 0.7

/** Whether a mask holds a head. */
export const isHeld = (mask: FloatPlane, head: HeadPlace): boolean => meanOfSkull(mask, head) > HELD

function meanOfSkull(mask: FloatPlane, head: HeadPlace): number {
  let sum = 0
  let count = 0
  eachIn(mask, head, SKULL, (at) => {
    sum += mask.values[at] ?? 0
    count++
  })
  return count === 0 ? 0 : sum / count
}

/** Raises, in place, a mask where a skull surely is. */
export function raiseSkulls(mask: FloatPlane, heads: readonly HeadPlace[]): void {
  for (const head of heads) {
    if (meanOfSkull(mask, head) < SOMEBODY) continue
    eachIn(mask, head, SKULL, (at, apart) => {
      mask.values[at] = Math.max(mask.values[at] ?? 0, 1 - smoothstep(1 - FADE, 1, apart))
    })
  }
}

/** 1 in heads, their hair with them. */
export function headsIn(mask: Size, heads: readonly HeadPlace[]): Uint8Array {
  const inHead = new Uint8Array(mask.widthPx * mask.heightPx)
  for (const head of heads) {
    eachIn(mask, head, HEAD, (at) => {
      inHead[at] = 1
    })
  }
  return inHead
}

/**
 * Fills, in place, what a matte leaves open in the middle of a person: every hole in a head and its
 * hair, and elsewhere those in which the networks saw somebody.
 * @param isMended whether strokes were painted: what they opened in heads stays open
 */
export function fillHoles(
  matte: FloatPlane,
  heads: readonly HeadPlace[],
  seen: FloatPlane = matte,
  isMended = false,
): void {
  const inHead = headsIn(matte, heads)
  const open = new Uint8Array(matte.values.length)
  for (const opaque of [CLEAR, SOLID]) {
    markBelow(open, matte.values, opaque)
    // But for crowns that the upper side cuts off.
    const crowns = heads.map((head) => crownOn(open.subarray(0, matte.widthPx), head))
    const isCrown = (x: number) => crowns.some(({ from, until }) => x >= from && x < until)
    clearFromSides(open, matte.widthPx, (x) => !isCrown(x))
    for (const { pixels } of piecesOfMarks(open, matte.widthPx)) {
      // With its soft rim a gap that was just left open looks like a person half seen.
      const isGap = opaque > CLEAR && pixels.some((at) => (matte.values[at] ?? 0) < CLEAR)
      const share = meanIn(seen.values, pixels)
      if (meanIn(inHead, pixels) < OF_HEAD && (isGap || share < SEEN)) continue
      if (isMended && share < OPENED) continue
      for (let next = 0; next < pixels.length; next++) matte.values[pixels[next] as number] = 1
    }
  }
}

function markBelow(marks: Uint8Array, values: Float32Array, most: number): void {
  for (let at = 0; at < marks.length; at++) marks[at] = (values[at] as number) < most ? 1 : 0
}

/** From the first to the last that is no mark, over a head, of the row that cuts it off. */
function crownOn(row: Uint8Array, { x, size }: HeadPlace) {
  const reach = HEAD.across * size
  const first = Math.max(0, Math.round(x - reach))
  const over = row.subarray(first, Math.max(first, Math.round(x + reach)))
  return { from: first + over.indexOf(0), until: first + over.lastIndexOf(0) }
}

type Size = Pick<FloatPlane, 'widthPx' | 'heightPx'>

/** The pixels of a head's ellipse, each with how far out it lies, 0..1. */
function eachIn(
  { widthPx, heightPx }: Size,
  head: HeadPlace,
  shape: HeadShape,
  visit: (at: number, apart: number) => void,
): void {
  const { cos, sin } = { cos: Math.cos(head.angle), sin: Math.sin(head.angle) }
  const x0 = head.x + sin * shape.up * head.size
  const y0 = head.y - cos * shape.up * head.size
  const reach = Math.max(shape.across, shape.along) * head.size
  for (let y = Math.max(0, Math.floor(y0 - reach)); y < Math.min(heightPx, y0 + reach); y++) {
    for (let x = Math.max(0, Math.floor(x0 - reach)); x < Math.min(widthPx, x0 + reach); x++) {
      const across = ((x - x0) * cos + (y - y0) * sin) / (shape.across * head.size)
      const along = ((y - y0) * cos - (x - x0) * sin) / (shape.along * head.size)
      const apart = Math.sqrt(across * across + along * along)
      if (apart < 1) visit(y * widthPx + x, apart)
    }
  }
}
