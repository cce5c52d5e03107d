import type { Raster } from '#core/pixels/raster.ts'

/** BT.601 luma with head room, without a border of `scale` pixels: the data's own protocol. */
export function psnrOfLuma(one: Raster, truth: Raster, scale: number): number {
  const luma = ({ rgba }: Raster, at: number) =>
    16 +
    (65.481 * (rgba[at] ?? 0) + 128.553 * (rgba[at + 1] ?? 0) + 24.966 * (rgba[at + 2] ?? 0)) / 255
  let sum = 0
  let count = 0
  for (let y = scale; y < truth.heightPx - scale; y++) {
    for (let x = scale; x < truth.widthPx - scale; x++) {
      const at = (y * truth.widthPx + x) * 4
      sum += (luma(one, at) - luma(truth, at)) ** 2
      count++
    }
  }
  return 10 * Math.log10(255 ** 2 / (sum / count))
}
