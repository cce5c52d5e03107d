import { smoothstep } from '../../../../pixels/pixels.ts'

/** Colour from which a strong one keeps so much of its own light. */
export const STRONG = { from: 0.1, to: 0.18, kept: 0.85 }
/** A red is strong, though it is dark, by its colour against its light: lifted, it would be pink. */
const RED = { from: 0.2, to: 0.32, hue: { from: 0.6, to: 0.8 } }
/** What grows is greener in an animated film: hues of olive, in degrees, as they are dark enough to be no yellow. */
const OLIVE = {
  from: 98,
  whole: 110,
  last: 124,
  to: 142,
  light: { from: 0.74, to: 0.9 },
  faint: { from: 0.025, to: 0.05 },
}

/** Strength of a colour, OKLab; `Math.hypot` would take ten times as long. */
export const chromaOf = (red: number, yellow: number): number =>
  Math.sqrt(red * red + yellow * yellow)

/** How much a colour is a strong one, 0..1; lightness and what else is given are of OKLab. */
export function strongShare(light: number, red: number, chroma: number): number {
  const strong = smoothstep(STRONG.from, STRONG.to, chroma)
  if (red <= 0) return strong
  const isRed = smoothstep(RED.hue.from, RED.hue.to, red / chroma)
  return Math.max(strong, isRed * smoothstep(RED.from, RED.to, chroma / Math.max(0.05, light)))
}

/** How much a colour is olive, 0..1. */
export function oliveShare(light: number, red: number, yellow: number, chroma: number): number {
  const { from, whole, last, to, light: lights, faint } = OLIVE
  const coloured = smoothstep(faint.from, faint.to, chroma)
  if (coloured === 0 || yellow <= 0 || red > 0) return 0
  const hue = (Math.atan2(yellow, red) * 180) / Math.PI
  const near = smoothstep(from, whole, hue) * (1 - smoothstep(last, to, hue))
  return coloured * near * (1 - smoothstep(lights.from, lights.to, light))
}

/** The shade of what is orange or brown, by its hue in radians, its light and its colour. */
const EMBERS = {
  from: 0.5,
  whole: 0.85,
  last: 1.45,
  to: 1.65,
  light: { from: 0.36, to: 0.62 },
  faint: { from: 0.02, to: 0.045 },
}

/** How much a colour is a shade of orange or brown, 0..1. */
export function emberShare(light: number, red: number, yellow: number, chroma: number): number {
  const { from, whole, last, to, light: lights, faint } = EMBERS
  const shade = 1 - smoothstep(lights.from, lights.to, light)
  if (shade === 0 || yellow <= 0 || red <= 0) return 0
  const hue = Math.atan2(yellow, red)
  const near = smoothstep(from, whole, hue) * (1 - smoothstep(last, to, hue))
  return shade * near * smoothstep(faint.from, faint.to, chroma)
}

/** In a night what is darker than this, as faint and neither red nor green is as blue as its sky. */
export const DUSK = {
  dark: { from: 0.22, to: 0.36 },
  faint: { from: 0.024, to: 0.04 },
  red: { from: 0.01, to: 0.018 },
}

/** Where nobody is, browns and reds are, too. */
export const DUSK_BEHIND = {
  dark: { from: 0.3, to: 0.46 },
  faint: { from: 0.06, to: 0.09 },
  red: { from: 0.04, to: 0.07 },
}

/** How much a colour is the dark of a night, 0..1. */
export const duskOf = (
  light: number,
  red: number,
  chroma: number,
  { dark, faint, red: reds }: typeof DUSK,
): number =>
  (1 - smoothstep(dark.from, dark.to, light)) *
  (1 - smoothstep(faint.from, faint.to, chroma)) *
  (1 - smoothstep(reds.from, reds.to, red)) *
  (1 - smoothstep(DUSK.red.from, DUSK.red.to, -red))

/** How much a colour is that of skin in warm light, 0..1. */
export function warmShare(light: number, red: number, yellow: number): number {
  const warm = smoothstep(0.04, 0.08, chromaOf(red, yellow)) * smoothstep(0.2, 0.35, light)
  // An angle for each pixel of a grey wall would be slow.
  if (warm === 0 || yellow <= 0) return 0
  const hue = Math.atan2(yellow, red)
  return smoothstep(0.2, 0.5, hue) * (1 - smoothstep(1.2, 1.4, hue)) * warm
}
