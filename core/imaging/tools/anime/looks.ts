import type { Simplified } from './cells/masses.ts'
import type { FacePen } from './faces/face-pen.ts'

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
    /** How far what is behind people is simplified: what keeps hard borders must have fewer. */
    readonly masses: Simplified
  }
  /** How much of the photo's being out of focus is painted, 0..1. */
  readonly blur: number
  /** How far paint runs where the photo has no edge, on the ground and on people, thousandths. */
  readonly lostEdges: { readonly ground: number; readonly people: number }
  readonly ink: {
    readonly smooth: { readonly reach: number; readonly range: number }
    readonly sigma: number
    readonly length: number
    readonly tau: number
    readonly phi: number
    /** Shorter lines are left out. */
    readonly shortest: number
    /** Shorter ones on cloth, folds and seams as they are, are its texture. */
    readonly seam: number
    readonly opacity: number
    /** Width of the contours of people. */
    readonly contour: number
    /** Whether things have contours, too, where people are: else they stand back behind them. */
    readonly things: boolean
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
    /** Colour at which that gain is half, so that a great one keeps colours in their order; null for one that is small. */
    readonly even: number | null
    /** How much of that gain sand, wood and skin get, 0..1. */
    readonly warm: number
    /** Violet in the shadows, warmth in the light. */
    readonly tint: number
    /** What the shade of all that has no colour takes, OKLab, and how much of it the dark does: it tells one look from another. */
    readonly shade: { readonly a: number; readonly b: number; readonly inDark: number }
    /** How far olive is turned to green, radians. */
    readonly olive: number
    /** How far the shade of orange and brown is turned to crimson, radians: else all looks are alike where all is brown. */
    readonly embers: number
    /** Lightness of the darkest colour, OKLab: nothing on a cel is pure black but ink. */
    readonly darkest: number
    /** The colour of the dark of a night that was lit, OKLab. */
    readonly night: { readonly a: number; readonly b: number }
    /** The black before which somebody stands, OKLab. */
    readonly backdrop: { readonly light: number; readonly a: number; readonly b: number }
    /**
     * Dark garments: they are as light as this at least, OKLab, their tones lie so many times as far apart, and
     * lines on them are so much lighter.
     */
    readonly darkCloth: { readonly floor: number; readonly apart: number; readonly line: number }
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
    regions: { scale: 0.9, min: 160, shade: 1, step: 0.05, masses: { worth: 0.045, blur: 0.4 } },
    blur: 1,
    lostEdges: { ground: 24, people: 20 },
    ink: {
      smooth: { reach: 3, range: 0.3 },
      sigma: 0.85,
      length: 6,
      tau: 0.985,
      phi: 80,
      shortest: 24,
      seam: 24,
      opacity: 0.75,
      contour: 1.6,
      things: false,
      colour: [74, 44, 38],
      tinge: 0.3,
    },
    palette: {
      lift: 0.5,
      vivid: 0.5,
      even: null,
      warm: 1,
      tint: 0.5,
      shade: { a: -0.004, b: -0.022, inDark: 0.7 },
      olive: 0.08,
      embers: 0,
      darkest: 0.18,
      night: { a: -0.006, b: -0.036 },
      backdrop: { light: 0.5, a: -0.008, b: -0.03 },
      darkCloth: { floor: 0.28, apart: 1.4, line: -0.14 },
      blacks: 0,
      wash: 1,
    },
    face: { width: 0.85, dark: 0.24, vivid: 0.6, contrast: 0.9, warmth: 0.12 },
  },
  bold: {
    smooth: { reach: 10, range: 0.3 },
    regions: { scale: 1.4, min: 260, shade: 0.35, step: 0.055, masses: { worth: 0.15, blur: 1 } },
    blur: 0.4,
    lostEdges: { ground: 0, people: 0 },
    ink: {
      smooth: { reach: 4, range: 0.33 },
      sigma: 1.5,
      length: 8,
      tau: 0.985,
      phi: 110,
      shortest: 46,
      seam: 46,
      opacity: 1,
      contour: 2.8,
      things: true,
      colour: [14, 12, 18],
      tinge: 0,
    },
    palette: {
      lift: 0.15,
      vivid: 0.6,
      even: null,
      warm: 1,
      tint: 0.6,
      shade: { a: 0, b: 0, inDark: 1 },
      olive: 0.08,
      embers: 0,
      darkest: 0.1,
      night: { a: 0, b: -0.024 },
      backdrop: { light: 0.1, a: 0, b: 0 },
      darkCloth: { floor: 0, apart: 1.8, line: 0.2 },
      blacks: 1,
      wash: 0,
    },
    face: { width: 1.3, dark: 0.14, vivid: 1, contrast: 1, warmth: 0.12 },
  },
  pop: {
    smooth: { reach: 10, range: 0.3 },
    regions: { scale: 1.1, min: 200, shade: 1.35, step: 0.05, masses: { worth: 0.07, blur: 0.5 } },
    blur: 1,
    lostEdges: { ground: 20, people: 14 },
    ink: {
      smooth: { reach: 3.5, range: 0.33 },
      sigma: 0.95,
      length: 7,
      tau: 0.985,
      phi: 100,
      shortest: 40,
      seam: 40,
      opacity: 1,
      contour: 2,
      things: false,
      colour: [52, 22, 84],
      tinge: 0.1,
    },
    palette: {
      lift: 0.8,
      vivid: 1.9,
      even: 0.085,
      warm: 0.6,
      tint: 1.6,
      shade: { a: 0.016, b: -0.038, inDark: 0.3 },
      olive: 0.2,
      embers: 0.6,
      darkest: 0.14,
      night: { a: 0.018, b: -0.06 },
      backdrop: { light: 0.36, a: 0.06, b: -0.14 },
      darkCloth: { floor: 0.28, apart: 1.4, line: -0.14 },
      blacks: 0,
      wash: 0,
    },
    face: { width: 1, dark: 0.2, vivid: 1.6, contrast: 0.95, warmth: 0.12 },
  },
} as const satisfies Readonly<Record<string, AnimeLook>>

export type AnimeLookName = keyof typeof animeLooks
