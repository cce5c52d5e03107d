// Between sRGB and OKLab (Ottosson 2020), to the last bit as core/pixels/oklab.ts has it.
import { at4 } from './indices'

/** Entries of the table of sRGB values by the root of their light, less the last. */
const GAMMA_STEPS: f64 = 4096

/**
 * @param pixels RGBA, whose alpha is left alone
 * @param linear the light of each 8-bit sRGB value
 */
export function okLab(
  pixels: usize, linear: usize, count: i32, lightness: usize, a: usize, b: usize,
): void {
  let last: u32 = 0
  let light: f32 = 0
  let red: f32 = 0
  let yellow: f32 = 0
  for (let i = 0; i < count; i++) {
    const pixel = load<u32>(at4(pixels, i)) & 0xffffff
    // What all begins with is black.
    if (pixel != last) {
      last = pixel
      const r = load<f32>(at4(linear, (pixel & 0xff) as i32)) as f64
      const g = load<f32>(at4(linear, ((pixel >> 8) & 0xff) as i32)) as f64
      const u = load<f32>(at4(linear, (pixel >> 16) as i32)) as f64
      const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * u)
      const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * u)
      const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * u)
      // Each by itself first: numbers in what is cast at once would be of 32 bits.
      const first: f64 = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
      const second: f64 = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
      const third: f64 = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
      light = first as f32
      red = second as f32
      yellow = third as f32
    }
    store<f32>(at4(lightness, i), light)
    store<f32>(at4(a, i), red)
    store<f32>(at4(b, i), yellow)
  }
}

/** A byte of light: rounded as a byte array rounds, to the even one of two. */
// @ts-ignore: decorator
@inline
function byteOf(light: f64, gamma: usize): f32 {
  if (!(light > 0)) return 0
  if (light >= 1) return 255
  const at = Math.sqrt(light) * GAMMA_STEPS
  const low = at as i32
  const one = load<f32>(at4(gamma, low)) as f64
  const next = load<f32>(at4(gamma, low + 1)) as f64
  return nearest(one + (next - one) * (at - (low as f64))) as f32
}

/**
 * Red, green and blue of each pixel, 0..255, and a 1 after each three.
 * @param gamma sRGB values by the root of their light
 */
export function quadsOfOkLab(
  lightness: usize, a: usize, b: usize, gamma: usize, count: i32, into: usize,
): void {
  let light: f32 = -1
  let red: f32 = 0
  let yellow: f32 = 0
  let quad = f32x4.splat(1)
  for (let i = 0; i < count; i++) {
    const ownLight = load<f32>(at4(lightness, i))
    const ownRed = load<f32>(at4(a, i))
    const ownYellow = load<f32>(at4(b, i))
    // Most pixels have the colour of the one before.
    if (i == 0 || ownLight != light || ownRed != red || ownYellow != yellow) {
      light = ownLight
      red = ownRed
      yellow = ownYellow
      const l = light as f64
      const m = red as f64
      const s = yellow as f64
      const one = cubed(l + 0.3963377774 * m + 0.2158037573 * s)
      const two = cubed(l - 0.1055613458 * m - 0.0638541728 * s)
      const three = cubed(l - 0.0894841775 * m - 1.291485548 * s)
      quad = f32x4(
        byteOf(4.0767416621 * one - 3.3077115913 * two + 0.2309699292 * three, gamma),
        byteOf(-1.2684380046 * one + 2.6097574011 * two - 0.3413193965 * three, gamma),
        byteOf(-0.0041960863 * one - 0.7034186147 * two + 1.707614701 * three, gamma),
        1,
      )
    }
    v128.store(into + ((i as usize) << 4), quad)
  }
}

// @ts-ignore: decorator
@inline
function cubed(value: f64): f64 {
  return value * value * value
}
