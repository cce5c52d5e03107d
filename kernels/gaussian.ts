import { extendedBoxGaussian } from './extended-box'
import { at4, clampIndex } from './indices'
import { reserve } from './memory'
import { premultiply, unpremultiply } from './quads'

/** From here on three boxes are as good as the true kernel, and cost the same at any sigma. */
const BOX_FROM_SIGMA: f32 = 8

/** The middle tap and those on one side; all together sum to 1. */
function taps(sigma: f32, half: i32): usize {
  const table = reserve((half + 1) * 4)
  let sum: f64 = 1
  for (let k = 1; k <= half; k++) sum += 2 * weight(sigma, k)
  for (let k = 0; k <= half; k++) store<f32>(at4(table, k), (weight(sigma, k) / sum) as f32)
  return table
}

// @ts-ignore: decorator
@inline
function weight(sigma: f32, k: i32): f64 {
  const s = sigma as f64
  return Math.exp((-k * k) as f64 / (2 * s * s))
}

/** Four vectors of a symmetric kernel: `first` and `second` step away from `middle`. */
// @ts-ignore: decorator
@inline
function row16(
  middle: usize, pairs: usize, table: usize, half: i32, x: usize, into: usize,
): void {
  const t0 = f32x4.splat(load<f32>(table))
  let a = f32x4.mul(v128.load(middle + x), t0)
  let b = f32x4.mul(v128.load(middle + x, 16), t0)
  let c = f32x4.mul(v128.load(middle + x, 32), t0)
  let d = f32x4.mul(v128.load(middle + x, 48), t0)
  for (let k = 1; k <= half; k++) {
    const pair = pairs + ((k as usize) << 3)
    const before = load<u32>(pair) as usize + x
    const after = load<u32>(pair, 4) as usize + x
    const t = f32x4.splat(load<f32>(at4(table, k)))
    a = f32x4.add(a, f32x4.mul(t, f32x4.add(v128.load(before), v128.load(after))))
    b = f32x4.add(b, f32x4.mul(t, f32x4.add(v128.load(before, 16), v128.load(after, 16))))
    c = f32x4.add(c, f32x4.mul(t, f32x4.add(v128.load(before, 32), v128.load(after, 32))))
    d = f32x4.add(d, f32x4.mul(t, f32x4.add(v128.load(before, 48), v128.load(after, 48))))
  }
  v128.store(into + x, a)
  v128.store(into + x, b, 16)
  v128.store(into + x, c, 32)
  v128.store(into + x, d, 48)
}

// @ts-ignore: decorator
@inline
function row4(
  middle: usize, pairs: usize, table: usize, half: i32, x: usize, into: usize,
): void {
  let a = f32x4.mul(v128.load(middle + x), f32x4.splat(load<f32>(table)))
  for (let k = 1; k <= half; k++) {
    const pair = pairs + ((k as usize) << 3)
    const before = load<u32>(pair) as usize + x
    const after = load<u32>(pair, 4) as usize + x
    const t = f32x4.splat(load<f32>(at4(table, k)))
    a = f32x4.add(a, f32x4.mul(t, f32x4.add(v128.load(before), v128.load(after))))
  }
  v128.store(into + x, a)
}

/** One row of `floats`; `pairs` holds for every tap the addresses on either side. */
function convolveRow(
  middle: usize, pairs: usize, table: usize, half: i32, floats: i32, into: usize,
): void {
  const bytes = (floats as usize) << 2
  let x: usize = 0
  for (; x + 64 <= bytes; x += 64) row16(middle, pairs, table, half, x, into)
  for (; x < bytes; x += 16) row4(middle, pairs, table, half, x, into)
}

/** Repeats the first and the last pixel on either side of a row. */
function padRow(row: usize, floats: i32, step: i32, half: i32): void {
  const last = floats - step
  for (let i = 0; i < half * step; i++) {
    store<f32>(at4(row, -1 - i), load<f32>(at4(row, step - 1 - (i % step))))
    store<f32>(at4(row, floats + i), load<f32>(at4(row, last + (i % step))))
  }
}

function trueGaussian(
  source: usize, target: usize, width: i32, height: i32, step: i32, sigma: f32,
): void {
  const half = i32(Math.ceil(sigma * 3))
  const table = taps(sigma, half)
  const floats = width * step
  const rowBytes = (floats as usize) << 2
  const row = reserve((floats + 2 * half * step) * 4) + ((half * step) << 2)
  const rows = reserve((half + 1) * 8)
  const columns = reserve((half + 1) * 8)
  for (let k = 1; k <= half; k++) {
    const pair = columns + ((k as usize) << 3)
    store<u32>(pair, at4(row, -k * step) as u32)
    store<u32>(pair, at4(row, k * step) as u32, 4)
  }
  for (let y = 0; y < height; y++) {
    for (let k = 1; k <= half; k++) {
      const pair = rows + ((k as usize) << 3)
      store<u32>(pair, (source + (clampIndex(y - k, height) as usize) * rowBytes) as u32)
      store<u32>(pair, (source + (clampIndex(y + k, height) as usize) * rowBytes) as u32, 4)
    }
    convolveRow(source + (y as usize) * rowBytes, rows, table, half, floats, row)
    padRow(row, floats, step, half)
    convolveRow(row, columns, table, half, floats, target + (y as usize) * rowBytes)
  }
}

/** Gaussian of `step` interleaved floats per pixel; edges repeat. Never in place. */
export function gaussian(
  source: usize, target: usize, width: i32, height: i32, step: i32, sigma: f32,
): void {
  if (sigma < BOX_FROM_SIGMA) trueGaussian(source, target, width, height, step, sigma)
  else extendedBoxGaussian(source, target, width, height, step, sigma)
}

/** Gaussian of 8-bit RGBA on premultiplied colour. */
export function gaussianRaster(
  source: usize, target: usize, width: i32, height: i32, sigma: f32,
): void {
  const count = width * height
  const quads = reserve((count as usize) << 4)
  const soft = reserve((count as usize) << 4)
  premultiply(source, quads, count)
  gaussian(quads, soft, width, height, 4, sigma)
  unpremultiply(soft, target, count)
}
