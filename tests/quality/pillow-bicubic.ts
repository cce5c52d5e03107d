import { createRaster } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'

/** Keys' cubic with a = -0.5, as Pillow's BICUBIC. */
function cubic(x: number): number {
  const a = -0.5
  const t = Math.abs(x)
  if (t < 1) return ((a + 2) * t - (a + 3)) * t * t + 1
  return t < 2 ? (((t - 5) * t + 8) * t - 4) * a : 0
}

interface Taps {
  readonly from: number
  readonly weights: readonly number[]
}

/** Antialiased when it shrinks: the kernel is as wide as the step. */
function tapsOf(length: number, to: number): readonly Taps[] {
  const step = length / to
  const spread = Math.max(1, step)
  return Array.from({ length: to }, (_, index) => {
    const centre = (index + 0.5) * step
    const from = Math.max(0, Math.trunc(centre - 2 * spread + 0.5))
    const end = Math.min(length, Math.trunc(centre + 2 * spread + 0.5))
    const raw = Array.from({ length: end - from }, (_, k) =>
      cubic((from + k - centre + 0.5) / spread),
    )
    const sum = raw.reduce((total, weight) => total + weight, 0)
    return { from, weights: raw.map((weight) => weight / sum) }
  })
}

const rounded = (value: number): number => Math.min(255, Math.max(0, Math.floor(value + 0.5)))

/**
 * Resizes an opaque picture exactly as the measuring sets are made and compared: across, rounded to
 * 8 bits, then down (Pillow, `Image.resize(..., BICUBIC)`).
 */
export function pillowBicubic(picture: Raster, widthPx: number, heightPx: number): Raster {
  const across = tapsOf(picture.widthPx, widthPx)
  const middle = createRaster(widthPx, picture.heightPx)
  for (let y = 0; y < picture.heightPx; y++) {
    across.forEach(({ from, weights }, x) => {
      sumInto(middle, y * widthPx + x, picture, (k) => y * picture.widthPx + from + k, weights)
    })
  }
  const result = createRaster(widthPx, heightPx)
  tapsOf(picture.heightPx, heightPx).forEach(({ from, weights }, y) => {
    for (let x = 0; x < widthPx; x++) {
      sumInto(result, y * widthPx + x, middle, (k) => (from + k) * widthPx + x, weights)
    }
  })
  return result
}

function sumInto(
  result: Raster,
  at: number,
  picture: Raster,
  placeOf: (tap: number) => number,
  weights: readonly number[],
): void {
  for (let channel = 0; channel < 3; channel++) {
    let sum = 0
    weights.forEach((weight, k) => {
      sum += weight * (picture.rgba[placeOf(k) * 4 + channel] ?? 0)
    })
    result.rgba[at * 4 + channel] = rounded(sum)
  }
  result.rgba[at * 4 + 3] = 255
}
