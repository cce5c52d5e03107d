// Pixels as quads: four floats each, red, green, blue, alpha.
import { at4, at16 } from './indices'

/** One of the four, four times. */
// @ts-ignore: decorator
@inline
export function lane(vector: v128, at: u8): v128 {
  if (at == 0) return v128.shuffle<f32>(vector, vector, 0, 0, 0, 0)
  if (at == 1) return v128.shuffle<f32>(vector, vector, 1, 1, 1, 1)
  if (at == 2) return v128.shuffle<f32>(vector, vector, 2, 2, 2, 2)
  return v128.shuffle<f32>(vector, vector, 3, 3, 3, 3)
}

/** One 8-bit pixel as four floats 0..255; as of numbers with signs, which processors convert at once. */
// @ts-ignore: decorator
@inline
export function loadPixel(at: usize): v128 {
  const bytes = v128.load32_zero(at)
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)))
}

/** Rounds and clamps four floats into one 8-bit pixel. */
// @ts-ignore: decorator
@inline
export function storePixel(at: usize, quad: v128): void {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(quad))
  const halves = i16x8.narrow_i32x4_s(whole, whole)
  v128.store32_lane(at, i8x16.narrow_i16x8_u(halves, halves), 0)
}

/** Colour 0..255 multiplied by alpha 0..255 / 255; alpha stays 0..255. */
// @ts-ignore: decorator
@inline
export function premultiplied(quad: v128): v128 {
  const alpha = f32x4.extract_lane(quad, 3) / <f32>255
  return f32x4.mul(quad, f32x4.replace_lane(f32x4.splat(alpha), 3, 1))
}

/** The reverse; clear where there is no alpha. */
// @ts-ignore: decorator
@inline
export function straight(quad: v128): v128 {
  const alpha = f32x4.extract_lane(quad, 3)
  const factor = alpha > 0.25 ? <f32>255 / alpha : <f32>0
  return f32x4.mul(quad, f32x4.replace_lane(f32x4.splat(factor), 3, 1))
}

/** `count` straight 8-bit pixels as premultiplied quads. */
export function premultiply(source: usize, quads: usize, count: i32): void {
  for (let i = 0; i < count; i++)
    v128.store(at16(quads, i), premultiplied(loadPixel(at4(source, i))))
}

/** The reverse. */
export function unpremultiply(quads: usize, target: usize, count: i32): void {
  for (let i = 0; i < count; i++) storePixel(at4(target, i), straight(v128.load(at16(quads, i))))
}
