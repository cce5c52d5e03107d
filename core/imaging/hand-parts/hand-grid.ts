import { type Box, clampBox } from '../../pixels/pixels.ts'
import type { FloatPlane } from '../../pixels/raster.ts'
import type { HandBones } from './hand-bones.ts'

/** A hand is looked at with so much about it, in lengths of its palm, and in so many squares of its longer side at most. */
const ABOUT = 0.5
const MOST_SQUARES = 120

/** The squares about a hand. */
export interface HandGrid {
  readonly box: Box
  readonly eachPx: number
  readonly width: number
  readonly height: number
  /** The middle of a square, px of the picture. */
  readonly xAt: (at: number) => number
  readonly yAt: (at: number) => number
}

/** The squares about a hand; null where it lies beyond the picture. */
export function gridAbout({ points, sizePx }: HandBones, picture: FloatPlane): HandGrid | null {
  const room = ABOUT * sizePx
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room]
  const whole = {
    x: left,
    y: top,
    width: Math.max(...xs) + room - left,
    height: Math.max(...ys) + room - top,
  }
  const box = clampBox(whole, picture.widthPx, picture.heightPx)
  if (box.width < 4 || box.height < 4) return null
  const eachPx = Math.max(1, Math.ceil(Math.max(box.width, box.height) / MOST_SQUARES))
  const [width, height] = [Math.ceil(box.width / eachPx), Math.ceil(box.height / eachPx)]
  const middle = (eachPx - 1) / 2
  const within = (place: number, from: number, length: number) =>
    Math.min(from + length - 1, Math.round(from + place * eachPx + middle))
  return {
    box,
    eachPx,
    width,
    height,
    xAt: (at) => within(at % width, box.x, box.width),
    yAt: (at) => within(Math.floor(at / width), box.y, box.height),
  }
}

/**
 * Calls `visit` with each pixel of a hand's box, the square in which it lies, and what planes of squares are there, between
 * squares.
 * @param finer how many times as large the picture is whose pixels these are
 */
export function eachPixelOf(
  { box, eachPx: squarePx, width, height }: HandGrid,
  planes: readonly Float32Array[],
  finer: number,
  visit: (at: number, square: number, values: Float64Array) => void,
): void {
  const values = new Float64Array(planes.length)
  const eachPx = squarePx * finer
  const { width: columns, height: rows } = finerBox(box, finer)
  const visitRow = (row: number) => {
    const v = Math.min(height - 1, Math.max(0, (row + 0.5) / eachPx - 0.5))
    const top = Math.floor(v)
    const [down, upper] = [v - top, top * width]
    const lower = Math.min(height - 1, top + 1) * width
    const squares = Math.min(height - 1, Math.floor(row / eachPx)) * width
    for (let column = 0; column < columns; column++) {
      const u = Math.min(width - 1, Math.max(0, (column + 0.5) / eachPx - 0.5))
      const left = Math.floor(u)
      const [across, right] = [u - left, Math.min(width - 1, left + 1)]
      for (let k = 0; k < planes.length; k++) {
        const plane = planes[k] as Float32Array
        const [a, b] = [plane[upper + left] as number, plane[upper + right] as number]
        const [c, d] = [plane[lower + left] as number, plane[lower + right] as number]
        const above = a + (b - a) * across
        values[k] = above + (c + (d - c) * across - above) * down
      }
      const square = squares + Math.min(width - 1, Math.floor(column / eachPx))
      visit(row * columns + column, square, values)
    }
  }
  for (let row = 0; row < rows; row++) visitRow(row)
}

/** The box of a hand in a picture that is so many times as large. */
export const finerBox = ({ x, y, width, height }: Box, finer: number): Box => ({
  x: Math.floor(x * finer),
  y: Math.floor(y * finer),
  width: Math.floor(width * finer),
  height: Math.floor(height * finer),
})
