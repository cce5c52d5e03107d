import type { Box } from '../../../../../pixels/pixels.ts'

/** The places of a box in a plane so many px wide, row by row. */
export function placesInBox({ x, y, width, height }: Box, widthPx: number): Int32Array {
  const places = new Int32Array(width * height)
  let next = 0
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) places[next++] = row * widthPx + column
  }
  return places
}
