import type { Raster } from '../tool.ts'

/** What a photo lacks, measured on a small copy. */
export interface LightAnalysis {
  /** Darkest and lightest luma that matter, 0..1. */
  readonly black: number
  readonly white: number
  /** Middle of the luma, 0..1, people's skin counted twice. */
  readonly median: number
  /** Gains that make the light neutral, about their mean of 1. */
  readonly cast: readonly [number, number, number]
  /** Mean saturation of what is not grey, 0..1. */
  readonly saturation: number
}

const BINS = 1024
/** Minkowski norm of shades of grey (Finlayson & Trezzi 2004). */
const NORM = 5

/** Measures a photo. Clear pixels do not count. */
export function analyseLight(picture: Raster): LightAnalysis {
  const counts = new Float64Array(BINS)
  const norms = [0, 0, 0]
  let total = 0
  let weight = 0
  let saturationSum = 0
  let coloured = 0
  for (let at = 0; at < picture.rgba.length; at += 4) {
    if ((picture.rgba[at + 3] as number) < 128) continue
    const r = (picture.rgba[at] as number) / 255
    const g = (picture.rgba[at + 1] as number) / 255
    const b = (picture.rgba[at + 2] as number) / 255
    const luma = 0.299 * r + 0.587 * g + 0.114 * b
    const skin = isSkin(r, g, b)
    const share = skin ? 2 : 1
    const bin = Math.min(BINS - 1, Math.floor(luma * BINS))
    counts[bin] = (counts[bin] as number) + share
    total += share
    const high = Math.max(r, g, b)
    const saturation = high > 0 ? (high - Math.min(r, g, b)) / high : 0
    if (saturation > 0.08) {
      saturationSum += saturation
      coloured++
    }
    // Blown and black pixels have lost the light's colour; skin and vivid things show their own.
    if (!skin && high < 0.97 && luma > 0.04 && saturation < 0.55) {
      weight++
      norms[0] = (norms[0] as number) + r ** NORM
      norms[1] = (norms[1] as number) + g ** NORM
      norms[2] = (norms[2] as number) + b ** NORM
    }
  }
  return {
    black: percentile(counts, total, 0.004),
    white: percentile(counts, total, 0.996),
    median: percentile(counts, total, 0.5),
    cast: castOf(norms, weight),
    saturation: coloured === 0 ? 0 : saturationSum / coloured,
  }
}

function percentile(counts: Float64Array, total: number, share: number): number {
  let left = total * share
  for (let bin = 0; bin < BINS; bin++) {
    left -= counts[bin] as number
    if (left <= 0) return (bin + 0.5) / BINS
  }
  return 1
}

function castOf(norms: readonly number[], weight: number): [number, number, number] {
  if (weight < 100) return [1, 1, 1]
  const [r, g, b] = norms.map((sum) => (sum / weight) ** (1 / NORM)) as [number, number, number]
  const grey = (r + g + b) / 3
  return [grey / r, grey / g, grey / b]
}

/** Skin of any tone by its hue and chroma (YCbCr box, Chai & Ngan 1999, widened). */
export function isSkin(r: number, g: number, b: number): boolean {
  const cb = -0.169 * r - 0.331 * g + 0.5 * b
  const cr = 0.5 * r - 0.419 * g - 0.081 * b
  return cr > 0.03 && cr < 0.2 && cb < -0.01 && cb > -0.2 && r > 0.15
}
