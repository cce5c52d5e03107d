import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'

/** Finer detail is lost to a blur of the first, coarser to one of the second, px. */
const FINE_PX = 1.2
const COARSE_PX = 3

/** What a picture has in two bands. */
export interface BorderDetail {
  readonly fine: FloatPlane['values']
  readonly coarse: FloatPlane['values']
}

export function detailOf(kernels: Kernels, picture: Raster): BorderDetail {
  const luma = kernels.luma(picture)
  const soft = kernels.gaussian(luma, FINE_PX).values
  const softer = kernels.gaussian(luma, COARSE_PX).values
  return {
    fine: differenceOf(luma.values, soft),
    coarse: differenceOf(soft, softer),
  }
}

function differenceOf(one: Float32Array, other: Float32Array): FloatPlane['values'] {
  const result = new Float32Array(one.length)
  for (let at = 0; at < one.length; at++) {
    result[at] = Math.abs((one[at] as number) - (other[at] as number))
  }
  return result
}

/** How sharp a picture is at some pixels: what ends in focus has much of the finer band. */
export function sharpnessOf({ fine, coarse }: BorderDetail, pixels: readonly number[]): number {
  const sum = (band: Float32Array) => pixels.reduce((all, at) => all + (band[at] as number), 0)
  return sum(fine) / Math.max(1e-3, sum(coarse))
}

/** The two pixels on either side of where marks end: a mask ends beside the photo's edge, not on it. */
export function borderOf(marks: Uint8Array, widthPx: number): readonly number[] {
  const isBorder = new Uint8Array(marks.length)
  const end = (at: number, step: number) => {
    for (let near = at - step; near <= at + 2 * step; near += step) isBorder[near] = 1
  }
  for (let row = 0; row < marks.length; row += widthPx) {
    for (let at = row; at < row + widthPx; at++) {
      if (at + 1 < row + widthPx && marks[at] !== marks[at + 1]) end(at, 1)
      if (at + widthPx < marks.length && marks[at] !== marks[at + widthPx]) end(at, widthPx)
    }
  }
  const pixels: number[] = []
  for (let at = isBorder.indexOf(1); at >= 0; at = isBorder.indexOf(1, at + 1)) pixels.push(at)
  return pixels
}
