import type { Kernels } from '../../../../kernels/kernels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { unitPxOf } from '../study.ts'

/** Light is compared with its mean about each place, thousandths, which is read from a copy so many times smaller. */
const ABOUT = 8
const SMALLER = 8
/** A letter is unlike that mean by so much, OKLab, and somewhere by more. */
const UNLIKE = { all: 0.13, most: 0.22 }
/** How tall a letter is, thousandths and px, and how wide for its height: a word whose letters touch is wider. */
const TALL = { least: 5, leastPx: 5, most: 45 }
const WIDE = { least: 0.08, most: 6 }
/** The share of its box that a letter covers at least: less is a line. */
const COVER = 0.16
/** A place that is much unlike the mean, from which a piece is followed; every so many rows are looked through for one. */
const SEED = 2
const ROWS = 2

/** What may be a letter: its box, px, right and bottom within, and whether it is darker (-1) or lighter (1) than its ground. */
export interface LetterPiece {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly sign: number
}

/** How tall a piece is, px. */
export const tallOf = ({ top, bottom }: LetterPiece): number => bottom - top + 1

/**
 * Pieces of a picture that are as large as letters and darker, or lighter, than what is about them.
 * @param light luma or OKLab lightness, 0..1
 * @param isFree whether a place may be looked at
 */
export function letterPieces(
  kernels: Kernels,
  light: FloatPlane,
  isFree: (at: number) => boolean,
): LetterPiece[] {
  const { widthPx, heightPx } = light
  const unitPx = unitPxOf(light)
  const kinds = kindsOf(kernels, light)
  const pixels = new Uint32Array(kinds.length)
  const pieces: LetterPiece[] = []
  // No letter is so low that it lies between two of the rows that are looked through.
  for (let y = 0; y < heightPx; y += ROWS) {
    const end = (y + 1) * widthPx
    for (let at = seedFrom(kinds, y * widthPx, end); at < end; at = seedFrom(kinds, at + 1, end)) {
      if (!isFree(at)) continue
      const { piece, count } = filled(at, kinds, pixels, widthPx)
      const tall = tallOf(piece)
      const wide = piece.right - piece.left + 1
      if (tall < Math.max(TALL.leastPx, TALL.least * unitPx) || tall > TALL.most * unitPx) continue
      if (wide < WIDE.least * tall || wide > WIDE.most * tall) continue
      if (count >= COVER * tall * wide) pieces.push(piece)
    }
  }
  return pieces
}

/** The next place that a piece is followed from, else the end. */
function seedFrom(kinds: Int8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const kind = kinds[at] as number
    if (kind === SEED || kind === -SEED) return at
  }
  return end
}

/** Of each place whether it is darker, below 0, or lighter than what is about it; twice that where it is much so. */
function kindsOf(kernels: Kernels, light: FloatPlane): Int8Array {
  const { values } = light
  const mean = meanAbout(kernels, light)
  const kinds = new Int8Array(values.length)
  for (let at = 0; at < kinds.length; at++) {
    const by = (values[at] as number) - (mean[at] as number)
    if (by > UNLIKE.all) kinds[at] = by > UNLIKE.most ? SEED : 1
    else if (by < -UNLIKE.all) kinds[at] = by < -UNLIKE.most ? -SEED : -1
  }
  return kinds
}

function meanAbout(kernels: Kernels, light: FloatPlane): Float32Array {
  const { widthPx, heightPx } = light
  const [width, height] = [widthPx, heightPx].map((px) => Math.max(1, Math.round(px / SMALLER)))
  const small = kernels.resizePlane(light, width as number, height as number)
  const mean = kernels.gaussian(small, (ABOUT * unitPxOf(light)) / SMALLER)
  return kernels.resizePlane(mean, widthPx, heightPx).values
}

/** All that hangs together with a place and is as it is, which is taken out of the kinds. @param pixels room for places */
function filled(
  start: number,
  kinds: Int8Array,
  pixels: Uint32Array,
  widthPx: number,
): { readonly piece: LetterPiece; readonly count: number } {
  const sign = (kinds[start] as number) > 0 ? 1 : -1
  let [left, right, top, bottom] = [widthPx, 0, kinds.length, 0]
  let count = 1
  pixels[0] = start
  kinds[start] = 0
  const take = (to: number) => {
    if ((kinds[to] ?? 0) * sign <= 0) return
    kinds[to] = 0
    pixels[count++] = to
  }
  for (let next = 0; next < count; next++) {
    const at = pixels[next] as number
    const x = at % widthPx
    const y = (at / widthPx) | 0
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
    // A row's end lies beside the next row's start in memory only.
    if (x > 0) take(at - 1)
    if (x < widthPx - 1) take(at + 1)
    take(at - widthPx)
    take(at + widthPx)
  }
  return { piece: { left, right, top, bottom, sign }, count }
}
