import type { Kernels } from '../../../kernels/kernels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { unitPxOf } from './study.ts'

/** Light is compared with its mean about each place, thousandths, which is read from a copy so many times smaller. */
const ABOUT = 8
const SMALLER = 4
/** A letter is unlike that mean by so much, OKLab, and somewhere by more. */
const UNLIKE = { all: 0.13, most: 0.22 }
/** How tall a letter is, thousandths and px, and how wide for its height: a word whose letters touch is wider. */
const TALL = { least: 5, leastPx: 5, most: 45 }
const WIDE = { least: 0.08, most: 6 }
/** The share of its box that a letter covers at least: less is a line. */
const COVER = 0.16

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
 * @param light lightness, OKLab
 * @param isFree whether a place may be looked at
 */
export function letterPieces(
  kernels: Kernels,
  light: FloatPlane,
  isFree: (at: number) => boolean,
): LetterPiece[] {
  const { widthPx, values } = light
  const unitPx = unitPxOf(light)
  const mean = meanAbout(kernels, light)
  const seen = new Uint8Array(values.length)
  const pieces: LetterPiece[] = []
  for (let at = 0; at < values.length; at++) {
    const by = (values[at] as number) - (mean[at] as number)
    if ((by < UNLIKE.most && by > -UNLIKE.most) || seen[at] === 1 || !isFree(at)) continue
    const { piece, count } = filled(at, by < 0 ? -1 : 1, values, mean, seen, widthPx)
    const tall = tallOf(piece)
    const wide = piece.right - piece.left + 1
    if (tall < Math.max(TALL.leastPx, TALL.least * unitPx) || tall > TALL.most * unitPx) continue
    if (wide < WIDE.least * tall || wide > WIDE.most * tall) continue
    if (count >= COVER * tall * wide) pieces.push(piece)
  }
  return pieces
}

function meanAbout(kernels: Kernels, light: FloatPlane): Float32Array {
  const { widthPx, heightPx } = light
  const [width, height] = [widthPx, heightPx].map((px) => Math.max(1, Math.round(px / SMALLER)))
  const small = kernels.resizePlane(light, width as number, height as number)
  const mean = kernels.gaussian(small, (ABOUT * unitPxOf(light)) / SMALLER)
  return kernels.resizePlane(mean, widthPx, heightPx).values
}

/** All that hangs together with a place and is as it is. */
function filled(
  start: number,
  sign: number,
  values: Float32Array,
  mean: Float32Array,
  seen: Uint8Array,
  widthPx: number,
): { readonly piece: LetterPiece; readonly count: number } {
  const pixels = [start]
  seen[start] = 1
  let [left, right, top, bottom, count] = [widthPx, 0, values.length, 0, 0]
  for (let at = pixels.pop(); at !== undefined; at = pixels.pop()) {
    const x = at % widthPx
    const y = (at / widthPx) | 0
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
    count++
    for (let way = 0; way < 4; way++) {
      // A row's end lies beside the next row's start in memory only.
      if ((way === 0 && x === 0) || (way === 1 && x === widthPx - 1)) continue
      const to = at + (way === 0 ? -1 : way === 1 ? 1 : way === 2 ? -widthPx : widthPx)
      if (seen[to] !== 0 || ((values[to] as number) - (mean[to] as number)) * sign < UNLIKE.all)
        continue
      seen[to] = 1
      pixels.push(to)
    }
  }
  return { piece: { left, right, top, bottom, sign }, count }
}
