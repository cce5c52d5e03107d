// Paint between its pixels: one cell, never a mixture of two.
import { at4, at16, clampIndex } from './indices'
import { reserve } from './memory'

const TAPS = 4
const ALL = TAPS * TAPS

/** Cubic B-spline, by the way past the second tap. */
function spline(weights: usize, t: f64): void {
  const left = 1 - t
  store<f32>(weights, ((left * left * left) / 6) as f32)
  store<f32>(weights, ((t * t * (3 * t - 6) + 4) / 6) as f32, 4)
  store<f32>(weights, ((left * left * (3 * left - 6) + 4) / 6) as f32, 8)
  store<f32>(weights, ((t * t * t) / 6) as f32, 12)
}

/** Catmull-Rom. */
function interpolating(weights: usize, t: f64): void {
  const left = 1 - t
  store<f32>(weights, (-0.5 * t * left * left) as f32)
  store<f32>(weights, (1 + t * t * (1.5 * t - 2.5)) as f32, 4)
  store<f32>(weights, (1 + left * left * (1.5 * left - 2.5)) as f32, 8)
  store<f32>(weights, (-0.5 * left * t * t) as f32, 12)
}

/** Every pair of a row's and a column's weight. */
function multiply(across: usize, down: usize, weights: usize): void {
  for (let tap = 0; tap < ALL; tap++) {
    const weight =
      (load<f32>(at4(down, tap >> 2)) as f64) * (load<f32>(at4(across, tap & 3)) as f64)
    store<f32>(at4(weights, tap), weight as f32)
  }
}

/** Whether all about a place is one cell without ink, as most of a picture is. */
function isPlain(cells: usize, ink: usize, w: i32, h: i32, left: i32, top: i32): bool {
  if (left < 1 || top < 1 || left + 2 >= w || top + 2 >= h) return false
  const cell = load<i32>(at4(cells, top * w + left))
  for (let row = top - 1; row < top + 3; row++) {
    const from = row * w + left - 1
    for (let at = from; at < from + TAPS; at++) {
      if (load<i32>(at4(cells, at)) != cell || load<f32>(at4(ink, at)) != 0) return false
    }
  }
  return true
}

/** The cell that has most of the place: the number of its first tap. */
function mostOf(cells: usize, places: usize, weights: usize): i32 {
  let cell = 0
  let best = -1
  let most: f64 = 0
  for (let tap = 0; tap < ALL && most <= 0.5; tap++) {
    const own = load<i32>(at4(cells, load<i32>(at4(places, tap))))
    if (own == cell && most > 0) continue
    let share: f64 = 0
    for (let other = tap; other < ALL; other++) {
      if (load<i32>(at4(cells, load<i32>(at4(places, other)))) == own) {
        share += load<f32>(at4(weights, other)) as f64
      }
    }
    if (share > most) {
      cell = own
      best = tap
      most = share
    }
  }
  return best < 0 ? 0 : cell
}

/** The mean of the cell's own colours. */
function mixColour(
  cells: usize, quads: usize, places: usize, weights: usize, cell: i32, into: usize,
): void {
  let red: f64 = 0
  let green: f64 = 0
  let blue: f64 = 0
  let whole: f64 = 0
  for (let tap = 0; tap < ALL; tap++) {
    const place = load<i32>(at4(places, tap))
    if (load<i32>(at4(cells, place)) != cell) continue
    const weight = load<f32>(at4(weights, tap)) as f64
    const from = at16(quads, place)
    red += (load<f32>(from) as f64) * weight
    green += (load<f32>(from, 4) as f64) * weight
    blue += (load<f32>(from, 8) as f64) * weight
    whole += weight
  }
  store<f32>(into, (red / whole) as f32)
  store<f32>(into, (green / whole) as f32, 4)
  store<f32>(into, (blue / whole) as f32, 8)
}

function mixWithin(quads: usize, at: i32, w: i32, u: f64, v: f64, into: usize): void {
  const upper = at16(quads, at)
  const lower = at16(quads, at + w)
  for (let c: usize = 0; c < 12; c += 4) {
    const a = load<f32>(upper + c) as f64
    const b = load<f32>(upper + c, 16) as f64
    const d = load<f32>(lower + c) as f64
    const e = load<f32>(lower + c, 16) as f64
    const above = a + (b - a) * u
    store<f32>(into + c, (above + (d + (e - d) * u - above) * v) as f32)
  }
}

/**
 * Paint as it lies at other places.
 * @param cells `w` x `h` numbers; `quads` and `ink` are as large
 * @param places x and y, in pixels, of each of `count`; of what is no number nothing is asked: all is 0
 * @param intoQuads four a place, the fourth of which is 0
 */
export function warpPaint(
  cells: usize, quads: usize, ink: usize, w: i32, h: i32, places: usize, count: i32,
  intoCells: usize, intoQuads: usize, intoInk: usize,
): void {
  const across = reserve(TAPS * 4)
  const down = reserve(TAPS * 4)
  const weights = reserve(ALL * 4)
  const taps = reserve(ALL * 4)
  for (let i = 0; i < count; i++) {
    const x = load<f64>(at16(places, i))
    store<i32>(at4(intoCells, i), 0)
    store<f32>(at4(intoInk, i), 0)
    v128.store(at16(intoQuads, i), f32x4.splat(0))
    if (x != x) continue
    const y = load<f64>(at16(places, i), 8)
    const left = Math.floor(x) as i32
    const top = Math.floor(y) as i32
    const u = x - (left as f64)
    const v = y - (top as f64)
    if (isPlain(cells, ink, w, h, left, top)) {
      const at = top * w + left
      store<i32>(at4(intoCells, i), load<i32>(at4(cells, at)))
      mixWithin(quads, at, w, u, v, at16(intoQuads, i))
      continue
    }
    for (let tap = 0; tap < ALL; tap++) {
      const row = clampIndex(top - 1 + (tap >> 2), h)
      const column = clampIndex(left - 1 + (tap & 3), w)
      store<i32>(at4(taps, tap), row * w + column)
    }
    // Interpolated, not smoothed: a line keeps its width.
    interpolating(across, u)
    interpolating(down, v)
    multiply(across, down, weights)
    let sum: f64 = 0
    for (let tap = 0; tap < ALL; tap++) {
      sum +=
        (load<f32>(at4(ink, load<i32>(at4(taps, tap)))) as f64) *
        (load<f32>(at4(weights, tap)) as f64)
    }
    store<f32>(at4(intoInk, i), Math.min(1, Math.max(0, sum)) as f32)
    spline(across, u)
    spline(down, v)
    multiply(across, down, weights)
    const cell = mostOf(cells, taps, weights)
    store<i32>(at4(intoCells, i), cell)
    mixColour(cells, quads, taps, weights, cell, at16(intoQuads, i))
  }
}
