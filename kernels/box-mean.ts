import { at16, clampIndex } from './indices'
import { reserve } from './memory'

// @ts-ignore: decorator
@inline
function low(quad: v128): v128 {
  return f64x2.promote_low_f32x4(quad)
}

// @ts-ignore: decorator
@inline
function high(quad: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i32>(quad, quad, 2, 3, 2, 3))
}

/**
 * Mean of four planes at once, held as quads, over squares of `2 * radius + 1`; edges repeat. Sums
 * are doubles: what is taken away is what was added, so a strip gives what the whole gives.
 */
export function boxMean(
  source: usize, target: usize, width: i32, height: i32, radius: i32,
): void {
  const rowBytes = (width as usize) << 4
  const sums = reserve((width as usize) << 5)
  memory.fill(sums, 0, (width as usize) << 5)
  for (let k = -radius; k <= radius; k++) {
    const row = source + (clampIndex(k, height) as usize) * rowBytes
    for (let x = 0; x < width; x++) {
      const sum = sums + ((x as usize) << 5)
      const quad = v128.load(at16(row, x))
      v128.store(sum, f64x2.add(v128.load(sum), low(quad)))
      v128.store(sum, f64x2.add(v128.load(sum, 16), high(quad)), 16)
    }
  }
  const side = (2 * radius + 1) as f64
  const scale = f64x2.splat(1 / (side * side))
  for (let y = 0; y < height; y++) {
    meanRow(sums, target + (y as usize) * rowBytes, width, radius, scale)
    const enters = source + (clampIndex(y + radius + 1, height) as usize) * rowBytes
    const leaves = source + (clampIndex(y - radius, height) as usize) * rowBytes
    for (let x = 0; x < width; x++) {
      const sum = sums + ((x as usize) << 5)
      const a = v128.load(at16(enters, x))
      const b = v128.load(at16(leaves, x))
      v128.store(sum, f64x2.add(v128.load(sum), f64x2.sub(low(a), low(b))))
      v128.store(sum, f64x2.add(v128.load(sum, 16), f64x2.sub(high(a), high(b))), 16)
    }
  }
}

function meanRow(sums: usize, into: usize, width: i32, radius: i32, scale: v128): void {
  let a = f64x2.splat(0)
  let b = f64x2.splat(0)
  for (let k = -radius; k <= radius; k++) {
    const sum = sums + ((clampIndex(k, width) as usize) << 5)
    a = f64x2.add(a, v128.load(sum))
    b = f64x2.add(b, v128.load(sum, 16))
  }
  for (let x = 0; x < width; x++) {
    const mean = v128.shuffle<i32>(
      f32x4.demote_f64x2_zero(f64x2.mul(a, scale)),
      f32x4.demote_f64x2_zero(f64x2.mul(b, scale)),
      0, 1, 4, 5,
    )
    v128.store(at16(into, x), mean)
    const enters = sums + ((clampIndex(x + radius + 1, width) as usize) << 5)
    const leaves = sums + ((clampIndex(x - radius, width) as usize) << 5)
    a = f64x2.add(a, f64x2.sub(v128.load(enters), v128.load(leaves)))
    b = f64x2.add(b, f64x2.sub(v128.load(enters, 16), v128.load(leaves, 16)))
  }
}
