import type { Kernels } from '../../../../kernels/kernels.ts'
import { type Box, clampBox } from '../../../../pixels/pixels.ts'
import type { Cel } from '../cel.ts'
import { type Cells, sizesOf } from '../cells/cells.ts'
import type { Hair } from './hair.ts'

/** Smaller scraps beside hair are no things, square head widths, and how far from hair they may begin and end, head widths. */
const SCRAP = { least: 0.008, beside: 0.02, end: 0.25 }

/** A part of a cel. */
export interface Part {
  readonly cel: Cel
  readonly box: Box
  /** 1 at each pixel of the cel whose paint stays. */
  readonly isKept: Uint8Array
}

/**
 * Gives scraps of paint at the rim of hair, between whose strands light shines through, to what has the longest
 * border with them.
 * @param isKept 1 at each pixel of the cel that is painted as skin or hair, and stays
 */
export function calmRim(
  kernels: Kernels,
  cel: Cel,
  { places, headPx }: Hair,
  isKept: Uint8Array,
): void {
  const reachPx = Math.max(2, Math.round(SCRAP.beside * headPx))
  const box = boxOf(places, cel, Math.ceil(SCRAP.end * headPx))
  const part = { cel, box, isKept }
  const of = cut(cel.cells, new Uint32Array(box.width * box.height), part)
  const { width: widthPx, height: heightPx } = box
  const pieces = kernels.connectCells({ widthPx, heightPx, of, total: cel.total })
  const isScrap = scrapsOf(pieces, part, places, reachPx, SCRAP.least * headPx ** 2)
  if (!isScrap.includes(1)) return
  const leastPx = Float64Array.from(isScrap, (is) => is * of.length)
  const clean = kernels.dropSpecks(pieces, leastPx)
  const { lightness, a, b } = meansIn(kernels, pieces, part)
  const cells = new Uint32Array(pieces.total)
  for (let own = 0; own < of.length; own++) cells[pieces.of[own] as number] = of[own] as number
  for (let own = 0; own < of.length; own++) {
    const to = clean.of[own] as number
    if (to === pieces.of[own]) continue
    const at = placeOf(own, part)
    cel.set(at, cells[to] as number, lightness[to] as number, a[to] as number, b[to] as number)
  }
}

const placeOf = (own: number, { cel, box }: Part): number =>
  (box.y + Math.floor(own / box.width)) * cel.widthPx + box.x + (own % box.width)

/** A box about places of a plane, with room about it. */
export function boxOf(
  places: ArrayLike<number>,
  { widthPx, heightPx }: Pick<Cel, 'widthPx' | 'heightPx'>,
  roomPx: number,
): Box {
  let [left, right, top, bottom] = [widthPx, 0, heightPx, 0]
  for (let k = 0; k < places.length; k++) {
    const at = places[k] as number
    const x = at % widthPx
    const y = Math.floor(at / widthPx)
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const whole = {
    x: left - roomPx,
    y: top - roomPx,
    width: right - left + 2 * roomPx + 1,
    height: bottom - top + 2 * roomPx + 1,
  }
  return clampBox(whole, widthPx, heightPx)
}

/** The part's values of a plane of the cel, in memory that is given. */
export function cut<Values extends Uint32Array | Float32Array>(
  plane: Values,
  into: Values,
  { cel, box }: Pick<Part, 'cel' | 'box'>,
): Values {
  for (let row = 0; row < box.height; row++) {
    const from = (box.y + row) * cel.widthPx + box.x
    into.set(plane.subarray(from, from + box.width), row * box.width)
  }
  return into
}

/** Which pieces are small, lie close beside hair, whole within the box, and are neither skin nor hair. */
function scrapsOf(
  { of, total, ...size }: Cells,
  part: Part,
  places: Uint32Array,
  reachPx: number,
  leastPx: number,
): Uint8Array {
  const { cel, box, isKept } = part
  const isScrap = new Uint8Array(total)
  const markBeside = (x: number, y: number, step: number) => {
    if (x >= step) isScrap[of[y * box.width + x - step] as number] = 1
    if (x + step < box.width) isScrap[of[y * box.width + x + step] as number] = 1
    if (y >= step) isScrap[of[(y - step) * box.width + x] as number] = 1
    if (y + step < box.height) isScrap[of[(y + step) * box.width + x] as number] = 1
  }
  // By index: the iterator makes garbage for each of them until the loop is compiled.
  for (let k = 0; k < places.length; k++) {
    const at = places[k] as number
    const x = (at % cel.widthPx) - box.x
    const y = Math.floor(at / cel.widthPx) - box.y
    markBeside(x, y, 1)
    markBeside(x, y, reachPx)
  }
  sizesOf({ of, total, ...size }).forEach((pixels, piece) => {
    if (pixels >= leastPx) isScrap[piece] = 0
  })
  for (let y = 0, own = 0; y < box.height; y++) {
    const row = (box.y + y) * cel.widthPx + box.x
    for (let x = 0; x < box.width; x++, own++) {
      if (isKept[row + x] === 1) isScrap[of[own] as number] = 0
    }
    isScrap[of[own - box.width] as number] = 0
    isScrap[of[own - 1] as number] = 0
  }
  for (let x = 0; x < box.width; x++) {
    isScrap[of[x] as number] = 0
    isScrap[of[of.length - 1 - x] as number] = 0
  }
  return isScrap
}

/** The mean colour of each piece. */
function meansIn(kernels: Kernels, pieces: Cells, part: Part) {
  const { widthPx, heightPx, of } = pieces
  const cutOf = (plane: 'lightness' | 'a' | 'b') =>
    cut(part.cel.colours[plane], new Float32Array(of.length), part)
  const picture = { widthPx, heightPx, lightness: cutOf('lightness'), a: cutOf('a'), b: cutOf('b') }
  return kernels.cellMeans(picture, pieces)
}
