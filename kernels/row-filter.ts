import { reserve } from './memory'

// PNG's adaptive row filters (ISO/IEC 15948, clause 9) over 8-bit samples; PDF's predictor 15 reads
// the same bytes. Rows lie with zeros before and behind them, so that vectors need no edges.
const PAD: usize = 16
const FILTERS = 5
/** Of so many bytes of a row one vector is looked at. */
const JUDGED_EVERY: usize = 32

/** Which bytes of a vector belong to a row that ends after so many: 16 bytes of ones, 16 of zeros. */
const wholeMask = memory.data<u8>([
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
])

// @ts-ignore: decorator
@inline
function distance(one: v128, other: v128): v128 {
  return v128.sub<u8>(v128.max<u8>(one, other), v128.min<u8>(one, other))
}

/** Paeth's predictor on bytes: whichever of left, above and corner is nearest to `a + b - c`. */
// @ts-ignore: decorator
@inline
function paeth(a: v128, b: v128, c: v128): v128 {
  const toA = distance(b, c)
  const toB = distance(a, c)
  // |(b - c) + (a - c)|: the sum of both ways where they lead to the same side, else their difference.
  const sameSide = v128.eq<u8>(v128.ge<u8>(b, c), v128.ge<u8>(a, c))
  const toC = v128.bitselect(v128.add_sat<u8>(toA, toB), distance(toA, toB), sameSide)
  const takesA = v128.and(v128.le<u8>(toA, toB), v128.le<u8>(toA, toC))
  return v128.bitselect(a, v128.bitselect(b, c, v128.le<u8>(toB, toC)), takesA)
}

/** `sums` and the bytes of `residual`, taken as signed and without their sign. */
// @ts-ignore: decorator
@inline
function withSizes(sums: v128, residual: v128): v128 {
  const pairs = i16x8.extadd_pairwise_i8x16_u(i8x16.abs(residual))
  return i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(pairs))
}

// @ts-ignore: decorator
@inline
function total(sums: v128): u32 {
  return (i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3)) as u32
}

/** Samples of one row: red, green and blue of pixels where there are three of them, else as they are. */
function takeRow(source: usize, into: usize, width: i32, samples: i32, isBlueFirst: bool): void {
  if (samples != 3) {
    memory.copy(into, source, (width * samples) as usize)
    return
  }
  let from = source
  let to = into
  // Each step writes four bytes more than it has; the next one, or the end, puts them right.
  for (let x = 0; x < width; x += 4, from += 16, to += 12) {
    const pixels = v128.load(from)
    const three = isBlueFirst
      ? v128.shuffle<u8>(pixels, pixels, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 15, 15, 15, 15)
      : v128.shuffle<u8>(pixels, pixels, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 15, 15, 15)
    v128.store(to, three)
  }
  memory.fill(into + ((width * 3) as usize), 0, PAD)
}

/** The mean rounded down: the instruction rounds up. */
// @ts-ignore: decorator
@inline
function average(a: v128, b: v128): v128 {
  return v128.sub<u8>(i8x16.avgr_u(a, b), v128.and(v128.xor(a, b), i8x16.splat(1)))
}

/**
 * The filter whose residuals are smallest in sum, the lowest of equals: judged by every second
 * vector of a row, which makes files a thousandth larger.
 */
function bestFilter(row: usize, above: usize, bytes: usize, samples: usize): i32 {
  let none = i32x4.splat(0)
  let sub = none
  let up = none
  let mean = none
  let nearest = none
  for (let at: usize = 0; at < bytes; at += JUDGED_EVERY) {
    const keep = v128.load(wholeMask + 16 - min<usize>(16, bytes - at))
    const x = v128.load(row + at)
    const a = v128.load(row + at - samples)
    const b = v128.load(above + at)
    const c = v128.load(above + at - samples)
    none = withSizes(none, v128.and(x, keep))
    sub = withSizes(sub, v128.and(v128.sub<u8>(x, a), keep))
    up = withSizes(up, v128.and(v128.sub<u8>(x, b), keep))
    mean = withSizes(mean, v128.and(v128.sub<u8>(x, average(a, b)), keep))
    nearest = withSizes(nearest, v128.and(v128.sub<u8>(x, paeth(a, b, c)), keep))
  }
  let best = 0
  let least = total(none)
  for (let filter = 1; filter < FILTERS; filter++) {
    const sums = filter == 1 ? sub : filter == 2 ? up : filter == 3 ? mean : nearest
    const size = total(sums)
    if (size < least) {
      best = filter
      least = size
    }
  }
  return best
}

/** Filters one row; up to 15 bytes behind it are written on as well. */
function applyFilter(filter: i32, row: usize, above: usize, bytes: usize, samples: usize, to: usize): void {
  if (filter == 0) memory.copy(to, row, bytes)
  else if (filter == 1) {
    for (let at: usize = 0; at < bytes; at += 16) {
      v128.store(to + at, v128.sub<u8>(v128.load(row + at), v128.load(row + at - samples)))
    }
  } else if (filter == 2) {
    for (let at: usize = 0; at < bytes; at += 16) {
      v128.store(to + at, v128.sub<u8>(v128.load(row + at), v128.load(above + at)))
    }
  } else if (filter == 3) {
    for (let at: usize = 0; at < bytes; at += 16) {
      const mean = average(v128.load(row + at - samples), v128.load(above + at))
      v128.store(to + at, v128.sub<u8>(v128.load(row + at), mean))
    }
  } else {
    for (let at: usize = 0; at < bytes; at += 16) {
      const c = v128.load(above + at - samples)
      const nearest = paeth(v128.load(row + at - samples), v128.load(above + at), c)
      v128.store(to + at, v128.sub<u8>(v128.load(row + at), nearest))
    }
  }
}

/**
 * Rows of a picture, filtered, each behind the number of its filter.
 * @param pixels RGBA where `samples` is 3 or 4, one byte a pixel where it is 1
 * @param isBlueFirst where `samples` is 3: BGRA
 * @param above the row before the first, laid out like `pixels`; 0 where there is none
 * @param target `rows * (width * samples + 1)` bytes
 */
export function filterRows(pixels: usize, above: usize, width: i32, rows: i32, samples: i32, isBlueFirst: bool, target: usize): void {
  const bytes = (width * samples) as usize
  const sourceBytes = (width * (samples == 1 ? 1 : 4)) as usize
  const stride = PAD + ((bytes + 15) & ~15) + PAD
  const lines = reserve(stride * 2)
  memory.fill(lines, 0, stride * 2)
  let row = lines + PAD
  let before = row + stride
  if (above != 0) takeRow(above, before, width, samples, isBlueFirst)
  for (let y = 0; y < rows; y++) {
    takeRow(pixels + (y as usize) * sourceBytes, row, width, samples, isBlueFirst)
    const filter = bestFilter(row, before, bytes, samples as usize)
    const to = target + (y as usize) * (bytes + 1)
    store<u8>(to, filter)
    applyFilter(filter, row, before, bytes, samples as usize, to + 1)
    const spare = before
    before = row
    row = spare
  }
}
