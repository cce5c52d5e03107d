import type { Box } from '../../pixels/pixels.ts'
import type { Raster } from '../../pixels/raster.ts'
import type { Tensor } from '../tool.ts'

/** What 0 and 255 become. */
export interface ValueRange {
  readonly from: number
  readonly to: number
}

/** Places are told apart so finely (OpenCV, `INTER_BITS`). */
const PLACES_A_PIXEL = 32
function placeOf(px: number): number {
  const fine = px * PLACES_A_PIXEL
  const rounded = Math.round(fine)
  // What lies in the middle goes to the even one.
  const isTie = rounded - fine === 0.5 && rounded % 2 !== 0
  return (isTie ? rounded - 1 : rounded) / PLACES_A_PIXEL
}

/**
 * A part of a picture as MediaPipe shows it to its networks: corner to corner, not middle to middle,
 * bilinear between the four nearest pixels however many lie between two places, black outside the
 * picture (image_to_tensor_converter_opencv.cc, `warpPerspective`).
 * @param part in pixels of the picture; may reach beyond it
 */
export function networkSquare(
  picture: Raster,
  part: Box,
  sidePx: number,
  range: ValueRange,
): Tensor {
  const isWhole = part.x === 0 && part.y === 0
  const isSized = [part.width, part.height, picture.widthPx, picture.heightPx]
  if (isWhole && isSized.every((px) => px === sidePx)) return asItIs(picture, sidePx, range)
  return resampled(picture, part, sidePx, range)
}

/** Every place lies on a pixel. */
function asItIs({ rgba }: Raster, sidePx: number, { from, to }: ValueRange): Tensor {
  const count = sidePx * sidePx
  const values = new Float32Array(count * 3)
  const scale = (to - from) / 255
  for (let at = 0; at < count; at++) {
    for (let c = 0; c < 3; c++) values[c * count + at] = (rgba[at * 4 + c] as number) * scale + from
  }
  return { shape: [1, 3, sidePx, sidePx], values }
}

function resampled(
  { widthPx, heightPx, rgba }: Raster,
  part: Box,
  sidePx: number,
  { from, to }: ValueRange,
): Tensor {
  const count = sidePx * sidePx
  const values = new Float32Array(count * 3)
  const scale = (to - from) / 255
  const xs = new Float64Array(sidePx)
  for (let column = 0; column < sidePx; column++) {
    xs[column] = placeOf(part.x + (column * part.width) / sidePx)
  }
  // A function of a row: it is compiled after some rows, where one over all of them is left again at each.
  const sampleRow = (row: number) => {
    const y = placeOf(part.y + (row * part.height) / sidePx)
    const top = Math.floor(y)
    const down = y - top
    const isTop = top >= 0 && top < heightPx
    const isBottom = top >= -1 && top + 1 < heightPx
    for (let column = 0; column < sidePx; column++) {
      const x = xs[column] as number
      const left = Math.floor(x)
      const right = x - left
      const isLeft = left >= 0 && left < widthPx
      const isRight = left >= -1 && left + 1 < widthPx
      const at = (top * widthPx + left) * 4
      const below = at + widthPx * 4
      for (let c = 0; c < 3; c++) {
        const a = isTop && isLeft ? (rgba[at + c] as number) : 0
        const b = isTop && isRight ? (rgba[at + 4 + c] as number) : 0
        const d = isBottom && isLeft ? (rgba[below + c] as number) : 0
        const e = isBottom && isRight ? (rgba[below + 4 + c] as number) : 0
        const upper = a * (1 - right) + b * right
        const lower = d * (1 - right) + e * right
        const value = Math.round(upper * (1 - down) + lower * down)
        values[c * count + row * sidePx + column] = value * scale + from
      }
    }
  }
  for (let row = 0; row < sidePx; row++) sampleRow(row)
  return { shape: [1, 3, sidePx, sidePx], values }
}
