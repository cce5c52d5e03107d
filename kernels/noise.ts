// Repeatable noise from coordinates: the same place always gives the same value.
import { at4 } from './indices'

/** 0..1 from two whole numbers and a seed (a 32-bit mix after Wellons' lowbias32). */
function hashed(x: i32, y: i32, seed: i32): f64 {
  let h = (x * 0x27d4eb2d) ^ (y * 0x165667b1) ^ (seed * (0x9e3779b1 as i32))
  h = (h ^ ((h as u32) >>> 16)) * 0x7feb352d
  h = (h ^ ((h as u32) >>> 15)) * (0x846ca68b as i32)
  return ((h ^ ((h as u32) >>> 16)) as u32 as f64) / 4294967296
}

// @ts-ignore: decorator
@inline
function eased(share: f64): f64 {
  return share * share * (3 - 2 * share)
}

// @ts-ignore: decorator
@inline
function between(a: f64, b: f64, share: f64): f64 {
  return a + (b - a) * share
}

/** Rows of noise with one value per `1 / scale` pixels, from row `top` of a picture. */
export function grain(into: usize, width: i32, rows: i32, top: i32, scale: f64, seed: i32): void {
  for (let row = 0; row < rows; row++) {
    noiseRow(at4(into, row * width), width, 0, scale, ((top + row) as f64) * scale, seed)
  }
}

/**
 * Smooth noise 0..1 along a row, with one value per unit of length, at `from`, `from + step` and on:
 * what stands at the corners of a cell is worked out once for all that lie in it.
 */
export function noiseRow(into: usize, count: i32, from: f64, step: f64, y: f64, seed: i32): void {
  const y0 = floor(y) as i32
  const sy = eased(y - floor(y))
  let cell = i32.MIN_VALUE
  let left: f64 = 0
  let right: f64 = 0
  for (let i = 0; i < count; i++) {
    const x = from + (i as f64) * step
    const whole = floor(x)
    const x0 = whole as i32
    if (x0 != cell) {
      left = between(hashed(x0, y0, seed), hashed(x0, y0 + 1, seed), sy)
      right = between(hashed(x0 + 1, y0, seed), hashed(x0 + 1, y0 + 1, seed), sy)
      cell = x0
    }
    store<f32>(at4(into, i), between(left, right, eased(x - whole)) as f32)
  }
}
