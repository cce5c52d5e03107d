/** Colours of the scene's objects, derived from one another. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** @param colour `#rrggbb` or `#rrggbbaa`; alpha is ignored */
export const rgbOf = (colour: string): Rgb => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
]

export const css = ([red, green, blue]: Rgb, alpha = 1): string =>
  `rgba(${Math.round(red)}, ${Math.round(green)}, ${Math.round(blue)}, ${alpha})`

/** `share` 0 is `from`, 1 is `to`. */
export const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

const WHITE: Rgb = [255, 255, 255]
/** Shadows are warm brown, never black. */
const UMBER: Rgb = [46, 30, 18]

export const lighten = (colour: Rgb, share: number): Rgb => mix(colour, WHITE, share)
export const darken = (colour: Rgb, share: number): Rgb => mix(colour, UMBER, share)

/** Perceived lightness 0..1 (BT.709 weights on the coded values). */
export const lightness = ([red, green, blue]: Rgb): number =>
  (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255

/** Shadows on the table: never lighter than the table in the dark. */
export const shadowTone = (theme: 'light' | 'dark'): Rgb =>
  theme === 'light' ? [58, 36, 18] : [6, 4, 3]
