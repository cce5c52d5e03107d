// Guided filter with a colour guide (He, Sun, Tang 2013), centred and summed as the one with a grey guide.
import { addToColumn, boxScale, meanOf, moveColumn, moved } from './box-mean'
import { at4, at16, clampIndex } from './indices'
import { reserve } from './memory'
import { loadPixel } from './quads'

const MIDDLE: f32 = 0.5
/** Of each column: four sums of four doubles. */
const COLUMN_SHIFT: usize = 7

/** Colour of one pixel centred on 0, and a fourth value. */
// @ts-ignore: decorator
@inline
function centred(guide: usize, i: i32, fourth: f32): v128 {
  const colour = f32x4.mul(loadPixel(at4(guide, i)), f32x4.splat(1 / 255.0))
  return f32x4.replace_lane(f32x4.sub(colour, f32x4.splat(MIDDLE)), 3, fourth)
}

/** The same with the source. */
// @ts-ignore: decorator
@inline
function seen(guide: usize, source: usize, i: i32): v128 {
  return centred(guide, i, load<f32>(at4(source, i)) - MIDDLE)
}

/** Colour times source. */
// @ts-ignore: decorator
@inline
function bySource(c: v128): v128 {
  return f32x4.mul(c, v128.shuffle<i32>(c, c, 3, 3, 3, 3))
}

/** Red times colour. */
// @ts-ignore: decorator
@inline
function byRed(c: v128): v128 {
  return f32x4.mul(c, v128.shuffle<i32>(c, c, 0, 0, 0, 0))
}

/** Green by green, green by blue, blue by blue. */
// @ts-ignore: decorator
@inline
function others(c: v128): v128 {
  return f32x4.mul(v128.shuffle<i32>(c, c, 1, 1, 2, 3), v128.shuffle<i32>(c, c, 1, 2, 2, 3))
}

/** The four means of each of a row's windows, side by side. */
function meanRow(sums: usize, into: usize, width: i32, radius: i32, scale: v128): void {
  let a = f64x2.splat(0)
  let b = f64x2.splat(0)
  let c = f64x2.splat(0)
  let d = f64x2.splat(0)
  let e = f64x2.splat(0)
  let f = f64x2.splat(0)
  let g = f64x2.splat(0)
  let h = f64x2.splat(0)
  for (let k = -radius; k <= radius; k++) {
    const sum = sums + ((clampIndex(k, width) as usize) << COLUMN_SHIFT)
    a = f64x2.add(a, v128.load(sum))
    b = f64x2.add(b, v128.load(sum, 16))
    c = f64x2.add(c, v128.load(sum, 32))
    d = f64x2.add(d, v128.load(sum, 48))
    e = f64x2.add(e, v128.load(sum, 64))
    f = f64x2.add(f, v128.load(sum, 80))
    g = f64x2.add(g, v128.load(sum, 96))
    h = f64x2.add(h, v128.load(sum, 112))
  }
  for (let x = 0; x < width; x++) {
    const at = into + ((x as usize) << 6)
    v128.store(at, meanOf(a, b, scale))
    v128.store(at, meanOf(c, d, scale), 16)
    v128.store(at, meanOf(e, f, scale), 32)
    v128.store(at, meanOf(g, h, scale), 48)
    const enters = sums + ((clampIndex(x + radius + 1, width) as usize) << COLUMN_SHIFT)
    const leaves = sums + ((clampIndex(x - radius, width) as usize) << COLUMN_SHIFT)
    a = moved(a, enters, leaves)
    b = moved(b, enters + 16, leaves + 16)
    c = moved(c, enters + 32, leaves + 32)
    d = moved(d, enters + 48, leaves + 48)
    e = moved(e, enters + 64, leaves + 64)
    f = moved(f, enters + 80, leaves + 80)
    g = moved(g, enters + 96, leaves + 96)
    h = moved(h, enters + 112, leaves + 112)
  }
}

/** The first, second, third or fourth float of two quads, as doubles. */
// @ts-ignore: decorator
@inline
function first(one: v128, other: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i32>(one, other, 0, 4, 0, 4))
}
// @ts-ignore: decorator
@inline
function second(one: v128, other: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i32>(one, other, 1, 5, 1, 5))
}
// @ts-ignore: decorator
@inline
function third(one: v128, other: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i32>(one, other, 2, 6, 2, 6))
}
// @ts-ignore: decorator
@inline
function fourth(one: v128, other: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i32>(one, other, 3, 7, 3, 7))
}

/** A product less that of its means. */
// @ts-ignore: decorator
@inline
function less(product: v128, one: v128, other: v128): v128 {
  return f64x2.sub(product, f64x2.mul(one, other))
}

/** A variance, which is not below 0, and epsilon. */
// @ts-ignore: decorator
@inline
function variance(square: v128, mean: v128, epsilon: v128): v128 {
  return f64x2.add(f64x2.max(f64x2.splat(0), less(square, mean, mean)), epsilon)
}

// @ts-ignore: decorator
@inline
function sum3(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(a, b), f64x2.mul(c, d)), f64x2.mul(e, f))
}

/** The linear models of a row's windows, three factors and an offset each, two at a time. */
function modelRow(means: usize, into: usize, width: i32, epsilon: f64): void {
  const eps = f64x2.splat(epsilon)
  // The determinant is never below epsilon cubed but for the rounding of the means.
  const least = f64x2.splat(epsilon * epsilon * epsilon)
  const one = f64x2.splat(1)
  for (let x = 0; x < width; x += 2) {
    const at = means + ((x as usize) << 6)
    const own = v128.load(at)
    const next = v128.load(at, 64)
    const r = first(own, next)
    const g = second(own, next)
    const b = third(own, next)
    const p = fourth(own, next)
    const vr = less(first(v128.load(at, 16), v128.load(at, 80)), r, p)
    const vg = less(second(v128.load(at, 16), v128.load(at, 80)), g, p)
    const vb = less(third(v128.load(at, 16), v128.load(at, 80)), b, p)
    const rr = variance(first(v128.load(at, 32), v128.load(at, 96)), r, eps)
    const rg = less(second(v128.load(at, 32), v128.load(at, 96)), r, g)
    const rb = less(third(v128.load(at, 32), v128.load(at, 96)), r, b)
    const gg = variance(first(v128.load(at, 48), v128.load(at, 112)), g, eps)
    const gb = less(second(v128.load(at, 48), v128.load(at, 112)), g, b)
    const bb = variance(third(v128.load(at, 48), v128.load(at, 112)), b, eps)
    const c0 = less(f64x2.mul(gg, bb), gb, gb)
    const c1 = less(f64x2.mul(gb, rb), rg, bb)
    const c2 = less(f64x2.mul(rg, gb), gg, rb)
    const determinant = sum3(rr, c0, rg, c1, rb, c2)
    const scale = f64x2.div(one, f64x2.max(determinant, least))
    const cross = less(f64x2.mul(rg, rb), rr, gb)
    const a0 = f64x2.mul(sum3(c0, vr, c1, vg, c2, vb), scale)
    const ofGreen = less(f64x2.mul(rr, bb), rb, rb)
    const a1 = f64x2.mul(sum3(c1, vr, ofGreen, vg, cross, vb), scale)
    const ofBlue = less(f64x2.mul(rr, gg), rg, rg)
    const a2 = f64x2.mul(sum3(c2, vr, cross, vg, ofBlue, vb), scale)
    const offset = less(less(less(p, a0, r), a1, g), a2, b)
    const firsts = v128.shuffle<i32>(
      f32x4.demote_f64x2_zero(a0), f32x4.demote_f64x2_zero(a1), 0, 4, 1, 5,
    )
    const lasts = v128.shuffle<i32>(
      f32x4.demote_f64x2_zero(a2), f32x4.demote_f64x2_zero(offset), 0, 4, 1, 5,
    )
    // Past the end of a row this writes into the next one, which is still to come.
    v128.store(at16(into, x), v128.shuffle<i32>(firsts, lasts, 0, 1, 4, 5))
    v128.store(at16(into, x), v128.shuffle<i32>(firsts, lasts, 2, 3, 6, 7), 16)
  }
}

function modelsOf(
  guide: usize, source: usize, models: usize, width: i32, height: i32, radius: i32, epsilon: f32,
): void {
  const sums = reserve((width as usize) << COLUMN_SHIFT)
  const means = reserve(((width + 1) as usize) << 6)
  memory.fill(sums, 0, (width as usize) << COLUMN_SHIFT)
  for (let k = -radius; k <= radius; k++) {
    const row = clampIndex(k, height) * width
    for (let x = 0; x < width; x++) {
      const sum = sums + ((x as usize) << COLUMN_SHIFT)
      const c = seen(guide, source, row + x)
      addToColumn(sum, c)
      addToColumn(sum + 32, bySource(c))
      addToColumn(sum + 64, byRed(c))
      addToColumn(sum + 96, others(c))
    }
  }
  const scale = boxScale(radius)
  for (let y = 0; y < height; y++) {
    meanRow(sums, means, width, radius, scale)
    modelRow(means, at16(models, y * width), width, epsilon as f64)
    const enters = clampIndex(y + radius + 1, height) * width
    const leaves = clampIndex(y - radius, height) * width
    for (let x = 0; x < width; x++) {
      const sum = sums + ((x as usize) << COLUMN_SHIFT)
      const c = seen(guide, source, enters + x)
      const gone = seen(guide, source, leaves + x)
      moveColumn(sum, c, gone)
      moveColumn(sum + 32, bySource(c), bySource(gone))
      moveColumn(sum + 64, byRed(c), byRed(gone))
      moveColumn(sum + 96, others(c), others(gone))
    }
  }
}

export function guidedFilterColour(
  guide: usize, source: usize, target: usize, width: i32, height: i32, radius: i32, epsilon: f32,
): void {
  const models = reserve((width * height) as usize << 4)
  modelsOf(guide, source, models, width, height, radius, epsilon)
  const sums = reserve((width as usize) << 5)
  memory.fill(sums, 0, (width as usize) << 5)
  for (let k = -radius; k <= radius; k++) {
    const row = clampIndex(k, height) * width
    for (let x = 0; x < width; x++) {
      addToColumn(sums + ((x as usize) << 5), v128.load(at16(models, row + x)))
    }
  }
  const scale = boxScale(radius)
  for (let y = 0; y < height; y++) {
    let a = f64x2.splat(0)
    let b = f64x2.splat(0)
    for (let k = -radius; k <= radius; k++) {
      const sum = sums + ((clampIndex(k, width) as usize) << 5)
      a = f64x2.add(a, v128.load(sum))
      b = f64x2.add(b, v128.load(sum, 16))
    }
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const product = f32x4.mul(meanOf(a, b, scale), centred(guide, i, 1))
      const half = f32x4.add(product, v128.shuffle<i32>(product, product, 2, 3, 2, 3))
      const value = f32x4.extract_lane(half, 0) + f32x4.extract_lane(half, 1) + MIDDLE
      store<f32>(at4(target, i), value)
      const enters = sums + ((clampIndex(x + radius + 1, width) as usize) << 5)
      const leaves = sums + ((clampIndex(x - radius, width) as usize) << 5)
      a = moved(a, enters, leaves)
      b = moved(b, enters + 16, leaves + 16)
    }
    const enters = clampIndex(y + radius + 1, height) * width
    const leaves = clampIndex(y - radius, height) * width
    for (let x = 0; x < width; x++) {
      moveColumn(
        sums + ((x as usize) << 5),
        v128.load(at16(models, enters + x)),
        v128.load(at16(models, leaves + x)),
      )
    }
  }
}
