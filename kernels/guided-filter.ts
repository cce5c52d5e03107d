// Guided filter (He, Sun, Tang 2013). Values are centred on 0 first: variances of a few millionths
// would drown in the rounding of squares near 1.
import { boxMean } from './box-mean'
import { at4, at16 } from './indices'
import { reserve } from './memory'
import { loadPixel } from './quads'

const MIDDLE: f32 = 0.5

// @ts-ignore: decorator
@inline
function quadOf(a: f32, b: f32, c: f32, d: f32): v128 {
  return f32x4.replace_lane(f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(a), 1, b), 2, c), 3, d)
}

export function guidedFilter(
  guide: usize, source: usize, target: usize, width: i32, height: i32, radius: i32, epsilon: f32,
): void {
  const count = width * height
  const quads = reserve((count as usize) << 4)
  const means = reserve((count as usize) << 4)
  for (let i = 0; i < count; i++) {
    const g = load<f32>(at4(guide, i)) - MIDDLE
    const p = load<f32>(at4(source, i)) - MIDDLE
    v128.store(at16(quads, i), quadOf(g, p, g * p, g * g))
  }
  boxMean(quads, means, width, height, radius)
  for (let i = 0; i < count; i++) {
    const mean = v128.load(at16(means, i))
    const g = f32x4.extract_lane(mean, 0)
    const p = f32x4.extract_lane(mean, 1)
    const covariance = f32x4.extract_lane(mean, 2) - g * p
    const variance = max<f32>(0, f32x4.extract_lane(mean, 3) - g * g)
    const a = covariance / (variance + epsilon)
    v128.store(at16(quads, i), quadOf(a, p - a * g, 0, 0))
  }
  boxMean(quads, means, width, height, radius)
  for (let i = 0; i < count; i++) {
    const mean = v128.load(at16(means, i))
    const g = load<f32>(at4(guide, i)) - MIDDLE
    store<f32>(at4(target, i), f32x4.extract_lane(mean, 0) * g + f32x4.extract_lane(mean, 1) + MIDDLE)
  }
}

/** Colour of one pixel centred on 0, and a fourth value. */
// @ts-ignore: decorator
@inline
function centred(guide: usize, i: i32, fourth: f32): v128 {
  const colour = f32x4.mul(loadPixel(at4(guide, i)), f32x4.splat(1 / 255.0))
  return f32x4.replace_lane(f32x4.sub(colour, f32x4.splat(MIDDLE)), 3, fourth)
}

/** Means of: colour and source; colour by source; red by colour; green by green, green by blue, blue by blue. */
function colourMeans(
  guide: usize, source: usize, width: i32, height: i32, radius: i32, scratch: usize, means: usize,
): void {
  const count = width * height
  const planeBytes = (count as usize) << 4
  for (let group = 0; group < 4; group++) {
    for (let i = 0; i < count; i++) {
      const p = load<f32>(at4(source, i)) - MIDDLE
      const c = centred(guide, i, p)
      let quad = c
      if (group == 1) quad = f32x4.mul(c, f32x4.splat(p))
      else if (group == 2) quad = f32x4.mul(c, v128.shuffle<i32>(c, c, 0, 0, 0, 0))
      else if (group == 3)
        quad = f32x4.mul(v128.shuffle<i32>(c, c, 1, 1, 2, 3), v128.shuffle<i32>(c, c, 1, 2, 2, 3))
      v128.store(at16(scratch, i), quad)
    }
    boxMean(scratch, means + (group as usize) * planeBytes, width, height, radius)
  }
}

/** The linear model of one window: three factors and an offset. */
// @ts-ignore: decorator
@inline
function colourModel(mean: v128, byP: v128, byRed: v128, rest: v128, epsilon: f64): v128 {
  const r = f32x4.extract_lane(mean, 0) as f64
  const g = f32x4.extract_lane(mean, 1) as f64
  const b = f32x4.extract_lane(mean, 2) as f64
  const p = f32x4.extract_lane(mean, 3) as f64
  const vr = f32x4.extract_lane(byP, 0) as f64 - r * p
  const vg = f32x4.extract_lane(byP, 1) as f64 - g * p
  const vb = f32x4.extract_lane(byP, 2) as f64 - b * p
  const rr = max<f64>(0, f32x4.extract_lane(byRed, 0) as f64 - r * r) + epsilon
  const rg = f32x4.extract_lane(byRed, 1) as f64 - r * g
  const rb = f32x4.extract_lane(byRed, 2) as f64 - r * b
  const gg = max<f64>(0, f32x4.extract_lane(rest, 0) as f64 - g * g) + epsilon
  const gb = f32x4.extract_lane(rest, 1) as f64 - g * b
  const bb = max<f64>(0, f32x4.extract_lane(rest, 2) as f64 - b * b) + epsilon
  const c0 = gg * bb - gb * gb
  const c1 = gb * rb - rg * bb
  const c2 = rg * gb - gg * rb
  const determinant = rr * c0 + rg * c1 + rb * c2
  // Never below epsilon cubed but for the rounding of the means.
  const least = epsilon * epsilon * epsilon
  const scale = 1 / max<f64>(determinant, least)
  const cross = rg * rb - rr * gb
  const a0 = (c0 * vr + c1 * vg + c2 * vb) * scale
  const a1 = (c1 * vr + (rr * bb - rb * rb) * vg + cross * vb) * scale
  const a2 = (c2 * vr + cross * vg + (rr * gg - rg * rg) * vb) * scale
  return quadOf(a0 as f32, a1 as f32, a2 as f32, (p - a0 * r - a1 * g - a2 * b) as f32)
}

export function guidedFilterColour(
  guide: usize, source: usize, target: usize, width: i32, height: i32, radius: i32, epsilon: f32,
): void {
  const count = width * height
  const planeBytes = (count as usize) << 4
  const quads = reserve(planeBytes)
  const means = reserve(planeBytes * 4)
  colourMeans(guide, source, width, height, radius, quads, means)
  for (let i = 0; i < count; i++) {
    const at = at16(means, i)
    const model = colourModel(
      v128.load(at), v128.load(at + planeBytes), v128.load(at + planeBytes * 2),
      v128.load(at + planeBytes * 3), epsilon as f64,
    )
    v128.store(at16(quads, i), model)
  }
  boxMean(quads, means, width, height, radius)
  for (let i = 0; i < count; i++) {
    const sum = f32x4.mul(v128.load(at16(means, i)), centred(guide, i, 1))
    const half = f32x4.add(sum, v128.shuffle<i32>(sum, sum, 2, 3, 2, 3))
    const value = f32x4.extract_lane(half, 0) + f32x4.extract_lane(half, 1) + MIDDLE
    store<f32>(at4(target, i), value)
  }
}
