import type { Lut3d } from '../../kernels/kernels.ts'
import { smoothstep } from '../pixels.ts'
import type { LightAnalysis } from './analyse.ts'

const SIZE = 33
/** Largest share of a cast that is taken out: an evening is to stay warm. */
const CAST_SHARE = 0.4
const CAST_GAIN_MAX = 0.12
/** Levels stretch at most this far from each end. */
const STRETCH_MAX = 0.16
const MEDIAN_WANTED = 0.45

/**
 * A table that does what a careful hand would: neutral light, full range, open middle tones, a
 * little contrast, and colour where it is faint. Each correction is in proportion to the lack, so
 * that a good photo hardly changes.
 */
export function lookFor(light: LightAnalysis): Lut3d {
  const correct = correctionFor(light)
  const values = new Float32Array(SIZE ** 3 * 3)
  const pixel: [number, number, number] = [0, 0, 0]
  for (let b = 0; b < SIZE; b++) {
    for (let g = 0; g < SIZE; g++) {
      for (let r = 0; r < SIZE; r++) {
        pixel[0] = r / (SIZE - 1)
        pixel[1] = g / (SIZE - 1)
        pixel[2] = b / (SIZE - 1)
        correct(pixel)
        values.set(pixel, ((b * SIZE + g) * SIZE + r) * 3)
      }
    }
  }
  return { size: SIZE, values }
}

type Pixel = [number, number, number]

function correctionFor(light: LightAnalysis): (pixel: Pixel) => void {
  const gains = castGains(light)
  const tone = toneCurve(light)
  // Faint colour is lifted more than rich colour; a vivid photo is left alone.
  const vibrance = 0.45 * (1 - smoothstep(0.25, 0.6, light.saturation))
  return (pixel) => {
    const [r0, g0, b0] = pixel
    const skin = skinShare(r0, g0, b0)
    const balance = 1 - 0.35 * skin
    const r = r0 * (1 + ((gains[0] ?? 1) - 1) * balance)
    const g = g0 * (1 + ((gains[1] ?? 1) - 1) * balance)
    const b = b0 * (1 + ((gains[2] ?? 1) - 1) * balance)
    const luma = 0.299 * r + 0.587 * g + 0.114 * b
    const toned = tone(luma)
    const scale = luma > 1e-4 ? toned / luma : 1
    const high = Math.max(r, g, b)
    const saturation = high > 0 ? (high - Math.min(r, g, b)) / high : 0
    const boost =
      1 + vibrance * (1 - saturation) * smoothstep(0.02, 0.2, saturation) * (1 - 0.7 * skin)
    pixel[0] = mixed(r, luma, toned, scale, boost)
    pixel[1] = mixed(g, luma, toned, scale, boost)
    pixel[2] = mixed(b, luma, toned, scale, boost)
  }
}

/**
 * Brightening by a factor keeps saturation but clips; by an offset it pales. The mean of both keeps
 * the colour's look.
 */
function mixed(value: number, luma: number, toned: number, scale: number, boost: number): number {
  const byFactor = value * scale
  const byOffset = toned + (value - luma)
  const both = byFactor * 0.8 + byOffset * 0.2
  return Math.min(1, Math.max(0, toned + (both - toned) * boost))
}

function castGains(light: LightAnalysis): readonly number[] {
  const strength = Math.max(...light.cast) - Math.min(...light.cast)
  // A slight cast may be the scene's own; a strong one is taken for the lamp's.
  const share = CAST_SHARE * smoothstep(0.06, 0.3, strength)
  return light.cast.map((gain) => {
    const change = (gain - 1) * share
    return 1 + Math.min(CAST_GAIN_MAX, Math.max(-CAST_GAIN_MAX, change))
  })
}

/** Levels, then a power that moves the median, then a slight S; each clamped. */
function toneCurve(light: LightAnalysis): (luma: number) => number {
  const black = Math.min(STRETCH_MAX, Math.max(0, light.black - 0.02)) * 0.8
  const white = 1 - Math.min(STRETCH_MAX, Math.max(0, 0.97 - light.white)) * 0.8
  const levelled = (luma: number) => Math.min(1, Math.max(0, (luma - black) / (white - black)))
  const median = Math.min(0.9, Math.max(0.03, levelled(light.median)))
  const lack = Math.log(MEDIAN_WANTED) / Math.log(median)
  // 1 needs nothing; within a tolerance nothing is done, beyond it a part of the way.
  const away = Math.log(lack)
  const beyond = Math.sign(away) * Math.max(0, Math.abs(away) - 0.34)
  const power = Math.exp(Math.min(0.25, Math.max(-0.5, beyond * 0.55)))
  const range = levelled(light.white) - levelled(light.black)
  const contrast = 0.16 * (1 - smoothstep(0.75, 1, range)) + 0.035
  return (luma) => {
    const lifted = levelled(luma) ** power
    const curved = lifted * lifted * (3 - 2 * lifted)
    return lifted + (curved - lifted) * contrast
  }
}

/** How much a colour is skin, softly: 1 in the middle of its hues, 0 outside. */
function skinShare(r: number, g: number, b: number): number {
  const cb = -0.169 * r - 0.331 * g + 0.5 * b
  const cr = 0.5 * r - 0.419 * g - 0.081 * b
  const luma = 0.299 * r + 0.587 * g + 0.114 * b
  const hue = smoothstep(0.01, 0.05, cr) * (1 - smoothstep(0.17, 0.24, cr))
  const yellow = smoothstep(-0.22, -0.17, cb) * (1 - smoothstep(-0.02, 0.02, cb))
  return hue * yellow * smoothstep(0.08, 0.2, luma)
}
