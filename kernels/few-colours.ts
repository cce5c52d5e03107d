// The few colours that a pattern is painted in, in doubles as scripts take them.
import { at4, at8 } from './indices'
import { reserve } from './memory'
import { valueAt } from './plane-steps'

/** The planes of the picture. */
let lightness: usize = 0
let reds: usize = 0
let yellows: usize = 0

/** Colours that were found: lightness, a and b of each, doubles. */
let colours: usize = 0
let found = 0

// @ts-ignore: decorator
@inline
function away(at: i32, colour: i32): f64 {
  const dl = valueAt(lightness, at) - load<f64>(at8(colours, 3 * colour))
  const da = valueAt(reds, at) - load<f64>(at8(colours, 3 * colour + 1))
  const db = valueAt(yellows, at) - load<f64>(at8(colours, 3 * colour + 2))
  return dl * dl + 2 * (da * da + db * db)
}

function nearestTo(at: i32): i32 {
  let best = 0
  let least: f64 = Infinity
  for (let k = 0; k < found; k++) {
    const apart = away(at, k)
    if (apart < least) {
      best = k
      least = apart
    }
  }
  return best
}

// @ts-ignore: decorator
@inline
function add(sum: usize, value: f64): void {
  store<f64>(sum, load<f64>(sum) + value)
}

/** Moves each colour to the mean of the places that are nearest to it; one that is nearest to none goes. */
function moveColours(looked: usize, count: i32, sums: usize): void {
  memory.fill(sums, 0, (found as usize) << 5)
  for (let k = 0; k < count; k++) {
    const at = load<i32>(at4(looked, k))
    const sum = at8(sums, 4 * nearestTo(at))
    add(sum, valueAt(lightness, at))
    add(sum + 8, valueAt(reds, at))
    add(sum + 16, valueAt(yellows, at))
    add(sum + 24, 1)
  }
  let kept = 0
  for (let k = 0; k < found; k++) {
    const sum = at8(sums, 4 * k)
    const size = load<f64>(sum, 24)
    if (size == 0) continue
    setColour(kept++, load<f64>(sum) / size, load<f64>(sum, 8) / size, load<f64>(sum, 16) / size)
  }
  found = kept
}

// @ts-ignore: decorator
@inline
function setColour(number: i32, light: f64, red: f64, yellow: f64): void {
  store<f64>(at8(colours, 3 * number), light)
  store<f64>(at8(colours, 3 * number + 1), red)
  store<f64>(at8(colours, 3 * number + 2), yellow)
}

/** Of values of 0 and more the one that is reached by so many of them: their bits lie in the order of the values. */
function reachedBy(values: usize, count: i32, wanted: i32): i32 {
  let least = 0
  for (let bit = 1 << 30; bit != 0; bit >>>= 1) {
    let reached = 0
    for (let k = 0; k < count; k++) if (load<i32>(at4(values, k)) >= (least | bit)) reached++
    if (reached >= wanted) least |= bit
  }
  return least
}

/**
 * The colours of some places: each begins as the one that is farthest from all before, the very farthest aside,
 * then they are moved to their means.
 * @param places pixels
 * @param looked those of them that tell the colours
 * @param noise share of these that are not asked for the farthest
 * @param least square of how far apart colours are
 * @param into lightness, a and b of each, `most` at the most, doubles
 * @param numbers of each place the colour that it is nearest to, a byte
 * @returns how many colours there are
 */
export function fewColours(
  light: usize, a: usize, b: usize, places: usize, total: i32, looked: usize, count: i32,
  most: i32, rounds: i32, noise: f64, least: f64, into: usize, numbers: usize,
): i32 {
  lightness = light
  reds = a
  yellows = b
  colours = into
  const sums = reserve((most as usize) << 5)
  const far = reserve((count as usize) << 2)
  const wanted = 1 + (Math.floor((count as f64) * noise) as i32)
  setColour(0, 0, 0, 0)
  found = 1
  moveColours(looked, count, sums)
  for (let more = 1; more < most; more++) {
    for (let k = 0; k < count; k++) {
      const at = load<i32>(at4(looked, k))
      store<f32>(at4(far, k), away(at, nearestTo(at)) as f32)
    }
    const bits = reachedBy(far, count, wanted)
    if ((reinterpret<f32>(bits) as f64) < least) break
    let k = 0
    while (load<i32>(at4(far, k)) != bits) k++
    const at = load<i32>(at4(looked, k))
    setColour(found++, valueAt(lightness, at), valueAt(reds, at), valueAt(yellows, at))
    for (let round = 0; round < rounds; round++) moveColours(looked, count, sums)
  }
  for (let k = 0; k < total; k++) store<u8>(numbers + (k as usize), nearestTo(load<i32>(at4(places, k))) as u8)
  return found
}
