// Paint whose borders are soft where the photo is out of focus: a domain transform in which every place has
// its own reach (Gastal & Oliveira 2011, recursive form).
import { at4, at16 } from './indices'
import { reserve } from './memory'

const ITERATIONS = 3
/** Reaches are bytes, in quarters of a pixel. */
const REACHES = 256
const PER_PX: f64 = 4

/** What a neighbour counts in this iteration, by the lesser reach of the two; nothing at a reach of 0. */
function feedback(table: usize, iteration: i32): void {
  const spread =
    (Math.sqrt(3) * Math.pow(2, (ITERATIONS - 1 - iteration) as f64)) /
    Math.sqrt(Math.pow(4, ITERATIONS) - 1)
  store<f32>(table, 0)
  for (let reach = 1; reach < REACHES; reach++) {
    const weight = Math.exp((-Math.SQRT2 * PER_PX) / (spread * (reach as f64)))
    store<f32>(at4(table, reach), weight as f32)
  }
}

/** Draws a quad towards its neighbour, of the same kind where kinds are told. */
// @ts-ignore: decorator
@inline
function drawTo(
  quads: usize, reaches: usize, kinds: usize, at: i32, from: i32, table: usize,
): void {
  const reach = min(load<u8>(reaches + at), load<u8>(reaches + from))
  if (reach == 0) return
  if (kinds != 0 && load<u32>(at4(kinds, at)) != load<u32>(at4(kinds, from))) return
  const own = v128.load(at16(quads, at))
  const apart = f32x4.sub(v128.load(at16(quads, from)), own)
  const weight = f32x4.splat(load<f32>(at4(table, reach)))
  v128.store(at16(quads, at), f32x4.add(own, f32x4.mul(apart, weight)))
}

/**
 * Softens a picture in place, each pixel by its own reach; over one without any nothing runs.
 * @param reaches a byte for each pixel, quarters of a pixel
 * @param kinds a number for each pixel; nothing runs between two kinds. 0 where all is of one
 */
export function softenPaint(
  lightness: usize, a: usize, b: usize, w: i32, h: i32, reaches: usize, kinds: usize,
): void {
  const count = w * h
  const quads = reserve((count as usize) << 4)
  const table = reserve(REACHES << 2)
  for (let at = 0; at < count; at++) {
    const quad = at16(quads, at)
    store<f32>(quad, load<f32>(at4(lightness, at)))
    store<f32>(quad, load<f32>(at4(a, at)), 4)
    store<f32>(quad, load<f32>(at4(b, at)), 8)
    store<f32>(quad, 0, 12)
  }
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    feedback(table, iteration)
    for (let y = 0; y < h; y++) {
      const row = y * w
      for (let x = 1; x < w; x++) drawTo(quads, reaches, kinds, row + x, row + x - 1, table)
      for (let x = w - 2; x >= 0; x--) drawTo(quads, reaches, kinds, row + x, row + x + 1, table)
    }
    for (let at = w; at < count; at++) drawTo(quads, reaches, kinds, at, at - w, table)
    for (let at = count - w - 1; at >= 0; at--) drawTo(quads, reaches, kinds, at, at + w, table)
  }
  for (let at = 0; at < count; at++) {
    const quad = at16(quads, at)
    store<f32>(at4(lightness, at), load<f32>(quad))
    store<f32>(at4(a, at), load<f32>(quad, 4))
    store<f32>(at4(b, at), load<f32>(quad, 8))
  }
}
