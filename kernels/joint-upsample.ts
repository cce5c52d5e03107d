import { at4, at16, clampIndex } from './indices'
import { reserve } from './memory'

/** Taps a side: the four by four small pixels about a place. */
const TAPS = 4
/** Columns that the edges are repeated by, so that four taps may be read at once. */
const PAD = 2
/** Differences of three channels added up, 0 to 765. */
const DIFFERENCES = 766
/** A colour that is nowhere about takes the mean: no likeness is nothing. */
const LEAST: f32 = 1e-4
/** Twice the variance of the Gaussian over the distance of a tap, small pixels. */
const SPREAD: f64 = 1.1

/** Weight of a small pixel by its difference from the photo's. */
function likenessOf(like: f32): usize {
  const table = reserve(DIFFERENCES * 4)
  for (let i = 0; i < DIFFERENCES; i++) {
    const share = (i as f32) / (3 * like)
    store<f32>(at4(table, i), Mathf.exp(-4.5 * share * share) + LEAST)
  }
  return table
}

// @ts-ignore: decorator
@inline
function exactPlace(place: i32, length: i32, smallLength: i32): f64 {
  return (((place as f64) + 0.5) * smallLength) / length - 0.5
}

/** First tap and the four weights of each of `count` places from `start`. */
function tapsAlong(
  firsts: usize,
  weights: usize,
  start: i32,
  count: i32,
  length: i32,
  smallLength: i32,
): void {
  for (let i = 0; i < count; i++) {
    const exact = exactPlace(start + i, length, smallLength)
    const first = (floor(exact) as i32) - 1
    store<i32>(at4(firsts, i), first)
    for (let k = 0; k < TAPS; k++) {
      const away = ((first + k) as f64) - exact
      store<f32>(at4(weights, i * TAPS + k), Math.exp((-away * away) / SPREAD) as f32)
    }
  }
}

/** Rows of 4-byte or 16-byte items with their first and last one repeated. */
function padded(source: usize, w: i32, h: i32, shift: i32): usize {
  const stride = w + 2 * PAD
  const target = reserve((((stride as usize) * h) as usize) << shift)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < stride; x++) {
      const from = source + (((y * w + clampIndex(x - PAD, w)) as usize) << shift)
      memory.copy(target + (((y * stride + x) as usize) << shift), from, 1 << shift)
    }
  }
  return target
}

// @ts-ignore: decorator
@inline
function weighted(colours: usize, weight: f32, likeness: usize, difference: i32): v128 {
  const share = weight * load<f32>(at4(likeness, difference))
  return f32x4.mul(v128.load(colours), f32x4.splat(share))
}

/** What four small pixels in a row add to a pixel. */
// @ts-ignore: decorator
@inline
function fourTaps(guide: usize, colours: usize, own: v128, weights: v128, likeness: usize): v128 {
  const near = v128.and(v128.load(guide), i32x4.splat(0x00ffffff))
  const away = v128.or(i8x16.sub_sat_u(near, own), i8x16.sub_sat_u(own, near))
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(away))
  const left = f32x4.add(
    weighted(colours, f32x4.extract_lane(weights, 0), likeness, i32x4.extract_lane(sums, 0)),
    weighted(colours + 16, f32x4.extract_lane(weights, 1), likeness, i32x4.extract_lane(sums, 1)),
  )
  const right = f32x4.add(
    weighted(colours + 32, f32x4.extract_lane(weights, 2), likeness, i32x4.extract_lane(sums, 2)),
    weighted(colours + 48, f32x4.extract_lane(weights, 3), likeness, i32x4.extract_lane(sums, 3)),
  )
  return f32x4.add(left, right)
}

/**
 * Joint bilateral upsampling (Kopf et al. 2007): each pixel of `h` rows of a photo mixes the colours
 * of the 4 x 4 small pixels about its place, those whose guide looks as it does before all.
 * @param guide `smallW` x `rows` pixels of the photo made small, from its row `origin`
 * @param colours as many quads, whose fourth value is 1
 * @param smallH rows of the whole small picture
 * @param top the first of the photo's rows, of `wholeH`
 * @param like how alike two pixels are to share a colour, 0..255
 */
export function jointUpsample(
  guide: usize,
  colours: usize,
  smallW: i32,
  rows: i32,
  origin: i32,
  smallH: i32,
  photo: usize,
  target: usize,
  w: i32,
  h: i32,
  top: i32,
  wholeH: i32,
  like: f32,
): void {
  const likeness = likenessOf(like)
  const columns = reserve(w * 4)
  const across = reserve(w * 4 * TAPS)
  tapsAlong(columns, across, 0, w, w, smallW)
  const firstRows = reserve(h * 4)
  const down = reserve(h * 4 * TAPS)
  tapsAlong(firstRows, down, top, h, wholeH, smallH)
  const guides = padded(guide, smallW, rows, 2)
  const quads = padded(colours, smallW, rows, 4)
  const stride = smallW + 2 * PAD
  const starts = reserve(TAPS * 4)
  for (let y = 0; y < h; y++) {
    for (let k = 0; k < TAPS; k++) {
      const row = clampIndex(load<i32>(at4(firstRows, y)) + k, smallH) - origin
      store<i32>(at4(starts, k), row * stride + PAD)
    }
    for (let x = 0; x < w; x++) {
      const own = v128.and(v128.load32_splat(at4(photo, y * w + x)), i32x4.splat(0x00ffffff))
      const column = load<i32>(at4(columns, x))
      const weights = v128.load(at16(across, x))
      let sum = f32x4.splat(0)
      for (let k = 0; k < TAPS; k++) {
        const from = load<i32>(at4(starts, k)) + column
        const rowWeights = f32x4.mul(weights, f32x4.splat(load<f32>(at4(down, y * TAPS + k))))
        const taps = fourTaps(at4(guides, from), at16(quads, from), own, rowWeights, likeness)
        sum = f32x4.add(sum, taps)
      }
      v128.store(at16(target, y * w + x), f32x4.div(sum, f32x4.splat(f32x4.extract_lane(sum, 3))))
    }
  }
}
