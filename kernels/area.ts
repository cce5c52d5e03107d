import { axisOf, countOf, firstOf, weightsOf } from './axis'
import { at4, at16 } from './indices'
import { reserve } from './memory'
import { loadPixel, premultiplied, storePixel, straight } from './quads'

function isOpaque(source: usize, count: i32): bool {
  let common = i32x4.splat(-1)
  let i = 0
  for (; i + 4 <= count; i += 4) common = v128.and(common, v128.load(at4(source, i)))
  let all = i32x4.extract_lane(common, 0) & i32x4.extract_lane(common, 1) &
    i32x4.extract_lane(common, 2) & i32x4.extract_lane(common, 3)
  for (; i < count; i++) all &= load<i32>(at4(source, i))
  return ((all as u32) >>> 24) == 255
}

/** The mean of `count` rows, each by its weight, as quads: of opaque pixels, four at a time. */
function opaqueLine(row: usize, width: i32, weights: usize, count: i32, line: usize): void {
  for (let x = 0; x < width; x += 4) {
    let a = f32x4.splat(0)
    let b = a
    let c = a
    let d = a
    let from = at4(row, x)
    for (let k = 0; k < count; k++, from += (width as usize) << 2) {
      const weight = v128.load32_splat(at4(weights, k))
      const pixels = v128.load(from)
      const low = i16x8.extend_low_i8x16_u(pixels)
      const high = i16x8.extend_high_i8x16_u(pixels)
      a = f32x4.add(a, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(low)), weight))
      b = f32x4.add(b, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(low)), weight))
      c = f32x4.add(c, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(high)), weight))
      d = f32x4.add(d, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(high)), weight))
    }
    const to = at16(line, x)
    v128.store(to, a)
    v128.store(to, b, 16)
    v128.store(to, c, 32)
    v128.store(to, d, 48)
  }
}

/** The same of pixels that may be clear: premultiplied. */
function clearLine(row: usize, width: i32, weights: usize, count: i32, line: usize): void {
  for (let x = 0; x < width; x++) {
    let sum = f32x4.splat(0)
    let from = at4(row, x)
    for (let k = 0; k < count; k++, from += (width as usize) << 2) {
      const weight = v128.load32_splat(at4(weights, k))
      sum = f32x4.add(sum, f32x4.mul(premultiplied(loadPixel(from)), weight))
    }
    v128.store(at16(line, x), sum)
  }
}

/**
 * Some rows of a picture that is resized by the mean of the area that each pixel covers.
 * @param source the picture's rows from `sourceTop` on: at least those that the rows cover
 * @param top the first of the `rows` that are made
 */
export function resizeAreaRows(
  source: usize, sourceTop: i32, sourceRows: i32, sourceWidth: i32, sourceHeight: i32,
  target: usize, top: i32, rows: i32, width: i32, height: i32,
): void {
  const across = axisOf(sourceWidth, width, false)
  const down = axisOf(sourceHeight, height, false)
  const line = reserve(((sourceWidth + 4) as usize) << 4)
  const opaque = isOpaque(source, sourceWidth * sourceRows)
  for (let y = 0; y < rows; y++) {
    const first = firstOf(down, top + y) - sourceTop
    const row = source + ((((first * sourceWidth) as usize)) << 2)
    const weights = weightsOf(down, top + y)
    const count = countOf(down, top + y)
    if (opaque) opaqueLine(row, sourceWidth, weights, count, line)
    else clearLine(row, sourceWidth, weights, count, line)
    const into = target + (((y * width) as usize) << 2)
    for (let x = 0; x < width; x++) {
      const from = at16(line, firstOf(across, x))
      const taps = weightsOf(across, x)
      const tapCount = countOf(across, x)
      let sum = f32x4.splat(0)
      for (let k = 0; k < tapCount; k++) {
        sum = f32x4.add(sum, f32x4.mul(v128.load(at16(from, k)), v128.load32_splat(at4(taps, k))))
      }
      storePixel(at4(into, x), straight(sum))
    }
  }
}

/** Mean of the covered area. */
export function resizeArea(
  source: usize, sourceWidth: i32, sourceHeight: i32, target: usize, width: i32, height: i32,
): void {
  resizeAreaRows(
    source, 0, sourceHeight, sourceWidth, sourceHeight, target, 0, height, width, height,
  )
}
