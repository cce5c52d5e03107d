import { hypotenuse, smoothstep } from './pixels.ts'

/** How much an OKLab colour is skin of any tone, by its hue: 1 in the middle, 0 outside. */
export function skinShare(light: number, red: number, yellow: number): number {
  // No hue of skin: most pixels are done with here.
  if (red <= 0 || yellow <= 0) return 0
  const chroma = hypotenuse(red, yellow)
  const full = chroma * Math.min(2, Math.max(1, 0.6 / light))
  const faint = smoothstep(0.02, 0.045, full) * (1 - smoothstep(0.11, 0.15, chroma))
  // Nor what is grey or strong: an angle takes longer than all else.
  if (faint === 0) return 0
  const hue = Math.atan2(yellow, red)
  const about = smoothstep(0.15, 0.5, hue) * (1 - smoothstep(1.15, 1.4, hue))
  return about * faint * smoothstep(0.12, 0.25, light)
}
