import type { Raster } from '../../../pixels/raster.ts'

/** BT.601 luma of a look, in levels of 255. */
export function lumaOf({ rgba }: Raster): Float32Array {
  const luma = new Float32Array(rgba.length / 4)
  for (let i = 0; i < luma.length; i++) {
    const at = i * 4
    luma[i] =
      0.299 * (rgba[at] as number) +
      0.587 * (rgba[at + 1] as number) +
      0.114 * (rgba[at + 2] as number)
  }
  return luma
}
