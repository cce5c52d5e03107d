import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import type { HeadPlace } from '../heads/head-place.ts'
import { weightOfBodies } from '../looks/body-votes.ts'

/** Longer side of the picture that is cut into cells. */
const SIDE_PX = 320
/** Between these a mask is unsure; what the second network's doubt leaves of nobody is 0.13. */
export const UNSURE = { from: 0.17, until: 0.94 } as const
/** What is surely a person, and surely behind, of what looks say in the end, and of the look at the whole. */
export const PERSON = 0.9
export const BEHIND = 0.18
const WHOLE_BEHIND = 0.12

/** What was seen of people. */
export interface SeenPeople {
  readonly mask: FloatPlane
  /** The looks' mean before the second network voted. */
  readonly closely: FloatPlane['values']
  readonly atWhole: FloatPlane
  /** Of the second network, under 0 where it said nothing; null where it was not asked. */
  readonly votes: FloatPlane | null
  /** Those whose faces were found, and all whose heads the mask holds. */
  readonly heads: readonly HeadPlace[]
  readonly held: readonly HeadPlace[]
}

/** A small picture with what was seen in it. */
export interface SmallView {
  readonly widthPx: number
  readonly heightPx: number
  readonly picture: Raster
  readonly heads: readonly HeadPlace[]
  readonly mask: Float32Array
  readonly looks: Float32Array
  readonly whole: Float32Array
  /** Null where the second network does not count. */
  readonly votes: Float32Array | null
  /** 1 for each pixel that the mask is unsure of, that is surely a person, and surely behind. */
  readonly isUnsure: Uint8Array
  readonly isPerson: Uint8Array
  readonly isBehind: Uint8Array
  /** A plane of the mask's size, made as small. */
  readonly sized: (values: FloatPlane['values']) => Float32Array
}

/** Null where there is nobody, nothing is unsure, or it is a crowd, where no second network votes. */
export function smallViewOf(
  kernels: Kernels,
  overview: Raster,
  seen: SeenPeople,
): SmallView | null {
  const isHeard = weightOfBodies(seen.mask, seen.heads) > 0
  if ((isHeard && seen.votes === null) || seen.held.length === 0) return null
  const scale = Math.min(1, SIDE_PX / Math.max(overview.widthPx, overview.heightPx))
  const widthPx = Math.round(overview.widthPx * scale)
  const heightPx = Math.round(overview.heightPx * scale)
  const sized = (values: FloatPlane['values']) =>
    kernels.resizePlane({ ...seen.mask, values }, widthPx, heightPx).values
  const mask = sized(seen.mask.values)
  const isUnsure = marksBetween(mask, UNSURE.from, UNSURE.until)
  if (!isUnsure.includes(1)) return null
  const whole = sized(seen.atWhole.values)
  const isBehind = marksBetween(mask, -1, BEHIND)
  for (let at = 0; at < whole.length; at++) {
    if ((whole[at] as number) >= WHOLE_BEHIND) isBehind[at] = 0
  }
  const scaled = ({ x, y, size, angle }: HeadPlace) => ({
    x: x * scale,
    y: y * scale,
    size: size * scale,
    angle,
  })
  return {
    widthPx,
    heightPx,
    picture: scale < 1 ? kernels.resizeArea(overview, widthPx, heightPx) : overview,
    heads: seen.held.map(scaled),
    mask,
    looks: sized(seen.closely),
    whole,
    votes: isHeard && seen.votes !== null ? sized(seen.votes.values) : null,
    isUnsure,
    isPerson: marksBetween(mask, PERSON, 2),
    isBehind,
    sized,
  }
}

/** 1 for each value between two. */
export function marksBetween(values: Float32Array, from: number, until: number): Uint8Array {
  const marks = new Uint8Array(values.length)
  for (let at = 0; at < marks.length; at++) {
    const value = values[at] as number
    if (value > from && value < until) marks[at] = 1
  }
  return marks
}
