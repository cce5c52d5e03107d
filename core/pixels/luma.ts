import type { Raster } from './raster.ts'

/** Full-range BT.601 luma, in the unit of the channels. */
export const lumaOf = (r: number, g: number, b: number): number => 0.299 * r + 0.587 * g + 0.114 * b

/** The luma of each pixel, in levels of 255. */
export function lumaPlaneOf({ rgba }: Raster): Float32Array {
  const luma = new Float32Array(rgba.length / 4)
  for (let i = 0; i < luma.length; i++) {
    const at = i * 4
    luma[i] = lumaOf(rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number)
  }
  return luma
}
