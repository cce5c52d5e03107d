import type { OkLab } from '../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'

/** Hair is darker or lighter than the cheek of its side, or less colourful. */
const DARK = { from: 0.68, to: 0.8 }
const WHITE = { from: 1.16, to: 1.3 }
export const GREY = {
  sure: { from: 0.42, to: 0.62 },
  likely: { from: 0.62, to: 0.85 },
  light: 0.72,
}
/** A red beard is of stronger colour than the cheek, against its light, darker, and more yellow, radians. */
const RED = {
  strong: { from: 1.25, to: 1.45 },
  dark: { from: 0.86, to: 0.93 },
  yellow: { from: 0.2, to: 0.35 },
}
/** How much a colour is hair beside skin of the cheek's, 0..1. @param grey from which colour on */
export function hairShare(
  [light, a, b]: OkLab,
  [own, red, yellow]: OkLab,
  grey: { readonly from: number; readonly to: number },
): number {
  const share = light / Math.max(0.05, own)
  const dark = 1 - smoothstep(DARK.from, DARK.to, share)
  const white = smoothstep(WHITE.from, WHITE.to, share)
  const colour = Math.hypot(a, b) / Math.max(0.05, light)
  const skin = Math.hypot(red, yellow) / Math.max(0.05, own)
  const isGrey = skin >= 0.045 && share >= GREY.light
  const faint = isGrey ? 1 - smoothstep(grey.from, grey.to, colour / skin) : 0
  return Math.max(dark, white, faint)
}

/** How much stronger a colour is than the cheek's, and darker. */
export function strongShare([light, a, b]: OkLab, [own, red, yellow]: OkLab): number {
  const strong = (Math.hypot(a, b) * own) / Math.max(1e-3, light * Math.hypot(red, yellow))
  const { from, to } = RED.dark
  return (
    smoothstep(RED.strong.from, RED.strong.to, strong) * (1 - smoothstep(from, to, light / own))
  )
}

/** How much a colour is of a red beard, 0..1. */
export const redShare = (colour: OkLab, cheek: OkLab): number =>
  strongShare(colour, cheek) *
  smoothstep(
    RED.yellow.from,
    RED.yellow.to,
    Math.atan2(colour[2], colour[1]) - Math.atan2(cheek[2], cheek[1]),
  )
