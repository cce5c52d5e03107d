// How far the colours of parts of a picture spread, square by square, in doubles as scripts take them.
import { at4, at8 } from './indices'
import { valueAt } from './plane-steps'

/** The part that has most of a square's pixels, if one has more than half (Boyer and Moore's vote). */
// @ts-ignore: decorator
@inline
function votedIn(kinds: usize, parts: usize, from: i32, w: i32, side: i32, rows: i32): i32 {
  let voted = 0
  let votes = 0
  for (let y = 0; y < side; y += rows) {
    for (let x = 0, at = from + y * w; x < side; x++, at++) {
      const part = load<i32>(at4(parts, load<i32>(at4(kinds, at))))
      if (part == voted) votes++
      else if (votes == 0) {
        voted = part
        votes = 1
      } else votes--
    }
  }
  return voted
}

/**
 * How far the colours of the part that fills a square spread (standard deviation), for whole squares from the left
 * and from above.
 * @param kinds a number for each pixel @param parts of each kind its part, 0 for none
 * @param rows every so many of a square's rows are looked at
 * @param least pixels of a part that fills a square, more than half of those that are looked at
 * @param colour how much more than light colour counts, squared
 * @param owners, spreads of each square its part, 0 for none, and its spread, a double; cleared
 */
export function spreadsInSquares(
  lightness: usize, a: usize, b: usize, kinds: usize, parts: usize, w: i32, h: i32,
  side: i32, rows: i32, least: f64, colour: f64, owners: usize, spreads: usize,
): void {
  let square = 0
  for (let top = 0; top + side <= h; top += side) {
    for (let left = 0; left + side <= w; left += side, square++) {
      const from = top * w + left
      const part = votedIn(kinds, parts, from, w, side, rows)
      if (part == 0) continue
      let pixels: f64 = 0
      let light: f64 = 0
      let red: f64 = 0
      let yellow: f64 = 0
      let squares: f64 = 0
      for (let y = 0; y < side; y += rows) {
        for (let x = 0, at = from + y * w; x < side; x++, at++) {
          if (load<i32>(at4(parts, load<i32>(at4(kinds, at)))) != part) continue
          const l = valueAt(lightness, at)
          const r = valueAt(a, at)
          const g = valueAt(b, at)
          pixels += 1
          light += l
          red += r
          yellow += g
          squares += l * l + colour * (r * r + g * g)
        }
      }
      if (pixels < least) continue
      light /= pixels
      red /= pixels
      yellow /= pixels
      squares /= pixels
      store<i32>(at4(owners, square), part)
      const spread = max<f64>(0, squares - light * light - colour * (red * red + yellow * yellow))
      store<f64>(at8(spreads, square), Math.sqrt(spread))
    }
  }
}
