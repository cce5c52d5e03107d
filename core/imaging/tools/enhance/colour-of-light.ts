/** Of a place, linear, 0..1. */
export type ColourOfLight = readonly [red: number, green: number, blue: number]

/** Luma weights. */
const WEIGHTS = [0.299, 0.587, 0.114] as const

export const lumaOf = (light: ColourOfLight): number =>
  light.reduce((sum, value, c) => sum + value * (WEIGHTS[c] ?? 0), 0)
