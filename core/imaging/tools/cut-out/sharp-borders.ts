import type { Kernels } from '../../../kernels/kernels.ts'
import type { Raster } from '../../../pixels/raster.ts'

/** Finer detail is lost to a blur of the first, coarser to one of the second, px. */
const FINE_PX = 1.2
const COARSE_PX = 3

/** What a picture has in two bands. */
export interface BorderDetail {
  readonly fine: Float32Array
  readonly coarse: Float32Array
}

export function detailOf(kernels: Kernels, picture: Raster): BorderDetail {
  const luma = kernels.luma(picture)
  const soft = kernels.gaussian(luma, FINE_PX).values
  const softer = kernels.gaussian(luma, COARSE_PX).values
  return {
    fine: luma.values.map((value, at) => Math.abs(value - (soft[at] as number))),
    coarse: soft.map((value, at) => Math.abs(value - (softer[at] as number))),
  }
}

/** How sharp a picture is at some pixels: what ends in focus has much of the finer band. */
export function sharpnessOf({ fine, coarse }: BorderDetail, pixels: readonly number[]): number {
  const sum = (band: Float32Array) => pixels.reduce((all, at) => all + (band[at] as number), 0)
  return sum(fine) / Math.max(1e-3, sum(coarse))
}

/** The two pixels on either side of where marks end: a mask ends beside the photo's edge, not on it. */
export function borderOf(marks: Uint8Array, widthPx: number): readonly number[] {
  const isBorder = new Uint8Array(marks.length)
  for (const [step, isLast] of [
    [1, (at: number) => (at + 1) % widthPx === 0],
    [widthPx, (at: number) => at + widthPx >= marks.length],
  ] as const) {
    for (let at = 0; at < marks.length; at++) {
      if (isLast(at) || marks[at] === marks[at + step]) continue
      for (const near of [-step, 0, step, 2 * step]) isBorder[at + near] = 1
    }
  }
  const pixels: number[] = []
  for (let at = isBorder.indexOf(1); at >= 0; at = isBorder.indexOf(1, at + 1)) pixels.push(at)
  return pixels
}
