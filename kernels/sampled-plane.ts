// A small plane read as if it were as large as the picture, a row at a time: bilinear, pixel
// centres aligned. Any rows are as in the whole.
import { firsts, pair, seconds } from './flow'
import { at4 } from './indices'
import { reserve } from './memory'
import { mixed } from './shares'

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

/**
 * Where the bytes of four values lie among those of four small pixels in a row, for the first of the two
 * between which each lies.
 * @returns whether all lie within so few, as they do from one and a half times the small size on
 */
function masksAlong(masks: usize, firstsAt: usize, count: i32): bool {
  for (let i = 0; i < count; i++) {
    const from = load<i32>(at4(firstsAt, i & ~3))
    const past = load<i32>(at4(firstsAt, i)) - from
    if (past > 2) return false
    store<i32>(at4(masks, i), 0x03020100 + past * 0x04040404)
  }
  return true
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
  /** Of {@link masksAlong}; 0 where there are none. */
  masks: usize
  blended: usize
  /** The row that was read last. */
  row: usize
}

/**
 * A reader for a picture `width` px wide.
 * @param like another of the same picture, or null: where its plane is as wide, they share their tables
 */
export function rowReader(plane: SampledPlane, width: i32, like: RowReader | null = null): RowReader {
  const reader = changetype<RowReader>(reserve(offsetof<RowReader>()))
  reader.plane = changetype<usize>(plane)
  reader.blended = reserve(((plane.widthPx + 1) as usize) << 2)
  reader.row = reserve((width as usize) << 2)
  if (like != null && changetype<SampledPlane>(like.plane).widthPx == plane.widthPx) {
    reader.firsts = like.firsts
    reader.ways = like.ways
    reader.masks = like.masks
    return reader
  }
  reader.firsts = reserve((width as usize) << 2)
  reader.ways = reserve((width as usize) << 2)
  placesAlong(reader.firsts, reader.ways, width, plane.widthPx)
  const masks = reserve((width as usize) << 2)
  reader.masks = masksAlong(masks, reader.firsts, width) ? masks : 0
  return reader
}

/** Four values of a plane of bytes. */
// @ts-ignore: decorator
@inline
function bytesAt(address: usize): v128 {
  return f32x4.convert_i32x4_s(
    i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(address))),
  )
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
  const blended = reader.blended
  if (plane.isBytes == 1) {
    const above = plane.values + (upper as usize)
    const below = plane.values + (lower as usize)
    for (let x: usize = 0; x < (small as usize); x += 4) {
      v128.store(blended + (x << 2), mixed(bytesAt(above + x), bytesAt(below + x), way))
    }
  } else {
    const above = at4(plane.values, upper)
    const below = at4(plane.values, lower)
    const end = (small as usize) << 2
    for (let at: usize = 0; at < end; at += 16) {
      v128.store(blended + at, mixed(v128.load(above + at), v128.load(below + at), way))
    }
  }
  store<f32>(at4(blended, small), load<f32>(at4(blended, small - 1)))
}

/** Reads row `y` of a picture `width` by `height` into `reader.row`. */
export function readRow(reader: RowReader, y: i32, width: i32, height: i32): void {
  blendRows(reader, y, height)
  // Loops that ask the reader again and again are half as fast.
  const blended = reader.blended
  const places = reader.firsts
  const ways = reader.ways
  const row = reader.row
  if (reader.masks != 0) return stretchNear(blended, places, reader.masks, ways, row, width)
  for (let x = 0; x < width; x += 4) {
    const at = v128.load(at4(places, x))
    const ab = pair(at4(blended, i32x4.extract_lane(at, 0)), at4(blended, i32x4.extract_lane(at, 1)))
    const cd = pair(at4(blended, i32x4.extract_lane(at, 2)), at4(blended, i32x4.extract_lane(at, 3)))
    const share = v128.load(at4(ways, x))
    v128.store(at4(row, x), mixed(firsts(ab, cd), seconds(ab, cd), share))
  }
}

/** {@link readRow} where four pixels' values lie in one load. */
function stretchNear(
  blended: usize, places: usize, masks: usize, ways: usize, row: usize, width: i32,
): void {
  const next = i32x4.splat(0x04040404)
  const end = (width as usize) << 2
  for (let at: usize = 0; at < end; at += 16) {
    const four = v128.load(at4(blended, load<i32>(places + at)))
    const mask = v128.load(masks + at)
    const share = v128.load(ways + at)
    const a = i8x16.swizzle(four, mask)
    v128.store(row + at, mixed(a, i8x16.swizzle(four, i32x4.add(mask, next)), share))
  }
}

/** From `a` to `b` by two shares, one for the first two values and one for the others, in doubles: as script has it. */
// @ts-ignore: decorator
@inline
function mixedInDoubles(a: v128, b: v128, share: v128, others: v128): v128 {
  const low = f64x2.promote_low_f32x4(a)
  const lowMore = f64x2.sub(f64x2.promote_low_f32x4(b), low)
  const high = upper(a)
  const highMore = f64x2.sub(upper(b), high)
  const first = f32x4.demote_f64x2_zero(f64x2.add(low, f64x2.mul(lowMore, share)))
  const second = f32x4.demote_f64x2_zero(f64x2.add(high, f64x2.mul(highMore, others)))
  return v128.shuffle<f64>(first, second, 0, 2)
}

/** The last two of four values as doubles. */
// @ts-ignore: decorator
@inline
export function upper(four: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f64>(four, four, 1, 1))
}

/**
 * Reads row `y` of a picture `width` by `height` into `reader.row` from a plane of floats, to the bit as the
 * sampler in script does.
 * @returns whether any of it is not 0
 */
export function readRowInDoubles(reader: RowReader, y: i32, width: i32, height: i32): bool {
  const plane = changetype<SampledPlane>(reader.plane)
  const small = plane.widthPx
  const whole = plane.wholeHeightPx
  const exact = exactAt(y, whole, height)
  const first = floor(exact)
  const way = f64x2.splat(exact - first)
  const above = at4(plane.values, ((first as i32) - plane.originPx) * small)
  const below = at4(plane.values, (min(whole - 1, (first as i32) + 1) - plane.originPx) * small)
  const blended = reader.blended
  let any = i32x4.splat(0)
  for (let x = 0; x < small; x += 4) {
    const value = mixedInDoubles(v128.load(at4(above, x)), v128.load(at4(below, x)), way, way)
    // What follows the row is none of it.
    any = v128.or(any, x + 4 <= small ? value : v128.and(value, firstOfFour(small - x)))
    v128.store(at4(blended, x), value)
  }
  if (!v128.any_true(any)) {
    memory.fill(reader.row, 0, (width as usize) << 2)
    return false
  }
  store<f32>(at4(blended, small), load<f32>(at4(blended, small - 1)))
  const places = reader.firsts
  const ways = reader.ways
  const row = reader.row
  for (let x = 0; x < width; x += 4) {
    const at = v128.load(at4(places, x))
    const ab = pair(at4(blended, i32x4.extract_lane(at, 0)), at4(blended, i32x4.extract_lane(at, 1)))
    const cd = pair(at4(blended, i32x4.extract_lane(at, 2)), at4(blended, i32x4.extract_lane(at, 3)))
    const share = v128.load(at4(ways, x))
    const low = f64x2.promote_low_f32x4(share)
    v128.store(at4(row, x), mixedInDoubles(firsts(ab, cd), seconds(ab, cd), low, upper(share)))
  }
  return true
}

/** All bits of the first `count` of four. */
// @ts-ignore: decorator
@inline
function firstOfFour(count: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count))
}
