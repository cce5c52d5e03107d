import type { FacePen } from './faces/eyes.ts'

/** What makes one anime look. Lengths are thousandths of the picture's longer side. */
export interface AnimeLook {
  /** Edge-preserving smoothing before anything is painted. */
  readonly smooth: { readonly reach: number; readonly range: number }
  readonly regions: {
    readonly scale: number
    /** Smallest region, in square thousandths. */
    readonly min: number
    readonly shade: number
    /** Share of the flat paint against the smoothed photo. */
    readonly flat: number
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
    /** 0 a line takes the colour it lies on, darkened; 1 it is near black. */
    readonly black: number
    /** How far lines step back in faces, 0..1. */
    readonly faintOnFaces: number
  }
  readonly palette: {
    /** Opens the dark half. */
    readonly lift: number
    /** How much faint colour gains. */
    readonly vivid: number
    /** Violet in the shadows, warmth in the light. */
    readonly tint: number
    /** Steps of light, and how hard they are; 0 hardness leaves light as it is. */
    readonly tones: number
    readonly toneHardness: number
    /** How much paper shows through, with the clouds that water leaves, 0..1. */
    readonly wash: number
  }
  readonly face: Omit<FacePen, 'opened'> & {
    /** How far the skin's tones lie apart against its own. */
    readonly contrast: number
  }
}

export const animeLooks = {
  soft: {
    smooth: { reach: 10, range: 0.3 },
    regions: { scale: 0.5, min: 50, shade: 1, flat: 1 },
    ink: {
      smooth: { reach: 3, range: 0.3 },
      sigma: 0.85,
      length: 6,
      tau: 0.985,
      phi: 80,
      shortest: 14,
      opacity: 0.75,
      black: 0.15,
      faintOnFaces: 0.6,
    },
    palette: { lift: 0.4, vivid: 0.55, tint: 0.6, tones: 7, toneHardness: 0, wash: 1 },
    face: { width: 0.85, dark: 0.24, vivid: 0.6, contrast: 0.6 },
  },
  bold: {
    smooth: { reach: 10, range: 0.3 },
    regions: { scale: 0.9, min: 70, shade: 0.8, flat: 1 },
    ink: {
      smooth: { reach: 4, range: 0.33 },
      sigma: 1.35,
      length: 8,
      tau: 0.985,
      phi: 110,
      shortest: 18,
      opacity: 1,
      black: 0.85,
      faintOnFaces: 0.2,
    },
    palette: { lift: 0.3, vivid: 0.8, tint: 1, tones: 5, toneHardness: 0, wash: 0 },
    face: { width: 1.3, dark: 0.14, vivid: 1, contrast: 0.9 },
  },
  pop: {
    smooth: { reach: 10, range: 0.3 },
    regions: { scale: 0.65, min: 60, shade: 0.8, flat: 1 },
    ink: {
      smooth: { reach: 3.5, range: 0.33 },
      sigma: 0.95,
      length: 7,
      tau: 0.985,
      phi: 100,
      shortest: 20,
      opacity: 1,
      black: 0.5,
      faintOnFaces: 0.4,
    },
    palette: { lift: 0.75, vivid: 1.7, tint: 1, tones: 6, toneHardness: 0, wash: 0 },
    face: { width: 1, dark: 0.2, vivid: 1.6, contrast: 0.65 },
  },
} as const satisfies Readonly<Record<string, AnimeLook>>

export type AnimeLookName = keyof typeof animeLooks
