import { at4, at16 } from './indices'
import { reserve } from './memory'
import { premultiply, unpremultiply } from './quads'

const ITERATIONS = 3
/** Three 8-bit differences added are at most this. */
const STEPS = 766

/** Sum of the absolute differences of red, green and blue of two 8-bit pixels. */
// @ts-ignore: decorator
@inline
function difference(one: usize, other: usize): u16 {
  let sum = 0
  for (let c = 0; c < 3; c++) {
    sum += abs((load<u8>(one + c) as i32) - (load<u8>(other + c) as i32))
  }
  return sum as u16
}

/** Feedback `a^d` of this iteration by colour difference. */
function feedback(table: usize, sigmaSpace: f32, sigmaRange: f32, iteration: i32): void {
  const spread =
    ((sigmaSpace as f64) * Math.sqrt(3) * Math.pow(2, (ITERATIONS - 1 - iteration) as f64)) /
    Math.sqrt(Math.pow(4, ITERATIONS) - 1)
  const rate = -Math.SQRT2 / spread
  const perStep = (sigmaSpace as f64) / (sigmaRange as f64) / 255
  for (let step = 0; step < STEPS; step++) {
    store<f32>(at4(table, step), Math.exp(rate * (1 + (step as f64) * perStep)) as f32)
  }
}

// @ts-ignore: decorator
@inline
function drawTo(at: usize, neighbour: v128, weight: f32): v128 {
  const own = v128.load(at)
  const next = f32x4.add(own, f32x4.mul(f32x4.sub(neighbour, own), f32x4.splat(weight)))
  v128.store(at, next)
  return next
}

function across(quads: usize, differences: usize, width: i32, table: usize): void {
  let last = v128.load(quads)
  for (let x = 1; x < width; x++) {
    last = drawTo(at16(quads, x), last, load<f32>(at4(table, load<u16>(differences + ((x as usize) << 1)))))
  }
  for (let x = width - 2; x >= 0; x--) {
    const weight = load<f32>(at4(table, load<u16>(differences + (((x + 1) as usize) << 1))))
    last = drawTo(at16(quads, x), last, weight)
  }
}

function down(quads: usize, from: usize, differences: usize, width: i32, table: usize): void {
  for (let x = 0; x < width; x++) {
    const weight = load<f32>(at4(table, load<u16>(differences + ((x as usize) << 1))))
    drawTo(at16(quads, x), v128.load(at16(from, x)), weight)
  }
}

/** Domain transform, recursive filtering (Gastal & Oliveira 2011), on premultiplied colour. */
export function domainTransform(
  source: usize, target: usize, width: i32, height: i32, sigmaSpace: f32, sigmaRange: f32,
): void {
  const count = width * height
  const quads = reserve((count as usize) << 4)
  const besides = reserve((count as usize) << 1)
  const belows = reserve((count as usize) << 1)
  const table = reserve(STEPS << 2)
  premultiply(source, quads, count)
  for (let i = 0; i < count; i++) {
    const at = at4(source, i)
    const left = i % width > 0 ? at - 4 : at
    const above = i >= width ? at4(source, i - width) : at
    store<u16>(besides + ((i as usize) << 1), difference(at, left))
    store<u16>(belows + ((i as usize) << 1), difference(at, above))
  }
  const rowBytes = (width as usize) << 4
  const stepBytes = (width as usize) << 1
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    feedback(table, sigmaSpace, sigmaRange, iteration)
    for (let y = 0; y < height; y++) {
      const at = y as usize
      across(quads + at * rowBytes, besides + at * stepBytes, width, table)
    }
    for (let y = 1; y < height; y++) {
      const row = quads + (y as usize) * rowBytes
      down(row, row - rowBytes, belows + (y as usize) * stepBytes, width, table)
    }
    for (let y = height - 2; y >= 0; y--) {
      const row = quads + (y as usize) * rowBytes
      down(row, row + rowBytes, belows + ((y + 1) as usize) * stepBytes, width, table)
    }
  }
  unpremultiply(quads, target, count)
}
