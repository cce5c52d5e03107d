import type { Raster } from '../pixels/raster.ts'

/** Red, green and blue of a picture one after the other, 0..1, as networks are shown it. */
export function planesOf({ widthPx, heightPx, rgba }: Raster): Float32Array {
  const count = widthPx * heightPx
  const values = new Float32Array(count * 3)
  for (let at = 0; at < count; at++) {
    for (let c = 0; c < 3; c++) values[c * count + at] = (rgba[at * 4 + c] ?? 0) / 255
  }
  return values
}
