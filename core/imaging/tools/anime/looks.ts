import type { FacePen } from './faces/eyes.ts'

/** What makes one anime look. Lengths are thousandths of the picture's longer side. */
export interface AnimeLook {
  /** Edge-preserving smoothing before anything is painted. */
  readonly smooth: { readonly reach: number; readonly range: number }
  readonly regions: {
    readonly scale: number
    /** Smallest region, in square thousandths. */
    readonly min: number
    /** Share of the light's fall-off in a sky or a wall that is kept, 0..1. */
    readonly shade: number
    /** How far from a cell's own light its shadow and its light begin, OKLab. */
    readonly step: number
  }
  readonly ink: {
    readonly smooth: { readonly reach: number; readonly range: number }
    readonly sigma: number
    readonly length: number
    readonly tau: number
    readonly phi: number
    /** Shorter lines are left out. */
    readonly shortest: number
    readonly opacity: number
    /** Width of the contours of people. */
    readonly contour: number
    /** RGB 0..255. */
    readonly colour: readonly [red: number, green: number, blue: number]
    /** How much of the colour below tinges it, 0..1. */
    readonly tinge: number
  }
  readonly palette: {
    /** Opens the dark half. */
    readonly lift: number
    /** How much faint colour gains. */
    readonly vivid: number
    /** Lightness of the darkest colour, OKLab: watercolour has no black, and only ink is pure. */
    readonly darkest: number
    /** How far light and dark are drawn apart, 0..1. */
    readonly contrast: number
    /** What the darkest colours gain, OKLab: looks are told apart by it where a picture is dark. */
    readonly shadow: { readonly a: number; readonly b: number }
    /** How black dark places become, 0..1. */
    readonly blacks: number
    /** How much paper shows through, with the clouds that water leaves, 0..1. */
    readonly wash: number
  }
  readonly face: Omit<FacePen, 'opened'> & {
    /** How far the skin's tones lie apart against its own. */
    readonly contrast: number
    /** How much colour skin gains that has little. */
    readonly warmth: number
  }
}

export const animeLooks = {
  soft: {
    smooth: { reach: 10, range: 0.3 },
    regions: { scale: 0.9, min: 160, shade: 1, step: 0.05 },
    ink: {
      smooth: { reach: 3, range: 0.3 },
      sigma: 0.85,
      length: 6,
      tau: 0.985,
      phi: 80,
      shortest: 24,
      opacity: 0.75,
      contour: 1.6,
      colour: [74, 44, 38],
      tinge: 0.3,
    },
    palette: {
      lift: 0.5,
      vivid: 0.5,
      darkest: 0.2,
      contrast: 0,
      shadow: { a: -0.004, b: -0.032 },
      blacks: 0,
      wash: 1,
    },
    face: { width: 0.85, dark: 0.24, vivid: 0.6, contrast: 0.6, warmth: 0.12 },
  },
  bold: {
    smooth: { reach: 10, range: 0.3 },
    regions: { scale: 1.4, min: 260, shade: 0.9, step: 0.055 },
    ink: {
      smooth: { reach: 4, range: 0.33 },
      sigma: 1.5,
      length: 8,
      tau: 0.985,
      phi: 110,
      shortest: 30,
      opacity: 1,
      contour: 2.8,
      colour: [14, 12, 18],
      tinge: 0,
    },
    palette: {
      lift: 0.15,
      vivid: 0.8,
      darkest: 0.07,
      contrast: 0.2,
      shadow: { a: 0.002, b: -0.008 },
      blacks: 1,
      wash: 0,
    },
    face: { width: 1.3, dark: 0.14, vivid: 1, contrast: 0.9, warmth: 0.12 },
  },
  pop: {
    smooth: { reach: 10, range: 0.3 },
    regions: { scale: 1.1, min: 200, shade: 1, step: 0.05 },
    ink: {
      smooth: { reach: 3.5, range: 0.33 },
      sigma: 0.95,
      length: 7,
      tau: 0.985,
      phi: 100,
      shortest: 26,
      opacity: 1,
      contour: 2,
      colour: [52, 22, 84],
      tinge: 0.1,
    },
    palette: {
      lift: 0.8,
      vivid: 1.9,
      darkest: 0.18,
      contrast: 0.1,
      shadow: { a: 0.024, b: -0.068 },
      blacks: 0,
      wash: 0,
    },
    face: { width: 1, dark: 0.2, vivid: 1.6, contrast: 0.65, warmth: 0.3 },
  },
} as const satisfies Readonly<Record<string, AnimeLook>>

export type AnimeLookName = keyof typeof animeLooks
