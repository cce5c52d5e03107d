// A small plane read as if it were as large as the picture, a row at a time: bilinear, pixel
// centres aligned. Any rows are as in the whole.
import { firsts, pair, seconds } from './flow'
import { at4 } from './indices'
import { reserve } from './memory'

/** Rows of a plane, and where they lie in its whole. */
@unmanaged
export class SampledPlane {
  values: usize
  widthPx: i32
  originPx: i32
  wholeHeightPx: i32
  /** 1 where a value is a byte, 0 where it is a float. */
  isBytes: i32
}

/** The first of the two small pixels between whose middles a pixel's own lies, and the way past it. */
function placesAlong(firstsAt: usize, waysAt: usize, count: i32, small: i32): void {
  for (let i = 0; i < count; i++) {
    const exact = exactAt(i, small, count)
    const first = floor(exact)
    store<i32>(at4(firstsAt, i), first as i32)
    store<f32>(at4(waysAt, i), (exact - first) as f32)
  }
}

// @ts-ignore: decorator
@inline
function exactAt(at: i32, small: i32, count: i32): f64 {
  return min((small - 1) as f64, max(0, (((at as f64) + 0.5) * small) / count - 0.5))
}

/** Reads one plane for rows of a picture. */
@unmanaged
export class RowReader {
  plane: usize
  firsts: usize
  ways: usize
  blended: usize
  /** The row that was read last. */
  row: usize
}

/** A reader for a picture `width` px wide. */
export function rowReader(plane: SampledPlane, width: i32): RowReader {
  const reader = changetype<RowReader>(reserve(offsetof<RowReader>()))
  reader.plane = changetype<usize>(plane)
  reader.firsts = reserve((width as usize) << 2)
  reader.ways = reserve((width as usize) << 2)
  reader.blended = reserve(((plane.widthPx + 1) as usize) << 2)
  reader.row = reserve((width as usize) << 2)
  placesAlong(reader.firsts, reader.ways, width, plane.widthPx)
  return reader
}

/** Four values of a plane from item `i` on. */
// @ts-ignore: decorator
@inline
function fourAt(values: usize, i: i32, isBytes: bool): v128 {
  return isBytes
    ? f32x4.convert_i32x4_u(
        i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(values + (i as usize)))),
      )
    : v128.load(at4(values, i))
}

function blendRows(reader: RowReader, y: i32, height: i32): void {
  const plane = changetype<SampledPlane>(reader.plane)
  const small = plane.widthPx
  const whole = plane.wholeHeightPx
  const exact = exactAt(y, whole, height)
  const first = floor(exact)
  const way = f32x4.splat((exact - first) as f32)
  const upper = ((first as i32) - plane.originPx) * small
  const lower = (min(whole - 1, (first as i32) + 1) - plane.originPx) * small
  const isBytes = plane.isBytes == 1
  const blended = reader.blended
  for (let x = 0; x < small; x += 4) {
    const a = fourAt(plane.values, upper + x, isBytes)
    const b = fourAt(plane.values, lower + x, isBytes)
    v128.store(at4(blended, x), f32x4.add(a, f32x4.mul(f32x4.sub(b, a), way)))
  }
  store<f32>(at4(blended, small), load<f32>(at4(blended, small - 1)))
}

/** Reads row `y` of a picture `width` by `height` into `reader.row`. */
export function readRow(reader: RowReader, y: i32, width: i32, height: i32): void {
  blendRows(reader, y, height)
  const blended = reader.blended
  for (let x = 0; x < width; x += 4) {
    const at = v128.load(at4(reader.firsts, x))
    const ab = pair(at4(blended, i32x4.extract_lane(at, 0)), at4(blended, i32x4.extract_lane(at, 1)))
    const cd = pair(at4(blended, i32x4.extract_lane(at, 2)), at4(blended, i32x4.extract_lane(at, 3)))
    const a = firsts(ab, cd)
    const share = v128.load(at4(reader.ways, x))
    const value = f32x4.add(a, f32x4.mul(f32x4.sub(seconds(ab, cd), a), share))
    v128.store(at4(reader.row, x), value)
  }
}
