import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { type Box, grownBox } from '../../../../pixels/pixels.ts'
import { boundsOf } from '../../../../pixels/plane-bounds.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { boxesOf, sizeOf } from '../cells/piece-boxes.ts'
import { unitPxOf } from '../study.ts'

/** Added to luma before its logarithm is taken, so that a camera's noise in what is black counts for little. */
const BLACK = 0.04
/** The middle of all differences against their spread, of a normal distribution. */
const SPREAD = 1.48
/** Every which place is asked how much cloth differs. */
const ASKED = 7
/** Where less of the cloth about a place is seen nothing is told of it. */
const SEEN = 0.05

/** A seam is where cloth is darker by such a share of the most that it is so near, thousandths: what is wider is drawn as its middle. */
const RIDGE = { share: 0.6, reach: 3 }

/** Which lines of cloth are seams. */
export interface SeamsAsked {
  /** How wide a seam or a lit edge is, and the cloth that it is compared with, thousandths. */
  readonly widths: { readonly line: number; readonly about: number }
  /** How many kinds of cloth there are, from 1. */
  readonly kinds: number
  /**
   * By which share a seam is darker or lighter than its cloth, or by how many times what cloth of its kind differs from
   * place to place by; its faint ends by such a share of that.
   */
  readonly unlike: { readonly least: number; readonly noise: number; readonly ends: number }
  /** How long it is at least, thousandths, and how much of its length is sure. */
  readonly long: { readonly least: number; readonly sure: number }
}

/** Places of seams and of lit edges. */
export interface Seams {
  readonly darker: readonly number[]
  readonly lighter: readonly number[]
}

/**
 * Long lines of cloth that differ from it by little, as lines of the whole picture do not show them. What lies beyond
 * the cloth counts for nothing.
 * @param luma of the picture
 * @param kindAt the kind of cloth at each pixel, 0 for none
 */
export function seamsIn(
  kernels: Kernels,
  luma: FloatPlane,
  kindAt: Uint8Array,
  { widths, kinds: count, unlike, long }: SeamsAsked,
): Seams {
  const unitPx = unitPxOf(luma)
  const bounds = boundsOf({ ...luma, values: kindAt })
  if (bounds === null) return { darker: [], lighter: [] }
  const box = grownBox(bounds, Math.ceil(widths.about * unitPx), luma)
  const cloth = clothIn(luma, kindAt, box)
  const placeOf = (at: number) => {
    const y = Math.floor(at / box.width)
    return (box.y + y) * luma.widthPx + box.x + at - y * box.width
  }
  const lighter = lighterIn(kernels, cloth, widths, unitPx)
  const { kinds } = cloth
  const leastOf = Array.from({ length: count + 1 }, (_, kind) =>
    Math.max(unlike.least, unlike.noise * spreadOf(lighter.values, kinds, kind)),
  )
  const asked = {
    leastAt: (at: number) => leastOf[kinds[at] as number] as number,
    faintest: unlike.least * unlike.ends,
    ends: unlike.ends,
    longPx: long.least * unitPx,
    ridgePx: Math.round(RIDGE.reach * unitPx),
    sure: long.sure,
  }
  return {
    darker: longIn(kernels, lighter, -1, asked).map(placeOf),
    lighter: longIn(kernels, lighter, 1, asked).map(placeOf),
  }
}

/** The light of cloth, as a logarithm, and 1 where cloth is; both are 0 elsewhere, which then counts for nothing. */
interface ClothLight {
  /** Its kind. */
  readonly kinds: Uint8Array
  readonly light: FloatPlane
  readonly share: FloatPlane
}

function clothIn(
  luma: FloatPlane,
  kindAt: Uint8Array,
  { x: left, y: top, width: widthPx, height: heightPx }: Box,
): ClothLight {
  const light = { widthPx, heightPx, values: new Float32Array(widthPx * heightPx) }
  const share = { widthPx, heightPx, values: new Float32Array(widthPx * heightPx) }
  const kinds = new Uint8Array(widthPx * heightPx)
  const lookAlong = (y: number) => {
    const row = (top + y) * luma.widthPx + left
    for (let x = 0; x < widthPx; x++) {
      const kind = kindAt[row + x] as number
      if (kind === 0) continue
      kinds[y * widthPx + x] = kind
      share.values[y * widthPx + x] = 1
      light.values[y * widthPx + x] = Math.log((luma.values[row + x] as number) + BLACK)
    }
  }
  for (let y = 0; y < heightPx; y++) lookAlong(y)
  return { kinds, light, share }
}

/** By which share each place of cloth is lighter than the cloth about it; 0 elsewhere. */
function lighterIn(
  kernels: Kernels,
  { light, share }: ClothLight,
  widths: SeamsAsked['widths'],
  unitPx: number,
): FloatPlane {
  const blurred = (plane: FloatPlane, wide: number) => kernels.gaussian(plane, wide * unitPx).values
  const [near, nearShare] = [blurred(light, widths.line), blurred(share, widths.line)]
  const [wide, wideShare] = [blurred(light, widths.about), blurred(share, widths.about)]
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

/** How much cloth of a kind differs from place to place, by a median, to which few seams are nothing. */
function spreadOf(lighter: Float32Array, kinds: Uint8Array, kind: number): number {
  const asked: number[] = []
  for (let at = 0; at < lighter.length; at += ASKED) {
    const own = lighter[at] as number
    if (own !== 0 && kinds[at] === kind) asked.push(Math.abs(own))
  }
  const sorted = Float32Array.from(asked).sort()
  return SPREAD * (sorted[sorted.length >> 1] ?? 0)
}

interface LongAsked {
  /** By which share a place is sure. */
  readonly leastAt: (at: number) => number
  /** The faintest end of any line. */
  readonly faintest: number
  readonly ends: number
  readonly longPx: number
  readonly ridgePx: number
  readonly sure: number
}

/** Whether a place is nearly as dark as any so near across or down: the middle of a line and not its sides. */
function ridgesOf(
  lighter: Float32Array,
  widthPx: number,
  ridgePx: number,
): (at: number) => boolean {
  return (at) => {
    const own = lighter[at] as number
    for (let k = 1; k <= ridgePx; k++) {
      const darkest = Math.min(
        lighter[at + k] ?? 0,
        lighter[at - k] ?? 0,
        lighter[at + k * widthPx] ?? 0,
        lighter[at - k * widthPx] ?? 0,
      )
      if (own > RIDGE.share * darkest) return false
    }
    return true
  }
}

/** Places of lines that are long enough and sure enough. @param sign of what is lighter, or else darker */
function longIn(
  kernels: Kernels,
  { widthPx, heightPx, values }: FloatPlane,
  sign: 1 | -1,
  { leastAt, faintest, ends, longPx, ridgePx, sure: sureShare }: LongAsked,
): readonly number[] {
  const of = new Uint32Array(values.length)
  const places: number[] = []
  const isRidge = sign < 0 ? ridgesOf(values, widthPx, ridgePx) : () => true
  inParts(values.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const own = sign * (values[at] as number)
      // Most places lie within plain cloth, or beyond it.
      if (own < faintest || own < leastAt(at) * ends || !isRidge(at)) continue
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
    if (sign * (values[at] as number) >= leastAt(at)) sure[piece] = (sure[piece] as number) + 1
  }
  const isLong = Uint8Array.from(sure, (count, piece) => {
    const { across, down } = sizeOf(boxes, piece)
    const longest = Math.max(across, down)
    return longest >= longPx && count >= sureShare * longest ? 1 : 0
  })
  return places.filter((at) => isLong[pieces.of[at] as number] === 1)
}
