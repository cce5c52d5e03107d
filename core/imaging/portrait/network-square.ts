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
  const at = (x: number, y: number, channel: number): number =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx
      ? 0
      : (rgba[(y * widthPx + x) * 4 + channel] as number)
  for (let row = 0; row < sidePx; row++) {
    const y = placeOf(part.y + (row * part.height) / sidePx)
    const top = Math.floor(y)
    const down = y - top
    for (let column = 0; column < sidePx; column++) {
      const x = placeOf(part.x + (column * part.width) / sidePx)
      const left = Math.floor(x)
      const right = x - left
      for (let c = 0; c < 3; c++) {
        const above = at(left, top, c) * (1 - right) + at(left + 1, top, c) * right
        const below = at(left, top + 1, c) * (1 - right) + at(left + 1, top + 1, c) * right
        const value = Math.round(above * (1 - down) + below * down)
        values[c * count + row * sidePx + column] = value * scale + from
      }
    }
  }
  return { shape: [1, 3, sidePx, sidePx], values }
}
