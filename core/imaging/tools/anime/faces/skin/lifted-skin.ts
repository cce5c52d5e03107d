import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'

/**
 * Skin is drawn a little lighter than it is, as what lies about it is, and hardly stronger: pale skin with more
 * colour is tanned, and a flat patch of strong colour looks stronger than what it is the mean of.
 */
const LIFT = { light: 0.016, strong: { from: 0.05, to: 0.1, calmed: 0.05 } }
/**
 * Skin that is neither dark nor grey keeps so much less of its colour: in one flat tone, without the gloss of a
 * photo, it looks browner than it is. With much less it would be grey, which beside clear paper and clothes is a mask.
 */
const PALE = { light: { from: 0.48, to: 0.62 }, chroma: { from: 0.03, to: 0.06 }, calmed: 0.05 }
/** Hues beyond those of skin in white light are brought so far to them at most, radians. */
const HUE = { from: 0.7, to: 1.13, most: 0.087 }

/** Skin that is darker than this and has so little colour against its light is pale skin in the shade: with more colour it would be brown. */
const SHADED = { light: { from: 0.52, to: 0.68 }, colour: { from: 0.105, to: 0.13 } }

/** How surely skin may be painted stronger in colour, 0..1: not where it is pale and lies in the shade. */
export function bearsColour([light, a, b]: OkLab): number {
  const isLit = smoothstep(SHADED.light.from, SHADED.light.to, light)
  const ownColour = Math.hypot(a, b) / Math.max(0.05, light)
  return Math.max(isLit, smoothstep(SHADED.colour.from, SHADED.colour.to, ownColour))
}

/** A tone of skin as it is painted. @param warmth how much colour it gains that has little */
export function liftedSkin([light, a, b]: OkLab, warmth: number): OkLab {
  const to = light + LIFT.light * smoothstep(1, 0.85, light) * smoothstep(0.1, 0.4, light)
  const { from, to: most, calmed } = LIFT.strong
  const chroma = Math.hypot(a, b)
  const strong = smoothstep(from, most, chroma)
  const warmed = warmth * bearsColour([light, a, b])
  const gain = (1 + warmed * (1 - strong)) * (1 - calmed * strong)
  const isPale =
    smoothstep(PALE.light.from, PALE.light.to, light) *
    smoothstep(PALE.chroma.from, PALE.chroma.to, chroma)
  const pale = 1 - PALE.calmed * isPale
  const strength = chroma * (to / Math.max(0.05, light)) * pale * gain
  const hue = Math.atan2(b, a)
  const wanted = Math.min(HUE.to, Math.max(HUE.from, hue))
  // A hue far from skin is that of a lamp: it stays.
  const turned = hue + Math.min(HUE.most, Math.max(-HUE.most, wanted - hue)) * (b > 0 ? 1 : 0)
  return [to, strength * Math.cos(turned), strength * Math.sin(turned)]
}
