// Three extended boxes in place of a Gaussian (Gwosdek et al. 2011): a box of any, not only odd,
// width has one weight less than 1 at either end, so that its variance is exact.
import { at4, at16, clampIndex } from './indices'
import { reserve } from './memory'

const PASSES = 3

/** Adds (or takes away) one row to the sums of all columns. */
// @ts-ignore: decorator
@inline
function addRow(sums: usize, row: usize, floats: i32): void {
  for (let x = 0; x < floats; x += 4) {
    const sum = sums + ((x as usize) << 3)
    const v = v128.load(at4(row, x))
    v128.store(sum, f64x2.add(v128.load(sum), f64x2.promote_low_f32x4(v)))
    const high = f64x2.promote_low_f32x4(v128.shuffle<i32>(v, v, 2, 3, 2, 3))
    v128.store(sum, f64x2.add(v128.load(sum, 16), high), 16)
  }
}

/**
 * One box down the columns. Row `j` of the target is centred on row `j + offset` of the source,
 * whose edges repeat. The sums are doubles: they do not drift, however long the column.
 */
function boxDown(
  source: usize, sourceRows: i32, target: usize, targetRows: i32, floats: i32,
  offset: i32, radius: i32, part: f32,
): void {
  const rowBytes = (floats as usize) << 2
  const sums = reserve((((floats + 3) & ~3) as usize) << 3)
  memory.fill(sums, 0, (((floats + 3) & ~3) as usize) << 3)
  for (let k = -radius; k <= radius; k++)
    addRow(sums, source + (clampIndex(offset + k, sourceRows) as usize) * rowBytes, floats)
  const side = 2 * radius + 1
  const whole: f32 = <f32>1 / ((side as f32) + part + part)
  const scale = f32x4.splat(whole)
  const ends = f32x4.splat(part * whole)
  for (let j = 0; j < targetRows; j++) {
    const centre = j + offset
    const before = source + (clampIndex(centre - radius - 1, sourceRows) as usize) * rowBytes
    const after = source + (clampIndex(centre + radius + 1, sourceRows) as usize) * rowBytes
    const leaving = source + (clampIndex(centre - radius, sourceRows) as usize) * rowBytes
    const into = target + (j as usize) * rowBytes
    for (let x = 0; x < floats; x += 4) {
      const sum = sums + ((x as usize) << 3)
      const low = v128.load(sum)
      const high = v128.load(sum, 16)
      const b = v128.load(at4(after, x))
      const gone = v128.load(at4(leaving, x))
      const mean = v128.shuffle<i32>(
        f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5,
      )
      const edge = f32x4.mul(ends, f32x4.add(v128.load(at4(before, x)), b))
      v128.store(at4(into, x), f32x4.add(f32x4.mul(mean, scale), edge))
      v128.store(sum, f64x2.add(low, f64x2.sub(
        f64x2.promote_low_f32x4(b), f64x2.promote_low_f32x4(gone))))
      v128.store(sum, f64x2.add(high, f64x2.sub(
        f64x2.promote_low_f32x4(v128.shuffle<i32>(b, b, 2, 3, 2, 3)),
        f64x2.promote_low_f32x4(v128.shuffle<i32>(gone, gone, 2, 3, 2, 3)))), 16)
    }
  }
}

/** Three boxes down the columns; between them the picture is as tall as the next one sees. */
function threeDown(
  source: usize, target: usize, first: usize, second: usize, floats: i32, height: i32,
  radius: i32, part: f32,
): void {
  const reach = radius + 1
  const tall = height + 4 * reach
  const lower = height + 2 * reach
  boxDown(source, height, first, tall, floats, -2 * reach, radius, part)
  boxDown(first, tall, second, lower, floats, reach, radius, part)
  boxDown(second, lower, target, height, floats, reach, radius, part)
}

/** Rows become columns. */
function transpose(source: usize, target: usize, width: i32, height: i32, step: i32): void {
  if (step == 4) {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        v128.store(at16(target, x * height + y), v128.load(at16(source, y * width + x)))
    return
  }
  let y = 0
  for (; y + 4 <= height; y += 4) {
    let x = 0
    for (; x + 4 <= width; x += 4) {
      const a = v128.load(at4(source, y * width + x))
      const b = v128.load(at4(source, (y + 1) * width + x))
      const c = v128.load(at4(source, (y + 2) * width + x))
      const d = v128.load(at4(source, (y + 3) * width + x))
      const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5)
      const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5)
      const abHigh = v128.shuffle<i32>(a, b, 2, 6, 3, 7)
      const cdHigh = v128.shuffle<i32>(c, d, 2, 6, 3, 7)
      v128.store(at4(target, x * height + y), v128.shuffle<i32>(ab, cd, 0, 1, 4, 5))
      v128.store(at4(target, (x + 1) * height + y), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7))
      v128.store(at4(target, (x + 2) * height + y), v128.shuffle<i32>(abHigh, cdHigh, 0, 1, 4, 5))
      v128.store(at4(target, (x + 3) * height + y), v128.shuffle<i32>(abHigh, cdHigh, 2, 3, 6, 7))
    }
    for (; x < width; x++)
      for (let k = y; k < y + 4; k++)
        store<f32>(at4(target, x * height + k), load<f32>(at4(source, k * width + x)))
  }
  for (; y < height; y++)
    for (let x = 0; x < width; x++)
      store<f32>(at4(target, x * height + y), load<f32>(at4(source, y * width + x)))
}

export function extendedBoxGaussian(
  source: usize, target: usize, width: i32, height: i32, step: i32, sigma: f32,
): void {
  const variance = (sigma as f64) * (sigma as f64) / PASSES
  const radius = i32(Math.floor(0.5 * Math.sqrt(12 * variance + 1) - 0.5))
  const r = radius as f64
  const part = ((2 * r + 1) * (r * (r + 1) - 3 * variance) /
    (6 * (variance - (r + 1) * (r + 1)))) as f32
  const reach = radius + 1
  const most = max(width * (height + 4 * reach), height * (width + 4 * reach)) * step
  const first = reserve((most as usize) << 2)
  const second = reserve((most as usize) << 2)
  const turned = reserve((width * height * step as usize) << 2)
  threeDown(source, target, first, second, width * step, height, radius, part)
  transpose(target, turned, width, height, step)
  threeDown(turned, target, first, second, height * step, width, radius, part)
  memory.copy(turned, target, (width * height * step as usize) << 2)
  transpose(turned, target, height, width, step)
}
