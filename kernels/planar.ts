import { at4, at16 } from './indices'
import { reserve } from './memory'

// Pictures in three planes, as JPEG holds them, made smaller by the mean of the area that each pixel
// covers. Four rows are made at once: so the way across needs no more steps than for pixels.

/** Weights down are whole numbers of this sum, for products of 16 bits. */
const WEIGHT_SUM: f64 = 32767

// What every pixel of one axis covers: its first sample, how many, and their weights.
let firsts: usize = 0
let counts: usize = 0
let weights: usize = 0
let most = 0

/**
 * Pixel `i` covers `start + i * step` to `start + (i + 1) * step` of `samples` samples.
 * @param from the first pixel asked for, of `count`
 */
function coverage(start: f64, step: f64, samples: i32, from: i32, count: i32): void {
  most = (i32(Math.ceil(step)) + 2) & ~1
  firsts = reserve((count as usize) << 2)
  counts = reserve((count as usize) << 2)
  weights = reserve(((count * most) as usize) << 2)
  memory.fill(weights, 0, ((count * most) as usize) << 2)
  for (let i = 0; i < count; i++) {
    const low = start + ((from + i) as f64) * step
    const high = min<f64>(low + step, samples as f64)
    const first = min(samples - 1, i32(Math.floor(low)))
    const last = max(first, min(samples, i32(Math.ceil(high))) - 1)
    const whole = max<f64>(high - low, 1e-6)
    store<i32>(at4(firsts, i), first)
    store<i32>(at4(counts, i), last - first + 1)
    for (let k = first; k <= last; k++) {
      const share = last == first ? whole : min<f64>(high, (k + 1) as f64) - max<f64>(low, k as f64)
      store<f32>(at4(weights, i * most + k - first), (share / whole) as f32)
    }
  }
}

/** The weighted sum of some rows, as floats times `WEIGHT_SUM`. */
function downRows(row: usize, stride: usize, taps: usize, count: i32, width: i32, line: usize): void {
  for (let x = 0; x < width; x += 16) {
    let a = i32x4.splat(0)
    let b = a
    let c = a
    let d = a
    for (let k = 0; k < count; k += 2) {
      const at = row + (k as usize) * stride + (x as usize)
      const upper = v128.load(at)
      // Beyond the last row the weight is none.
      const lower = v128.load(k + 1 < count ? at + stride : at)
      const pair = v128.load32_splat(at4(taps, k >> 1))
      const low = v128.shuffle<u8>(upper, lower, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
      const high = v128.shuffle<u8>(upper, lower, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
      a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(low), pair))
      b = i32x4.add(b, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(low), pair))
      c = i32x4.add(c, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(high), pair))
      d = i32x4.add(d, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(high), pair))
    }
    const to = at4(line, x)
    v128.store(to, f32x4.convert_i32x4_s(a))
    v128.store(to, f32x4.convert_i32x4_s(b), 16)
    v128.store(to, f32x4.convert_i32x4_s(c), 32)
    v128.store(to, f32x4.convert_i32x4_s(d), 48)
  }
}

/** Weights of one row of the result as whole numbers in pairs. */
function wholeWeights(own: usize, into: usize): void {
  let left = WEIGHT_SUM
  let largest: i32 = 0
  for (let k = 0; k < most; k++) {
    const whole = Math.round((load<f32>(at4(own, k)) as f64) * WEIGHT_SUM)
    store<i16>(into + ((k as usize) << 1), whole as i16)
    left -= whole
    if (load<f32>(at4(own, k)) > load<f32>(at4(own, largest))) largest = k
  }
  const at = into + ((largest as usize) << 1)
  store<i16>(at, (load<i16>(at) as f64 + left) as i16)
}

/** Four lines, one after the other, as quads of four rows. */
function quadsOf(lines: usize, lineBytes: usize, width: i32, quads: usize): void {
  for (let x = 0; x < width; x += 4) {
    const from = at4(lines, x)
    const a = v128.load(from)
    const b = v128.load(from + lineBytes)
    const c = v128.load(from + 2 * lineBytes)
    const d = v128.load(from + 3 * lineBytes)
    const abLow = v128.shuffle<u32>(a, b, 0, 4, 1, 5)
    const cdLow = v128.shuffle<u32>(c, d, 0, 4, 1, 5)
    const abHigh = v128.shuffle<u32>(a, b, 2, 6, 3, 7)
    const cdHigh = v128.shuffle<u32>(c, d, 2, 6, 3, 7)
    const to = at16(quads, x)
    v128.store(to, v128.shuffle<u64>(abLow, cdLow, 0, 2))
    v128.store(to, v128.shuffle<u64>(abLow, cdLow, 1, 3), 16)
    v128.store(to, v128.shuffle<u64>(abHigh, cdHigh, 0, 2), 32)
    v128.store(to, v128.shuffle<u64>(abHigh, cdHigh, 1, 3), 48)
  }
}

/**
 * Some rows of a plane that is resized by the mean of the area that each value covers, as floats.
 * @param source the plane's rows from `sourceTop` on: at least those that the rows cover
 * @param left, above where in the plane the first value of the whole result begins
 * @param across, down how much of the plane a value covers
 * @param target `width` floats for each of the rows, and for up to three rows more
 * @param top the first of the `rows` that are made
 */
export function resizePlaneRows(
  source: usize, sourceTop: i32, sourceWidth: i32, sourceHeight: i32,
  left: f64, across: f64, above: f64, down: f64,
  target: usize, top: i32, rows: i32, width: i32,
): void {
  const lineBytes = (((sourceWidth + 31) & ~15) as usize) << 2
  const lines = reserve(4 * lineBytes)
  const quads = reserve(4 * lineBytes)
  coverage(above, down, sourceHeight, top, rows)
  const rowFirsts = firsts
  const rowCounts = counts
  const rowWeights = weights
  const rowMost = most
  const taps = reserve((rowMost as usize) << 1)
  coverage(left, across, sourceWidth, 0, width)
  const columnMost = most
  const rowBytes = (width as usize) << 2
  for (let y = 0; y < rows; y += 4) {
    for (let r = 0; r < 4; r++) {
      const own = min(rows - 1, y + r)
      const row = source + ((load<i32>(at4(rowFirsts, own)) - sourceTop) * sourceWidth as usize)
      most = rowMost
      wholeWeights(at4(rowWeights, own * rowMost), taps)
      const line = lines + (r as usize) * lineBytes
      downRows(row, sourceWidth as usize, taps, load<i32>(at4(rowCounts, own)), sourceWidth, line)
    }
    quadsOf(lines, lineBytes, sourceWidth, quads)
    for (let x = 0; x < width; x++) {
      const from = at16(quads, load<i32>(at4(firsts, x)))
      const count = load<i32>(at4(counts, x))
      const own = at4(weights, x * columnMost)
      let sum = f32x4.splat(0)
      for (let k = 0; k < count; k++) {
        sum = f32x4.add(sum, f32x4.mul(v128.load(at16(from, k)), v128.load32_splat(at4(own, k))))
      }
      sum = f32x4.mul(sum, f32x4.splat((1 / WEIGHT_SUM) as f32))
      const to = target + (y as usize) * rowBytes + ((x as usize) << 2)
      v128.store32_lane(to, sum, 0)
      v128.store32_lane(to + rowBytes, sum, 1)
      v128.store32_lane(to + 2 * rowBytes, sum, 2)
      v128.store32_lane(to + 3 * rowBytes, sum, 3)
    }
  }
}

/** Opaque pixels of brightness and two colour differences, 0..255 (BT.601 at full range, as JFIF has it). */
export function joinPlanes(y: usize, cb: usize, cr: usize, target: usize, count: i32): void {
  for (let i = 0; i < count; i += 4) {
    const light = v128.load(at4(y, i))
    const blue = f32x4.sub(v128.load(at4(cb, i)), f32x4.splat(128))
    const red = f32x4.sub(v128.load(at4(cr, i)), f32x4.splat(128))
    const r = f32x4.add(light, f32x4.mul(red, f32x4.splat(1.402)))
    const g = f32x4.sub(
      light,
      f32x4.add(f32x4.mul(blue, f32x4.splat(0.344136)), f32x4.mul(red, f32x4.splat(0.714136))),
    )
    const b = f32x4.add(light, f32x4.mul(blue, f32x4.splat(1.772)))
    const rg = i16x8.narrow_i32x4_s(rounded(r), rounded(g))
    const ba = i16x8.narrow_i32x4_s(rounded(b), i32x4.splat(255))
    const planes = i8x16.narrow_i16x8_u(rg, ba)
    v128.store(
      at4(target, i),
      v128.shuffle<u8>(planes, planes, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15),
    )
  }
}

// @ts-ignore: decorator
@inline
function rounded(values: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(values))
}
