import type { Raster } from './raster.ts'

/**
 * OKLab (Ottosson 2020): lightness 0..1 and two opponent colours of about -0.3..0.3, in which equal
 * steps look equal. Values are written to and read from a triple so that pixel loops make no garbage.
 */
export type OkLab = [lightness: number, a: number, b: number]

/** The light, 0..1, of an sRGB value 0..1 (IEC 61966-2-1). */
export const lightOf = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** The light of each sRGB value that is a byte. */
export const LINEAR = Float32Array.from({ length: 256 }, (_, value) => lightOf(value / 255))

/** The light, 0..1, of an sRGB value that is a byte. */
export const decoded = (value: number): number => LINEAR[value] ?? 0

/** Light to an 8-bit sRGB value, by a table: a power for each value of each pixel would be slow. */
const GAMMA_STEPS = 4096
/** sRGB values 0..255 by the root of their light, in steps, and one more than there are. */
export const GAMMA = Float32Array.from({ length: GAMMA_STEPS + 2 }, (_, step) => {
  // Squared steps lie close together in the dark, where the curve is steep.
  const light = (step / GAMMA_STEPS) ** 2
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)
})

/** Light 0..1 as an sRGB value 0..255, not rounded; what lies beyond is clipped. */
export function encoded(light: number): number {
  if (light <= 0) return 0
  if (light >= 1) return 255
  const at = Math.sqrt(light) * GAMMA_STEPS
  const low = Math.floor(at)
  const a = GAMMA[low] as number
  return a + ((GAMMA[low + 1] as number) - a) * (at - low)
}

/** @param red, `green`, `blue` linear light, 1 is white */
export function lightToOkLab(red: number, green: number, blue: number, into: OkLab): void {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  into[0] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  into[1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  into[2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
}

/** A power would take ten times as long. */
const cubed = (value: number): number => value * value * value

/** Linear light into a triple; below 0 or above 1 where sRGB does not reach. */
export function okLabToLight(
  lightness: number,
  a: number,
  b: number,
  into: [red: number, green: number, blue: number],
): void {
  const l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b)
  const m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b)
  const s = cubed(lightness - 0.0894841775 * a - 1.291485548 * b)
  into[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  into[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  into[2] = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
}

/** @param r, `g`, `b` 8-bit sRGB values */
export function toOkLab(r: number, g: number, b: number, into: OkLab): void {
  lightToOkLab(LINEAR[r] as number, LINEAR[g] as number, LINEAR[b] as number, into)
}

/** The colour of the pixel whose values begin at `at`. */
export const okLabAt = ({ rgba }: Pick<Raster, 'rgba'>, at: number, into: OkLab): void =>
  toOkLab(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0, into)

const light: [number, number, number] = [0, 0, 0]

/** Writes 8-bit sRGB values at `at`; colours beyond sRGB are clipped channel by channel. */
export function fromOkLab(
  lightness: number,
  a: number,
  b: number,
  rgba: Uint8ClampedArray,
  at: number,
): void {
  okLabToLight(lightness, a, b, light)
  rgba[at] = encoded(light[0])
  rgba[at + 1] = encoded(light[1])
  rgba[at + 2] = encoded(light[2])
}
