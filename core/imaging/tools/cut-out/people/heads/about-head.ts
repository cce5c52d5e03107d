import { type Box, clampBox, createFloatPlane, smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import { coloursAt } from '../measures/colour-odds.ts'
import type { HeadPlace } from './head-place.ts'

/** Colours are learnt so far about the middle of a face, and down to the shoulders, in sizes of its box. */
const AROUND = 2.2
const DOWN = 1

/** What is known about a head, in every pixel of a box about it or in some. */
export interface AboutHead {
  readonly box: Box
  /** Of each its place in the mask. */
  readonly places: Int32Array
  readonly colours: Uint16Array
  /** What the looks say. */
  readonly seen: FloatPlane
  /** 1 where colours are learnt. */
  readonly isLearnt: Uint8Array
  /** Where there may be hair, 0..1: about the face, not on it. */
  readonly hair: Float32Array
}

/**
 * Looks about a head, down to the shoulders.
 * @param step from one pixel that is looked at to the next, px
 */
export function lookAbout(
  overview: Raster,
  mask: FloatPlane,
  head: HeadPlace,
  step: number,
): AboutHead {
  const { x, y, size } = head
  const reach = AROUND * size
  const around = { x: x - reach, y: y - reach, width: 2 * reach, height: reach + DOWN * size }
  const box = clampBox(around, mask.widthPx, mask.heightPx)
  const seen = createFloatPlane(Math.ceil(box.width / step), Math.ceil(box.height / step))
  const count = seen.values.length
  const [isLearnt, hair, places] = [
    new Uint8Array(count),
    new Float32Array(count),
    new Int32Array(count),
  ]
  for (let row = 0, from = 0; row < box.height; row += step, from += seen.widthPx) {
    const until = from + seen.widthPx
    const own = places.subarray(from, until)
    placesRow(own, (box.y + row) * mask.widthPx + box.x, step)
    seenRow(seen.values.subarray(from, until), mask.values, own)
    const about = { x, size, left: box.x, step, down: (box.y + row - y) / size }
    hairRow(isLearnt.subarray(from, until), hair.subarray(from, until), about)
  }
  return { box, places, colours: coloursAt(overview, places), seen, isLearnt, hair }
}

/** Functions of a row are compiled after some rows, and until then every number is garbage. */
function placesRow(places: Int32Array, first: number, step: number): void {
  for (let at = 0; at < places.length; at++) places[at] = first + at * step
}

function seenRow(seen: Float32Array, mask: Float32Array, places: Int32Array): void {
  for (let at = 0; at < seen.length; at++) seen[at] = mask[places[at] as number] as number
}

interface RowAbout extends Readonly<Record<'x' | 'size' | 'left' | 'step', number>> {
  /** How far the row lies below the middle of the face, in sizes of the face. */
  readonly down: number
}

function hairRow(isLearnt: Uint8Array, hair: Float32Array, about: RowAbout): void {
  const { x, size, left, step, down } = about
  for (let at = 0; at < hair.length; at++) {
    const across = (left + at * step - x) / size
    isLearnt[at] = across * across + down * down < AROUND * AROUND ? 1 : 0
    hair[at] = hairAt(across, down)
  }
}

/** Where hair may be, from the middle of a face, in its sizes. */
function hairAt(across: number, down: number): number {
  if (down > 0.9) return 0
  const away = Math.sqrt(across * across + 0.81 * down * down)
  if (away > 1.7) return 0
  if ((across / 0.5) ** 2 + ((down + 0.05) / 0.62) ** 2 < 1) return 0
  return (1 - smoothstep(1.2, 1.7, away)) * (1 - smoothstep(0.6, 0.9, down))
}
