// The mean colours of cells, in doubles as scripts take them.
import { cellOf } from './cells'
import { at4, at8 } from './indices'
import { valueAt } from './plane-steps'

/**
 * Adds up colours over each cell, run by run, and makes them means.
 * @param sizes pixels of each of `total` cells, cleared
 * @param light, reds, yellows a double for each cell, cleared
 */
export function cellMeans(
  lightness: usize, a: usize, b: usize, cells: usize, count: i32, total: i32,
  sizes: usize, light: usize, reds: usize, yellows: usize,
): void {
  let at = 0
  while (at < count) {
    const cell = cellOf(cells, at)
    const from = at
    let ofLight = load<f64>(at8(light, cell))
    let ofRed = load<f64>(at8(reds, cell))
    let ofYellow = load<f64>(at8(yellows, cell))
    do {
      ofLight += valueAt(lightness, at)
      ofRed += valueAt(a, at)
      ofYellow += valueAt(b, at)
      at++
    } while (at < count && cellOf(cells, at) == cell)
    store<f64>(at8(light, cell), ofLight)
    store<f64>(at8(reds, cell), ofRed)
    store<f64>(at8(yellows, cell), ofYellow)
    store<i32>(at4(sizes, cell), load<i32>(at4(sizes, cell)) + at - from)
  }
  for (let cell = 0; cell < total; cell++) {
    const size = max(1, load<i32>(at4(sizes, cell))) as f64
    store<f64>(at8(light, cell), load<f64>(at8(light, cell)) / size)
    store<f64>(at8(reds, cell), load<f64>(at8(reds, cell)) / size)
    store<f64>(at8(yellows, cell), load<f64>(at8(yellows, cell)) / size)
  }
}
