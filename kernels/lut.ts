import { at4, at16 } from './indices'
import { reserve } from './memory'
import { loadPixel, storePixel } from './quads'

/** The table as quads, so that a corner is one load. */
function paddedTable(lut: usize, size: i32): usize {
  const count = size * size * size
  const table = reserve((count as usize) << 4)
  for (let i = 0; i < count; i++) {
    const from = at4(lut, i * 3)
    const quad = f32x4.mul(
      f32x4.replace_lane(v128.load64_zero(from), 2, load<f32>(from, 8)),
      f32x4.splat(255),
    )
    v128.store(at16(table, i), quad)
  }
  return table
}

// @ts-ignore: decorator
@inline
function corner(table: usize, index: i32, weight: f32): v128 {
  return f32x4.mul(v128.load(at16(table, index)), f32x4.splat(weight))
}

/**
 * 3D table with tetrahedral interpolation (Kasson et al. 1995): the pixel lies in one of six
 * tetrahedra of its cell, found by the order of its three fractions.
 */
export function lut3d(
  source: usize, target: usize, count: i32, lut: usize, size: i32, strength: f32,
): void {
  const table = paddedTable(lut, size)
  const cells = (size - 1) as f32
  const scale = f32x4.splat(cells / 255)
  const highest = i32x4.splat(size - 2)
  const green = size
  const blue = size * size
  const blend = f32x4.splat(strength)
  for (let i = 0; i < count; i++) {
    const pixel = loadPixel(at4(source, i))
    const place = f32x4.mul(pixel, scale)
    const base = i32x4.min_s(i32x4.trunc_sat_f32x4_s(place), highest)
    const rest = f32x4.sub(place, f32x4.convert_i32x4_s(base))
    const r = f32x4.extract_lane(rest, 0)
    const g = f32x4.extract_lane(rest, 1)
    const b = f32x4.extract_lane(rest, 2)
    const origin =
      i32x4.extract_lane(base, 0) +
      i32x4.extract_lane(base, 1) * green +
      i32x4.extract_lane(base, 2) * blue
    // Steps from the origin: first along the largest fraction, last along the smallest.
    let large = r
    let middle = g
    let small = b
    let first = 1
    let third = blue
    if (r >= g) {
      if (g < b) {
        if (r >= b) {
          middle = b
          small = g
          third = green
        } else {
          large = b
          middle = r
          small = g
          first = blue
          third = green
        }
      }
    } else if (r >= b) {
      large = g
      middle = r
      first = green
    } else if (g >= b) {
      large = g
      middle = b
      small = r
      first = green
      third = 1
    } else {
      large = b
      small = r
      first = blue
      third = 1
    }
    const opposite = 1 + green + blue
    let sum = corner(table, origin, 1 - large)
    sum = f32x4.add(sum, corner(table, origin + first, large - middle))
    sum = f32x4.add(sum, corner(table, origin + opposite - third, middle - small))
    sum = f32x4.add(sum, corner(table, origin + opposite, small))
    const mixed = f32x4.add(pixel, f32x4.mul(f32x4.sub(sum, pixel), blend))
    storePixel(at4(target, i), v128.shuffle<i32>(mixed, pixel, 0, 1, 2, 7))
  }
}
