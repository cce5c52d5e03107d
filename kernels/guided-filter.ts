// Guided filter (He, Sun, Tang 2013). Values are centred on 0 first: variances of a few millionths
// would drown in the rounding of squares near 1. Windows are summed row by row, so that no plane of
// means lies in memory.
import { addToColumn, boxScale, low, meanOf, moveColumn, moved } from './box-mean'
import { at4, at8, at16, clampIndex } from './indices'
import { reserve } from './memory'

const MIDDLE: f32 = 0.5

/** Guide, source, guide times source and guide squared of one pixel. */
// @ts-ignore: decorator
@inline
function products(guide: usize, source: usize, i: i32): v128 {
  const g = load<f32>(at4(guide, i)) - MIDDLE
  const p = load<f32>(at4(source, i)) - MIDDLE
  const own = f32x4.replace_lane(f32x4.splat(g), 1, p)
  const factor = f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(1), 2, p), 3, g)
  return f32x4.mul(own, factor)
}

/** The means of a row's windows. */
function meanRow(sums: usize, into: usize, width: i32, radius: i32, scale: v128): void {
  let a = f64x2.splat(0)
  let b = f64x2.splat(0)
  for (let k = -radius; k <= radius; k++) {
    const sum = sums + ((clampIndex(k, width) as usize) << 5)
    a = f64x2.add(a, v128.load(sum))
    b = f64x2.add(b, v128.load(sum, 16))
  }
  for (let x = 0; x < width; x++) {
    v128.store(at16(into, x), meanOf(a, b, scale))
    const enters = sums + ((clampIndex(x + radius + 1, width) as usize) << 5)
    const leaves = sums + ((clampIndex(x - radius, width) as usize) << 5)
    a = moved(a, enters, leaves)
    b = moved(b, enters + 16, leaves + 16)
  }
}

/** The linear models of a row's windows, a factor and an offset each, four at a time. */
function modelRow(means: usize, into: usize, width: i32, epsilon: f32): void {
  const least = f32x4.splat(epsilon)
  for (let x = 0; x < width; x += 4) {
    const at = at16(means, x)
    const ab = v128.shuffle<i32>(v128.load(at), v128.load(at, 16), 0, 4, 1, 5)
    const cd = v128.shuffle<i32>(v128.load(at, 32), v128.load(at, 48), 0, 4, 1, 5)
    const abSquares = v128.shuffle<i32>(v128.load(at), v128.load(at, 16), 2, 6, 3, 7)
    const cdSquares = v128.shuffle<i32>(v128.load(at, 32), v128.load(at, 48), 2, 6, 3, 7)
    const g = v128.shuffle<i32>(ab, cd, 0, 1, 4, 5)
    const p = v128.shuffle<i32>(ab, cd, 2, 3, 6, 7)
    const both = v128.shuffle<i32>(abSquares, cdSquares, 0, 1, 4, 5)
    const square = v128.shuffle<i32>(abSquares, cdSquares, 2, 3, 6, 7)
    const covariance = f32x4.sub(both, f32x4.mul(g, p))
    const variance = f32x4.max(f32x4.splat(0), f32x4.sub(square, f32x4.mul(g, g)))
    const factor = f32x4.div(covariance, f32x4.add(variance, least))
    const offset = f32x4.sub(p, f32x4.mul(factor, g))
    // Past the end of a row this writes into the next one, which is still to come.
    v128.store(at8(into, x), v128.shuffle<i32>(factor, offset, 0, 4, 1, 5))
    v128.store(at8(into, x), v128.shuffle<i32>(factor, offset, 2, 6, 3, 7), 16)
  }
}

function modelsOf(
  guide: usize, source: usize, models: usize, width: i32, height: i32, radius: i32, epsilon: f32,
): void {
  const sums = reserve((width as usize) << 5)
  const means = reserve(((width + 3) as usize) << 4)
  memory.fill(sums, 0, (width as usize) << 5)
  for (let k = -radius; k <= radius; k++) {
    const row = clampIndex(k, height) * width
    for (let x = 0; x < width; x++) {
      addToColumn(sums + ((x as usize) << 5), products(guide, source, row + x))
    }
  }
  const scale = boxScale(radius)
  for (let y = 0; y < height; y++) {
    meanRow(sums, means, width, radius, scale)
    modelRow(means, at8(models, y * width), width, epsilon)
    const enters = clampIndex(y + radius + 1, height) * width
    const leaves = clampIndex(y - radius, height) * width
    for (let x = 0; x < width; x++) {
      moveColumn(
        sums + ((x as usize) << 5),
        products(guide, source, enters + x),
        products(guide, source, leaves + x),
      )
    }
  }
}

/** Two floats, and two of no use. */
// @ts-ignore: decorator
@inline
function two(models: usize, i: i32): v128 {
  return low(v128.load64_zero(at8(models, i)))
}

export function guidedFilter(
  guide: usize, source: usize, target: usize, width: i32, height: i32, radius: i32, epsilon: f32,
): void {
  const models = reserve((width * height) as usize << 3)
  modelsOf(guide, source, models, width, height, radius, epsilon)
  const sums = reserve((width as usize) << 4)
  memory.fill(sums, 0, (width as usize) << 4)
  for (let k = -radius; k <= radius; k++) {
    const row = clampIndex(k, height) * width
    for (let x = 0; x < width; x++) {
      v128.store(at16(sums, x), f64x2.add(v128.load(at16(sums, x)), two(models, row + x)))
    }
  }
  const scale = boxScale(radius)
  for (let y = 0; y < height; y++) {
    let sum = f64x2.splat(0)
    for (let k = -radius; k <= radius; k++) {
      sum = f64x2.add(sum, v128.load(at16(sums, clampIndex(k, width))))
    }
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const mean = f32x4.demote_f64x2_zero(f64x2.mul(sum, scale))
      const g = load<f32>(at4(guide, i)) - MIDDLE
      store<f32>(at4(target, i), f32x4.extract_lane(mean, 0) * g + f32x4.extract_lane(mean, 1) + MIDDLE)
      sum = moved(
        sum,
        at16(sums, clampIndex(x + radius + 1, width)),
        at16(sums, clampIndex(x - radius, width)),
      )
    }
    const enters = clampIndex(y + radius + 1, height) * width
    const leaves = clampIndex(y - radius, height) * width
    for (let x = 0; x < width; x++) {
      const change = f64x2.sub(two(models, enters + x), two(models, leaves + x))
      v128.store(at16(sums, x), f64x2.add(v128.load(at16(sums, x)), change))
    }
  }
}
