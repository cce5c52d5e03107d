import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'

/** Hair is darker or lighter than the cheek of its side, or less colourful. */
const DARK = { from: 0.76, to: 0.9 }
const WHITE = { from: 1.16, to: 1.3 }
const GREY = { from: 0.62, to: 0.85, light: 0.72 }
/** A red beard is of stronger colour than the cheek, against its light, and darker. */
const RED = { strong: { from: 1.25, to: 1.45 }, dark: { from: 0.86, to: 0.93 } }

/** How much a colour is hair where hair is known to grow beside skin of the cheek's, 0..1. */
export const knownHairShare = (colour: OkLab, cheek: OkLab): number =>
  Math.max(hairShare(colour, cheek), strongShare(colour, cheek))

function hairShare(colour: OkLab, cheek: OkLab): number {
  const share = colour[0] / Math.max(0.05, cheek[0])
  const dark = 1 - smoothstep(DARK.from, DARK.to, share)
  const white = smoothstep(WHITE.from, WHITE.to, share)
  return Math.max(dark, white, greyShare(colour, cheek))
}

/** How much less colour it has than the cheek, though it is hardly darker. */
export function greyShare([light, a, b]: OkLab, [own, red, yellow]: OkLab): number {
  const share = light / Math.max(0.05, own)
  const colour = Math.hypot(a, b) / Math.max(0.05, light)
  const skin = Math.hypot(red, yellow) / Math.max(0.05, own)
  const isGrey = skin >= 0.045 && share >= GREY.light
  return isGrey ? 1 - smoothstep(GREY.from, GREY.to, colour / skin) : 0
}

/** How much stronger a colour is than the cheek's, and darker. */
function strongShare([light, a, b]: OkLab, [own, red, yellow]: OkLab): number {
  const strong = (Math.hypot(a, b) * own) / Math.max(1e-3, light * Math.hypot(red, yellow))
  const { from, to } = RED.dark
  return (
    smoothstep(RED.strong.from, RED.strong.to, strong) * (1 - smoothstep(from, to, light / own))
  )
}
