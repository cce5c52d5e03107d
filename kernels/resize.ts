import { axisOf, countOf, firstOf, mostOf, weightsOf } from './axis'
import { at4, at16 } from './indices'
import { reserve } from './memory'
import { loadPixel, premultiplied, storePixel, straight } from './quads'

/** One source row, resized across, as premultiplied quads. */
function acrossRow(source: usize, sourceWidth: i32, quads: usize, into: usize, width: i32, axis: usize): void {
  for (let x = 0; x < sourceWidth; x++) {
    v128.store(at16(quads, x), premultiplied(loadPixel(at4(source, x))))
  }
  for (let x = 0; x < width; x++) {
    const from = at16(quads, firstOf(axis, x))
    const weights = weightsOf(axis, x)
    const count = countOf(axis, x)
    let sum = f32x4.splat(0)
    for (let k = 0; k < count; k++) {
      const weight = f32x4.splat(load<f32>(at4(weights, k)))
      sum = f32x4.add(sum, f32x4.mul(v128.load(at16(from, k)), weight))
    }
    v128.store(at16(into, x), sum)
  }
}

/**
 * Lanczos with three lobes, widened when making smaller. Rows that one output row needs stand in a
 * ring, so that memory does not grow with the height.
 */
export function resizeLanczos3(
  source: usize, sourceWidth: i32, sourceHeight: i32, target: usize, width: i32, height: i32,
): void {
  const across = axisOf(sourceWidth, width, true)
  const down = axisOf(sourceHeight, height, true)
  const quads = reserve((sourceWidth as usize) << 4)
  const rowBytes = (width as usize) << 4
  const rows = mostOf(down)
  const ring = reserve(rowBytes * (rows as usize))
  let ready = 0
  for (let y = 0; y < height; y++) {
    const first = firstOf(down, y)
    const count = countOf(down, y)
    if (ready < first) ready = first
    for (; ready < first + count; ready++) {
      const row = source + (((ready * sourceWidth) as usize) << 2)
      const into = ring + ((ready % rows) as usize) * rowBytes
      acrossRow(row, sourceWidth, quads, into, width, across)
    }
    const weights = weightsOf(down, y)
    const line = target + (((y * width) as usize) << 2)
    for (let x = 0; x < width; x++) {
      let sum = f32x4.splat(0)
      for (let k = 0; k < count; k++) {
        const quad = v128.load(at16(ring + (((first + k) % rows) as usize) * rowBytes, x))
        sum = f32x4.add(sum, f32x4.mul(quad, f32x4.splat(load<f32>(at4(weights, k)))))
      }
      storePixel(at4(line, x), straight(sum))
    }
  }
}
