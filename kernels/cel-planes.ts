// Planes of a picture that is cut into cells, in doubles as scripts take them.
import { at4, at8 } from './indices'
import { reserve } from './memory'
import { smoothstep, softened, valueAt } from './plane-steps'

/** Tones of a cell. */
const TONES = 3
/** Terms of an even fall-off: 1, x, y, x squared, x times y, y squared. */
const TERMS = 6
/** Lines, from paper to ink. */
const LINE_FROM: f64 = 0.1
const LINE_TO: f64 = 0.9

/** Adds up a plane over each cell. @param sums a double for each cell, cleared */
export function sumOverCells(values: usize, cells: usize, count: i32, sums: usize): void {
  for (let at = 0; at < count; at++) {
    const sum = at8(sums, load<u32>(at4(cells, at)))
    store<f64>(sum, load<f64>(sum) + valueAt(values, at))
  }
}

/**
 * A plane in the mean of each cell; where it is wide, drawn towards an even fall-off.
 * @param wide of each cell, of `total`, its number among the wide ones, or less than 0
 * @param weights of the terms of each wide one, doubles
 * @param shade how much of the fall-off is kept, 0..1
 */
export function fillCells(
  values: usize, cells: usize, w: i32, h: i32, total: i32, wide: usize, weights: usize, shade: f64, into: usize,
): void {
  const count = w * h
  const means = reserve((total as usize) << 3)
  const sizes = reserve((total as usize) << 2)
  memory.fill(means, 0, (total as usize) << 3)
  memory.fill(sizes, 0, (total as usize) << 2)
  sumOverCells(values, cells, count, means)
  for (let at = 0; at < count; at++) {
    const size = at4(sizes, load<u32>(at4(cells, at)))
    store<u32>(size, load<u32>(size) + 1)
  }
  for (let cell = 0; cell < total; cell++) {
    const mean = at8(means, cell)
    store<f64>(mean, load<f64>(mean) / (max<u32>(1, load<u32>(at4(sizes, cell))) as f64))
  }
  const half = (max(w, h) as f64) / 2
  for (let y = 0, at = 0; y < h; y++) {
    const v = (y as f64) / half - 1
    for (let x = 0; x < w; x++, at++) {
      const cell = load<u32>(at4(cells, at))
      const mean = load<f64>(at8(means, cell)) as f32
      store<f32>(at4(into, at), mean)
      const number = load<i32>(at4(wide, cell))
      if (number < 0) continue
      const from = mean as f64
      const to = fallOffAt(at8(weights, number * TERMS), (x as f64) / half - 1, v)
      store<f32>(at4(into, at), (from + (to - from) * shade) as f32)
    }
  }
}

// @ts-ignore: decorator
@inline
function fallOffAt(weights: usize, u: f64, v: f64): f64 {
  return (
    load<f64>(weights) +
    load<f64>(weights, 8) * u +
    load<f64>(weights, 16) * v +
    load<f64>(weights, 24) * u * u +
    load<f64>(weights, 32) * u * v +
    load<f64>(weights, 40) * v * v
  )
}

/**
 * Cuts cells into a shadow, a tone and a light, by how far what was seen, softened, lies from what is painted.
 * @param into of each pixel its cell times three and its tone
 */
export function cutTones(
  seen: usize, painted: usize, cells: usize, w: i32, h: i32, sigma: f64, step: f64, into: usize,
): void {
  const count = w * h
  const apart = reserve((count as usize) << 2)
  const soft = reserve((count as usize) << 2)
  for (let at = 0; at < count; at++) {
    store<f32>(at4(apart, at), (valueAt(seen, at) - valueAt(painted, at)) as f32)
  }
  softened(apart, soft, w, h, sigma)
  for (let at = 0; at < count; at++) {
    const away = valueAt(soft, at)
    const tone = away < -step ? 0 : away > step ? 2 : 1
    store<u32>(at4(into, at), load<u32>(at4(cells, at)) * TONES + tone)
  }
}

/** Adds how far a plane lies from the mean about each place. */
function addApart(values: usize, w: i32, h: i32, sigma: f64, mean: usize, sum: usize): void {
  softened(values, mean, w, h, sigma)
  for (let at = 0; at < w * h; at++) {
    const apart = Math.abs(valueAt(values, at) - valueAt(mean, at))
    store<f32>(at4(sum, at), (valueAt(sum, at) + apart) as f32)
  }
}

/**
 * Lines where the colours of paint change, and where there are folds.
 * @param papers lines, 1 paper to 0 line
 * @param folds, bare how much of them is drawn though paint does not change, and is not though it does, 0..1
 * @param reach, spread how near to a change a line lies, px
 * @param from, to how great that is
 */
export function inkLines(
  lightness: usize, a: usize, b: usize, w: i32, h: i32, papers: usize, folds: usize, bare: usize,
  reach: f64, spread: f64, from: f64, to: f64, into: usize,
): void {
  const count = w * h
  const away = reserve((count as usize) << 2)
  const soft = reserve((count as usize) << 2)
  memory.fill(away, 0, (count as usize) << 2)
  addApart(lightness, w, h, reach, soft, away)
  addApart(a, w, h, reach, soft, away)
  addApart(b, w, h, reach, soft, away)
  softened(away, soft, w, h, spread)
  for (let at = 0; at < count; at++) {
    const line = smoothstep(LINE_FROM, LINE_TO, 1 - valueAt(papers, at))
    const border = smoothstep(from, to, valueAt(soft, at)) as f32 as f64
    const drawn = max<f64>(border, valueAt(folds, at))
    store<f32>(at4(into, at), (line * drawn * (1 - valueAt(bare, at))) as f32)
  }
}

/**
 * What paint has lost against what was seen: 1 where it is darkest, 2 dark, 3 light, 0 nothing.
 * @param seen, painted lightness
 * @param share 0..1, where it is asked: above a half
 * @param wide, soft what is shade and what is grain, px
 */
export function lostDetails(
  seen: usize, painted: usize, share: usize, w: i32, h: i32,
  wide: f64, soft: f64, darkest: f64, dark: f64, light: f64, into: usize,
): void {
  const count = w * h
  const lost = reserve((count as usize) << 2)
  const shade = reserve((count as usize) << 2)
  const own = reserve((count as usize) << 2)
  for (let at = 0; at < count; at++) {
    const less = valueAt(seen, at) - valueAt(painted, at)
    store<f32>(at4(lost, at), (less * valueAt(share, at)) as f32)
  }
  softened(lost, shade, w, h, wide)
  softened(lost, own, w, h, soft)
  for (let at = 0; at < count; at++) {
    let kind: u8 = 0
    if (valueAt(share, at) >= 0.5) {
      const away = valueAt(own, at) - valueAt(shade, at)
      if (away > light) kind = 3
      else if (away < dark) kind = away < darkest ? 1 : 2
    }
    store<u8>(into + (at as usize), kind)
  }
}
