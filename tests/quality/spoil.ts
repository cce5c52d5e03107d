import { createRaster } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'

/** What went wrong with a photo; `training/colour_enhancement.py` spoils in the same way. */
export interface Fault {
  /** Exposure, in stops. */
  readonly stops?: number
  /** White balance, as logarithms of gains: red up and blue down, and green. */
  readonly warm?: number
  readonly green?: number
  /** Haze, share of a light veil. */
  readonly veil?: number
  readonly contrast?: number
  /** A faded print's lifted black, share. */
  readonly fade?: number
  readonly vivid?: number
}

export const faults: Readonly<Record<string, Fault>> = {
  dark: { stops: -1.5 },
  bright: { stops: 0.9 },
  'lamp light': { stops: -0.3, warm: 0.55, green: 0.06 },
  shade: { stops: -0.3, warm: -0.45 },
  fluorescent: { warm: 0.1, green: 0.4 },
  flat: { contrast: 0.6, vivid: 0.8 },
  haze: { veil: 0.35 },
  'faded print': { warm: 0.08, contrast: 0.9, fade: 0.3, vivid: 0.7 },
  'dark and warm': { stops: -1.2, warm: 0.4, contrast: 0.9, vivid: 0.85 },
  'hazy and cold': { stops: -0.4, warm: -0.3, veil: 0.2, contrast: 0.9, vivid: 0.8 },
}

const toLight = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

function toValue(light: number): number {
  const clipped = Math.min(1, Math.max(0, light))
  return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
}

/** Light first (exposure, white balance, haze), then the picture (contrast, fading, saturation). */
export function spoiled(photo: Raster, fault: Fault): Raster {
  const { stops = 0, warm = 0, green = 0, veil = 0, contrast = 1, fade = 0, vivid = 1 } = fault
  const gains = [warm, green, -warm].map((gain) => 2 ** stops * Math.exp(gain))
  const result = createRaster(photo.widthPx, photo.heightPx)
  const value = [0, 0, 0]
  for (let at = 0; at < photo.rgba.length; at += 4) {
    for (let c = 0; c < 3; c++) {
      const light = toLight((photo.rgba[at + c] ?? 0) / 255) * (gains[c] ?? 1)
      const seen = (toValue(light * (1 - veil) + 0.75 * veil) - 0.5) * contrast + 0.5
      value[c] = seen * (1 - fade) + 0.85 * fade
    }
    const grey = ((value[0] ?? 0) + (value[1] ?? 0) + (value[2] ?? 0)) / 3
    for (let c = 0; c < 3; c++) {
      result.rgba[at + c] = (grey + ((value[c] ?? 0) - grey) * vivid) * 255
    }
    result.rgba[at + 3] = 255
  }
  return result
}
