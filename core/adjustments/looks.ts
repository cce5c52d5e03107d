import type { AdjustmentName } from '../design/adjustments.ts'

/** A colour that shadows or lights lean to: an OKLab hue, 0 red to 90 yellow, and how far. */
interface Lean {
  readonly hueDeg: number
  readonly chroma: number
}

/** What becomes of the colours about one hue. */
interface HueChange {
  /** OKLab hue in the middle: skin is about 50, leaves 125, sky 240. */
  readonly hueDeg: number
  /** Half of the change is left so far from the middle. */
  readonly widthDeg: number
  readonly turnDeg: number
  /** -1 takes the colour away, 1 doubles it. */
  readonly saturation: number
}

/** A grading of ours: settings as the sliders have them, and what no slider does. */
export interface Look {
  readonly settings: Readonly<Partial<Record<AdjustmentName, number>>>
  /** Lightness 0..1 that black and white become: above 0 and below 1 is matte. */
  readonly black?: number
  readonly white?: number
  readonly shadowLean?: Lean
  readonly lightLean?: Lean
  readonly hues?: readonly HueChange[]
  /** What red, green and blue light weigh in its grey; together 1. */
  readonly greyWeights?: readonly [red: number, green: number, blue: number]
}

/** The looks, in the order in which they are shown. */
export const lookIds = [
  'daylight',
  'honey',
  'linen',
  'orchard',
  'harbour',
  'dusk',
  'postcard',
  'mist',
  'velvet',
  'silver',
  'charcoal',
  'tea',
] as const
export type LookId = (typeof lookIds)[number]

const looks: Readonly<Record<LookId, Look>> = {
  // Clean and open: what a good window does.
  daylight: {
    settings: { light: 0.24, contrast: 0.12, saturation: 0.14, shadows: 0.25, clarity: 0.12 },
    white: 0.995,
  },
  // Late sun: amber in the lights, soft shadows.
  honey: {
    settings: { light: 0.12, contrast: 0.06, warmth: 0.2, saturation: 0.04, shadows: 0.15 },
    black: 0.03,
    shadowLean: { hueDeg: 50, chroma: 0.018 },
    lightLean: { hueDeg: 82, chroma: 0.032 },
    hues: [{ hueDeg: 130, widthDeg: 30, turnDeg: -14, saturation: -0.12 }],
  },
  // Unbleached cloth: matte, quiet, creamy whites.
  linen: {
    settings: { light: 0.16, contrast: -0.16, saturation: -0.24, shadows: 0.2, grain: 0.12 },
    black: 0.1,
    white: 0.975,
    shadowLean: { hueDeg: 60, chroma: 0.01 },
    lightLean: { hueDeg: 85, chroma: 0.016 },
  },
  // Ripe: fruit, leaves and food at their fullest, skin left alone.
  orchard: {
    settings: { light: 0.08, contrast: 0.22, saturation: 0.3, warmth: 0.07, clarity: 0.22 },
    hues: [
      { hueDeg: 128, widthDeg: 28, turnDeg: 6, saturation: 0.16 },
      { hueDeg: 26, widthDeg: 14, turnDeg: 0, saturation: 0.12 },
    ],
  },
  // The sea behind, faces in front: petrol shadows, amber lights.
  harbour: {
    settings: { contrast: 0.26, saturation: -0.06, warmth: 0.05, clarity: 0.1, vignette: 0.14 },
    black: 0.025,
    shadowLean: { hueDeg: 215, chroma: 0.042 },
    lightLean: { hueDeg: 72, chroma: 0.028 },
    hues: [
      { hueDeg: 128, widthDeg: 34, turnDeg: 26, saturation: -0.3 },
      { hueDeg: 245, widthDeg: 36, turnDeg: -22, saturation: -0.1 },
    ],
  },
  // After sunset: plum below, rose above.
  dusk: {
    settings: { light: 0.04, contrast: 0.1, saturation: 0.04, tint: 0.08, vignette: 0.12 },
    black: 0.06,
    white: 0.985,
    shadowLean: { hueDeg: 310, chroma: 0.03 },
    lightLean: { hueDeg: 48, chroma: 0.03 },
    hues: [{ hueDeg: 128, widthDeg: 36, turnDeg: -12, saturation: -0.28 }],
  },
  // A print that has lain in a drawer for forty years.
  postcard: {
    settings: {
      light: 0.1,
      contrast: 0.04,
      saturation: -0.18,
      warmth: 0.12,
      vignette: 0.18,
      grain: 0.26,
    },
    black: 0.12,
    white: 0.95,
    shadowLean: { hueDeg: 345, chroma: 0.014 },
    lightLean: { hueDeg: 84, chroma: 0.034 },
    hues: [{ hueDeg: 245, widthDeg: 40, turnDeg: -28, saturation: -0.22 }],
  },
  // Morning over water: pale, cool, airy.
  mist: {
    settings: { light: 0.34, contrast: -0.14, saturation: -0.26, warmth: -0.14, shadows: 0.3 },
    black: 0.08,
    white: 0.99,
    shadowLean: { hueDeg: 230, chroma: 0.02 },
    lightLean: { hueDeg: 215, chroma: 0.006 },
  },
  // Low light and depth: dark, dense, a little drained.
  velvet: {
    settings: {
      light: -0.12,
      contrast: 0.38,
      saturation: -0.16,
      highlights: -0.2,
      clarity: 0.2,
      vignette: 0.34,
    },
    shadowLean: { hueDeg: 25, chroma: 0.012 },
    lightLean: { hueDeg: 75, chroma: 0.012 },
  },
  // Black and white, gentle to skin.
  silver: {
    settings: { light: 0.1, contrast: 0.06, monochrome: 1, shadows: 0.2, grain: 0.14 },
    black: 0.035,
    greyWeights: [0.46, 0.44, 0.1],
  },
  // Black and white, drawn hard.
  charcoal: {
    settings: { contrast: 0.42, monochrome: 1, clarity: 0.42, vignette: 0.3, grain: 0.42 },
    greyWeights: [0.5, 0.42, 0.08],
  },
  // Black and white, steeped.
  tea: {
    settings: { light: 0.04, contrast: 0.1, monochrome: 1, vignette: 0.22, grain: 0.2 },
    black: 0.07,
    white: 0.965,
    shadowLean: { hueDeg: 52, chroma: 0.034 },
    lightLean: { hueDeg: 80, chroma: 0.036 },
    greyWeights: [0.4, 0.5, 0.1],
  },
}

const isLookId = (id: string): id is LookId => id in looks

/** The look called `id`, or null where there is none of that name. */
export const lookOf = (id: string): Look | null => (isLookId(id) ? looks[id] : null)
