import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { boxesOf, sizeOf } from '../cells/piece-boxes.ts'
import { unitPxOf } from '../study.ts'

/** How wide a seam or a lit edge is, and the cloth that it is compared with, thousandths. */
const WIDTHS = { line: 1.5, about: 6 }
/** Added to luma before its logarithm is taken, so that a camera's noise in what is black counts for little. */
const BLACK = 0.04
/**
 * A seam is darker than its cloth, a lit edge lighter, by this share, or by so many times what cloth differs from place
 * to place by; its faint ends by less.
 */
const UNLIKE = { least: 0.15, noise: 3.4, ends: 0.58 }
/** The middle of all differences against their spread, of a normal distribution. */
const SPREAD = 1.48
/** Every which place is asked how much cloth differs. */
const ASKED = 7
/** How long such a line is at least, thousandths, and how much of its length is sure. */
const LONG = { least: 26, sure: 0.5 }
/** Where less of the cloth about a place is seen nothing is told of it. */
const SEEN = 0.05

/** A part of a picture about its dark cloth, px. */
interface Box {
  readonly left: number
  readonly top: number
  readonly widthPx: number
  readonly heightPx: number
}

/** What is seen on dark cloth, all over a picture. */
export interface SeenOnDark {
  /** 1 paper to 0 line: the lines of the picture, with seams among them. */
  readonly lines: Float32Array<ArrayBuffer>
  /** 1 where an edge is lit. */
  readonly isLit: Uint8Array<ArrayBuffer>
}

/**
 * Seams, lapels and pleats of dark cloth: they differ from it by little, which lines of the whole picture do not show,
 * but by much against how little light there is. What lies beyond the cloth counts for nothing.
 * @param luma of the picture
 * @param isDark 1 at each pixel of dark cloth
 * @param lines of the picture, 1 paper to 0 line
 */
export function seenOnDark(
  kernels: Kernels,
  luma: FloatPlane,
  isDark: Uint8Array,
  lines: Float32Array<ArrayBuffer>,
): SeenOnDark {
  const unitPx = unitPxOf(luma)
  const drawn = { lines: lines.slice(), isLit: new Uint8Array(lines.length) }
  const box = boxOf(isDark, luma.widthPx, Math.ceil(WIDTHS.about * unitPx))
  if (box === null) return drawn
  const cloth = clothIn(luma, isDark, box)
  const placeOf = (at: number) => {
    const y = Math.floor(at / box.widthPx)
    return (box.top + y) * luma.widthPx + box.left + at - y * box.widthPx
  }
  const lighter = lighterIn(kernels, cloth, unitPx)
  const least = Math.max(UNLIKE.least, UNLIKE.noise * spreadOf(lighter.values))
  for (const at of longIn(kernels, lighter, -1, least, unitPx)) drawn.lines[placeOf(at)] = 0
  for (const at of longIn(kernels, lighter, 1, least, unitPx)) drawn.isLit[placeOf(at)] = 1
  return drawn
}

/** Where dark cloth is, with so much about it as is looked at. */
function boxOf(isDark: Uint8Array, widthPx: number, aboutPx: number): Box | null {
  const heightPx = isDark.length / widthPx
  let [left, right, top, bottom] = [widthPx, -1, heightPx, -1]
  for (let y = 0; y < heightPx; y++) {
    const first = isDark.subarray(y * widthPx, (y + 1) * widthPx).indexOf(1)
    if (first < 0) continue
    const last = isDark.subarray(y * widthPx, (y + 1) * widthPx).lastIndexOf(1)
    left = Math.min(left, first)
    right = Math.max(right, last)
    top = Math.min(top, y)
    bottom = y
  }
  if (right < 0) return null
  left = Math.max(0, left - aboutPx)
  top = Math.max(0, top - aboutPx)
  right = Math.min(widthPx - 1, right + aboutPx)
  bottom = Math.min(heightPx - 1, bottom + aboutPx)
  return { left, top, widthPx: right - left + 1, heightPx: bottom - top + 1 }
}

/** The light of cloth, as a logarithm, and 1 where cloth is; both are 0 elsewhere, which then counts for nothing. */
interface ClothLight {
  readonly light: FloatPlane
  readonly share: FloatPlane
}

function clothIn(
  luma: FloatPlane,
  isDark: Uint8Array,
  { left, top, widthPx, heightPx }: Box,
): ClothLight {
  const light = { widthPx, heightPx, values: new Float32Array(widthPx * heightPx) }
  const share = { widthPx, heightPx, values: new Float32Array(widthPx * heightPx) }
  const lookAlong = (y: number) => {
    const row = (top + y) * luma.widthPx + left
    for (let x = 0; x < widthPx; x++) {
      if (isDark[row + x] !== 1) continue
      share.values[y * widthPx + x] = 1
      light.values[y * widthPx + x] = Math.log((luma.values[row + x] as number) + BLACK)
    }
  }
  for (let y = 0; y < heightPx; y++) lookAlong(y)
  return { light, share }
}

/** By which share each place of cloth is lighter than the cloth about it; 0 elsewhere. */
function lighterIn(kernels: Kernels, { light, share }: ClothLight, unitPx: number): FloatPlane {
  const blurred = (plane: FloatPlane, wide: number) => kernels.gaussian(plane, wide * unitPx).values
  const [near, nearShare] = [blurred(light, WIDTHS.line), blurred(share, WIDTHS.line)]
  const [wide, wideShare] = [blurred(light, WIDTHS.about), blurred(share, WIDTHS.about)]
  const values = new Float32Array(share.values.length)
  inParts(values.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (share.values[at] === 0) continue
      const [own, about] = [nearShare[at] as number, wideShare[at] as number]
      if (own < SEEN || about < SEEN) continue
      values[at] = (near[at] as number) / own - (wide[at] as number) / about
    }
  })
  return { ...share, values }
}

/** How much cloth differs from place to place, by a median, to which few seams are nothing. */
function spreadOf(lighter: Float32Array): number {
  const asked: number[] = []
  for (let at = 0; at < lighter.length; at += ASKED) {
    const own = lighter[at] as number
    if (own !== 0) asked.push(Math.abs(own))
  }
  const sorted = Float32Array.from(asked).sort()
  return SPREAD * (sorted[sorted.length >> 1] ?? 0)
}

/**
 * Places of lines that are long enough and sure enough.
 * @param sign of what is lighter, or else darker
 * @param least by which share a sure place is
 */
function longIn(
  kernels: Kernels,
  { widthPx, heightPx, values }: FloatPlane,
  sign: 1 | -1,
  least: number,
  unitPx: number,
): readonly number[] {
  const of = new Uint32Array(values.length)
  const places: number[] = []
  inParts(values.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (sign * (values[at] as number) < least * UNLIKE.ends) continue
      of[at] = 1
      places.push(at)
    }
  })
  if (places.length === 0) return places
  const pieces = kernels.connectCells({ widthPx, heightPx, of, total: 2 })
  const boxes = boxesOf(pieces, places)
  const sure = new Uint32Array(pieces.total)
  for (const at of places) {
    const piece = pieces.of[at] as number
    if (sign * (values[at] as number) >= least) sure[piece] = (sure[piece] as number) + 1
  }
  const isLong = Uint8Array.from(sure, (count, piece) => {
    const { across, down } = sizeOf(boxes, piece)
    const longest = Math.max(across, down)
    return longest >= LONG.least * unitPx && count >= LONG.sure * longest ? 1 : 0
  })
  return places.filter((at) => isLong[pieces.of[at] as number] === 1)
}
