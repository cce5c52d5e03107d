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
  /** Share of its leans, turns and lost colour that skin is spared. */
  readonly skinKept?: number
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
    settings: { light: 0.24, contrast: 0.2, saturation: 0.16, shadows: 0.24, clarity: 0.12 },
  },
  // Late sun: amber in the lights, warm soft shadows, skies that stay blue.
  honey: {
    settings: { light: 0.12, contrast: 0.2, warmth: 0.2, saturation: 0.06, shadows: 0.16 },
    black: 0.025,
    skinKept: 0.35,
    shadowLean: { hueDeg: 50, chroma: 0.02 },
    lightLean: { hueDeg: 78, chroma: 0.03 },
    hues: [
      { hueDeg: 132, widthDeg: 28, turnDeg: -11, saturation: -0.1 },
      { hueDeg: 220, widthDeg: 34, turnDeg: 16, saturation: 0.05 },
    ],
  },
  // Unbleached cloth: matte, quiet, creamy whites.
  linen: {
    settings: { light: 0.18, contrast: 0.02, saturation: -0.26, shadows: 0.2, grain: 0.14 },
    black: 0.075,
    white: 0.98,
    skinKept: 0.75,
    shadowLean: { hueDeg: 60, chroma: 0.008 },
    lightLean: { hueDeg: 82, chroma: 0.016 },
  },
  // Ripe: fruit, leaves and food at their fullest, skin left alone.
  orchard: {
    settings: { light: 0.1, contrast: 0.34, saturation: 0.27, warmth: 0.05, clarity: 0.2 },
    skinKept: 0.6,
    hues: [
      { hueDeg: 128, widthDeg: 28, turnDeg: 6, saturation: 0.14 },
      { hueDeg: 28, widthDeg: 12, turnDeg: 0, saturation: 0.06 },
    ],
  },
  // The sea behind, faces in front: petrol shadows, amber lights.
  harbour: {
    settings: { contrast: 0.4, saturation: -0.06, warmth: 0.05, clarity: 0.12, vignette: 0.14 },
    black: 0.03,
    skinKept: 0.8,
    shadowLean: { hueDeg: 218, chroma: 0.044 },
    lightLean: { hueDeg: 70, chroma: 0.026 },
    hues: [
      { hueDeg: 138, widthDeg: 28, turnDeg: 8, saturation: -0.44 },
      { hueDeg: 245, widthDeg: 36, turnDeg: -22, saturation: -0.1 },
    ],
  },
  // After sunset: violet below, peach above.
  dusk: {
    settings: { contrast: 0.22, saturation: 0.04, tint: 0.04, shadows: 0.1, vignette: 0.14 },
    black: 0.045,
    white: 0.99,
    skinKept: 0.75,
    shadowLean: { hueDeg: 300, chroma: 0.042 },
    lightLean: { hueDeg: 50, chroma: 0.026 },
    hues: [
      { hueDeg: 128, widthDeg: 36, turnDeg: -10, saturation: -0.3 },
      { hueDeg: 235, widthDeg: 36, turnDeg: 16, saturation: -0.08 },
    ],
  },
  // A print that has lain in a drawer for forty years.
  postcard: {
    settings: {
      light: 0.14,
      contrast: 0.16,
      saturation: -0.16,
      warmth: 0.1,
      vignette: 0.16,
      grain: 0.3,
    },
    black: 0.1,
    white: 0.96,
    skinKept: 0.45,
    shadowLean: { hueDeg: 350, chroma: 0.018 },
    lightLean: { hueDeg: 82, chroma: 0.034 },
    hues: [{ hueDeg: 245, widthDeg: 40, turnDeg: -24, saturation: -0.2 }],
  },
  // Morning over water: pale, cool, airy.
  mist: {
    settings: { light: 0.36, contrast: -0.04, saturation: -0.24, warmth: -0.12, shadows: 0.24 },
    black: 0.07,
    white: 0.99,
    skinKept: 0.9,
    shadowLean: { hueDeg: 230, chroma: 0.022 },
    lightLean: { hueDeg: 215, chroma: 0.006 },
  },
  // Low light and depth: dark, dense, a little drained.
  velvet: {
    settings: {
      light: -0.16,
      contrast: 0.5,
      saturation: -0.16,
      highlights: -0.25,
      shadows: 0.14,
      clarity: 0.2,
      vignette: 0.3,
    },
    skinKept: 0.6,
    shadowLean: { hueDeg: 25, chroma: 0.012 },
    lightLean: { hueDeg: 75, chroma: 0.012 },
  },
  // Black and white, gentle to skin.
  silver: {
    settings: { light: 0.16, contrast: 0.4, monochrome: 1, shadows: 0.24, grain: 0.16 },
    black: 0.02,
    greyWeights: [0.46, 0.44, 0.1],
  },
  // Black and white, drawn hard.
  charcoal: {
    settings: {
      contrast: 0.84,
      monochrome: 1,
      shadows: 0.4,
      clarity: 0.45,
      vignette: 0.22,
      grain: 0.5,
    },
    greyWeights: [0.5, 0.42, 0.08],
  },
  // Black and white, steeped.
  tea: {
    settings: {
      light: 0.22,
      contrast: 0.4,
      monochrome: 1,
      shadows: 0.12,
      vignette: 0.16,
      grain: 0.22,
    },
    black: 0.06,
    white: 0.975,
    shadowLean: { hueDeg: 52, chroma: 0.038 },
    lightLean: { hueDeg: 78, chroma: 0.036 },
    greyWeights: [0.42, 0.48, 0.1],
  },
}

const isLookId = (id: string): id is LookId => id in looks

/** The look called `id`, or null where there is none of that name. */
export const lookOf = (id: string): Look | null => (isLookId(id) ? looks[id] : null)
