// Even fall-offs of colours over cells, in doubles as scripts take them.
import { at4, at8 } from './indices'
import { reserve } from './memory'
import { valueAt } from './plane-steps'

/** Terms of one: 1, x, y, x squared, x times y, y squared. */
const TERMS = 6

// @ts-ignore: decorator
@inline
function addTimes(sums: usize, terms: usize, value: f64): void {
  for (let i = 0; i < TERMS; i++) {
    const sum = at8(sums, i)
    store<f64>(sum, load<f64>(sum) + load<f64>(at8(terms, i)) * value)
  }
}

/**
 * Adds up what least squares ask of the pixels of wide cells.
 * @param wide of each cell its number among the wide ones, or less than 0
 * @param every so many pixels of a row and rows are looked at
 * @param products of each wide cell those of all terms, 36 doubles of which half are told; cleared
 * @param sums of each those of the terms with lightness, a and b, 18 doubles; cleared
 */
export function fallOffSums(
  lightness: usize, a: usize, b: usize, cells: usize, w: i32, h: i32, wide: usize, every: i32,
  products: usize, sums: usize,
): void {
  const terms = reserve(TERMS << 3)
  const half = (max(w, h) as f64) / 2
  store<f64>(terms, 1)
  for (let y = 0; y < h; y += every) {
    const v = (y as f64) / half - 1
    store<f64>(terms, v, 16)
    store<f64>(terms, v * v, 40)
    for (let x = 0, at = y * w; x < w; x += every, at += every) {
      const number = load<i32>(at4(wide, load<i32>(at4(cells, at))))
      if (number < 0) continue
      const u = (x as f64) / half - 1
      store<f64>(terms, u, 8)
      store<f64>(terms, u * u, 24)
      store<f64>(terms, u * v, 32)
      const own = at8(sums, number * TERMS * 3)
      addTimes(own, terms, valueAt(lightness, at))
      addTimes(at8(own, TERMS), terms, valueAt(a, at))
      addTimes(at8(own, 2 * TERMS), terms, valueAt(b, at))
      const pairs = at8(products, number * TERMS * TERMS)
      for (let i = 0; i < TERMS; i++) {
        const term = load<f64>(at8(terms, i))
        for (let j = i; j < TERMS; j++) {
          const pair = at8(pairs, i * TERMS + j)
          store<f64>(pair, load<f64>(pair) + term * load<f64>(at8(terms, j)))
        }
      }
    }
  }
}
