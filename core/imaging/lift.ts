import { createRaster } from '../pixels/pixels.ts'
import type { Raster } from '../pixels/raster.ts'

/**
 * The power that brings a picture's median luma up to `middle`; 1 where it is as light already.
 * @param least no smaller power than this
 */
export function powerTo({ rgba }: Raster, middle: number, least: number): number {
  const bins = new Uint32Array(256)
  for (let at = 0; at < rgba.length; at += 4) {
    const red = rgba[at] as number
    const green = rgba[at + 1] as number
    const blue = rgba[at + 2] as number
    const bin = (red * 0.299 + green * 0.587 + blue * 0.114 + 0.5) | 0
    bins[bin] = (bins[bin] as number) + 1
  }
  let median = 0
  for (let left = rgba.length / 8; median < 255; median++) {
    left -= bins[median] ?? 0
    if (left <= 0) break
  }
  const power = Math.log(middle) / Math.log(Math.max(1, median) / 256)
  return Math.max(least, Math.min(1, power))
}

/** A picture with each channel to a power; alpha stays. */
export function lifted(picture: Raster, power: number): Raster {
  if (power === 1) return picture
  const table = Uint8ClampedArray.from({ length: 256 }, (_, byte) => 255 * (byte / 255) ** power)
  const result = createRaster(picture.widthPx, picture.heightPx)
  picture.rgba.forEach((byte, at) => {
    result.rgba[at] = at % 4 === 3 ? byte : (table[byte] as number)
  })
  return result
}
