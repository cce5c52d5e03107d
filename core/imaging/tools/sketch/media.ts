import { smoothstep } from '../../../pixels/pixels.ts'
import { valueNoise } from './texture.ts'

/** What is known of one pixel when its paper is drawn on. All 0..1. */
export interface Mark {
  /** Place in thousandths of the picture's longer side. */
  x: number
  y: number
  /** Width of a pixel in the same. */
  pixel: number
  /** Height of the paper. */
  tooth: number
  line: number
  shading: number
  stroke: number
  cross: number
  /** How much line there is about it. */
  mass: number
  /** How much of it is skin, and how dark skin is there in any light. */
  skin: number
  tone: number
  red: number
  green: number
  blue: number
}

/** Draws one pixel: writes sRGB 0..255 at `at`. `strength` is how hard the hand presses. */
export type Medium = (mark: Mark, strength: number, into: Uint8ClampedArray, at: number) => void

/** Share of the paper that a layer covers: strokes and tooth decide where, pressure how much. */
function coverage(pressure: number, stroke: number, tooth: number, softness: number): number {
  if (pressure <= 0) return 0
  const resistance = stroke * 0.66 + (1 - tooth) * 0.34
  return smoothstep(-softness, softness, pressure - resistance) * Math.min(1, pressure * 3)
}

/** Graphite for skin of a tone: none for the lightest. */
const skinTone = (tone: number): number => 0.2 * smoothstep(0.3, 0.85, tone)

const GRAPHITE = [46, 46, 50] as const

/** Soft graphite: two stroke layers, contours that press harder, grain from the paper's tooth. */
export const pencil: Medium = (mark, strength, into, at) => {
  const { tooth } = mark
  const press = 0.72 + 0.5 * strength
  const shade = mark.shading * press
  const base = coverage(shade * 1.12 - 0.04, mark.stroke, tooth, 0.3) * (0.34 + 0.36 * shade)
  const deep = coverage(shade * 1.3 - 0.5, mark.cross, tooth, 0.26) * (0.42 + 0.4 * shade)
  // The tone of skin is rubbed in, without a stroke: strokes tell its form, alike for all.
  const rubbed = mark.skin * skinTone(mark.tone) * (0.5 + 0.5 * smoothstep(0, 0.3, shade))
  const smudge = shade * 0.2 + rubbed * (0.8 + 0.4 * tooth)
  const drag = 0.62 + 0.5 * tooth
  const contour = Math.min(1, mark.line * (0.7 + 0.5 * strength) * drag)
  const paper = (1 - base) * (1 - deep) * (1 - smudge) * (1 - contour * 0.86)
  for (let c = 0; c < 3; c++) {
    const dark = GRAPHITE[c] ?? 0
    into[at + c] = dark + (255 - dark) * paper
  }
  into[at + 3] = 255
}

const INK = [18, 17, 22] as const
const HATCH_SPACING = 5.2

/** A line of the engraver's hatching: how far this place lies within it, positive inside. */
function hatchLine(mark: Mark, angle: number, width: number, seed: number): number {
  const sway = (valueNoise(mark.x * 0.02, mark.y * 0.02, seed) - 0.5) * 7
  const across = (mark.x * Math.sin(angle) + mark.y * Math.cos(angle) + sway) / HATCH_SPACING
  const distance = Math.abs(across - Math.round(across)) * HATCH_SPACING
  return width - distance
}

/** Pen and brush: contours, solid blacks, and hatching whose lines swell with the shade. */
export const ink: Medium = (mark, strength, into, at) => {
  const shade = mark.shading
  const solidFrom = 0.86 - 0.2 * strength
  const solid = smoothstep(solidFrom - 0.02, solidFrom + 0.02, shade)
  const swell = smoothstep(0.3 - 0.08 * strength, solidFrom, shade)
  const crossSwell = smoothstep(0.54 - 0.08 * strength, solidFrom + 0.06, shade)
  const soft = Math.max(0.3, mark.pixel * 0.7)
  const first =
    swell <= 0 ? 0 : smoothstep(-soft, soft, hatchLine(mark, 0.72, swell * 2.1 + 0.1, 21))
  const second =
    crossSwell <= 0 ? 0 : smoothstep(-soft, soft, hatchLine(mark, 2.1, crossSwell * 1.7 + 0.05, 22))
  const hatch = Math.max(first * Math.min(1, swell * 14), second * Math.min(1, crossSwell * 14))
  // Where little line is about, at its end or in a speck, only its middle is inked.
  const thin = 1 - smoothstep(0.03, 0.16, mark.mass)
  const from = 0.24 - 0.12 * strength + 0.36 * thin
  const contour = smoothstep(from, from + 0.3, mark.line)
  const black = Math.max(solid, hatch, contour)
  for (let c = 0; c < 3; c++) {
    const dark = INK[c] ?? 0
    into[at + c] = dark + (255 - dark) * (1 - black)
  }
  into[at + 3] = 255
}

/**
 * Coloured pencils: a first layer in the lightened hue, a second in the deep hue where it is dark
 * or rich, contours in the darkest tone of the same hue. White paper shows between the strokes.
 */
export const colouredPencil: Medium = (mark, strength, into, at) => {
  const { tooth, skin, tone } = mark
  const press = 0.75 + 0.45 * strength
  const high = Math.max(mark.red, mark.green, mark.blue)
  const chroma = high - Math.min(mark.red, mark.green, mark.blue)
  const saturation = high > 0 ? (chroma / high) * smoothstep(0.02, 0.1, chroma) : 0
  const luma = mark.red * 0.299 + mark.green * 0.587 + mark.blue * 0.114
  // What has next to no hue in the dark is drawn with the black pencil, not with a pale blue.
  const neutral = (1 - smoothstep(0.05, 0.15, chroma)) * (1 - skin)
  const black = neutral * smoothstep(0.5, 0.8, 1 - luma)
  const seen = Math.max((1 - luma) * 0.85, mark.shading * 0.95) + saturation * 0.55
  // Skin is one even layer of its own colour; strokes in it tell the form, alike in every tone.
  const want = Math.min(1, seen + mark.shading * 0.2) * (1 - skin) + skin * (0.5 + 0.3 * tone)
  const even = skin * 0.6
  const light = coverage(
    want * press * 1.35,
    mark.stroke + (0.35 - mark.stroke) * even,
    tooth,
    0.42,
  )
  const onAll = Math.max(0, mark.shading * 0.85 + saturation * 0.28 - 0.22) + black * 0.3
  const deepWant = onAll + (mark.shading * 0.8 - onAll) * skin
  const deep = coverage(deepWant * press * 1.25, mark.cross, tooth, 0.34)
  const drag = 0.6 + 0.5 * tooth
  const contour = Math.min(1, mark.line * (0.6 + 0.4 * strength) * drag) * 0.8
  const rich = 1.3 * (1 - neutral * smoothstep(0.3, 0.6, 1 - luma))
  const peak = Math.max(0.04, high)
  const lift = (1 - peak) * 0.55 * (1 - black) * (1 - 0.75 * skin)
  for (let c = 0; c < 3; c++) {
    const value = c === 0 ? mark.red : c === 1 ? mark.green : mark.blue
    const vivid = Math.min(1, Math.max(0, luma + (value - luma) * rich))
    // The light layer keeps the hue but not the dark: the hue's own brightness lifted.
    const tint = Math.min(1, vivid + lift * (value / peak))
    const pigment = 0.1 * (1 - black) + (0.9 + 0.1 * black) * tint
    const deepPigment = Math.min(1, vivid * 0.72 + 0.03)
    let paper = 1 - light * 0.93 * (1 - pigment)
    paper += (Math.min(paper, deepPigment) - paper) * deep * 0.9
    paper += (vivid * 0.28 - paper) * contour
    into[at + c] = paper * 255
  }
  into[at + 3] = 255
}
