// Blurred edges made steps (toggle mapping, Kramer & Bruckner 1975).
import { at4 } from './indices'
import { reserve } from './memory'

/** How far about a pixel the two sides of an edge are looked for, and where it is steep, px. */
const REACH_PX = 5
const STEEP_PX = 2
/** Every so many pixels of a row and rows are looked at for them: a side is wider than that. */
const LOOKED = 2
/** Least change of lightness of an edge, and how much of it must lie close by: a slow one stays. */
const LEAST: f64 = 0.07
const CLOSE: f64 = 0.46
/** What lies so near to one end of the lightness close by is of that side already. */
const SIDE: f64 = 0.12

// @ts-ignore: decorator
@inline
function valueAt(plane: usize, at: i32): f32 {
  return load<f32>(at4(plane, at))
}

/** The least and the greatest value within `reach` along a row or a column. */
function extremesAlong(
  low: usize, high: usize, w: i32, h: i32, isAcross: bool, reach: i32, intoLow: usize, intoHigh: usize,
): void {
  const step = isAcross ? 1 : w
  const length = isAcross ? w : h
  for (let y = 0, at = 0; y < h; y++) {
    for (let x = 0; x < w; x++, at++) {
      const place = isAcross ? x : y
      let least: f32 = 1
      let most: f32 = 0
      const end = min(length - 1 - place, reach)
      for (let by = -min(place, reach); by <= end; by++) {
        least = min(least, valueAt(low, at + by * step))
        most = max(most, valueAt(high, at + by * step))
      }
      store<f32>(at4(intoLow, at), least)
      store<f32>(at4(intoHigh, at), most)
    }
  }
}

/** The pixel of the side that a pixel on a blurred edge is nearer to; -1 where there is no edge. */
function sideOf(lightness: usize, w: i32, h: i32, x: i32, y: i32, near: f64): i32 {
  const at = y * w + x
  const left = max(0, x - REACH_PX)
  const right = min(w - 1, x + REACH_PX)
  const bottom = min(h - 1, y + REACH_PX)
  let low = at
  let high = at
  let darkest = valueAt(lightness, at)
  let lightest = darkest
  for (let row = max(0, y - REACH_PX); row <= bottom; row += LOOKED) {
    for (let to = row * w + left; to <= row * w + right; to += LOOKED) {
      const light = valueAt(lightness, to)
      if (light < darkest) {
        darkest = light
        low = to
      } else if (light > lightest) {
        lightest = light
        high = to
      }
    }
    if (near < CLOSE * ((lightest as f64) - (darkest as f64))) return -1
  }
  const range = (lightest as f64) - (darkest as f64)
  if (range < LEAST) return -1
  return (valueAt(lightness, at) as f64) - (darkest as f64) > range / 2 ? high : low
}

/** What lies between the two sides of a blurred edge goes over to the nearer one. */
export function sharpenEdges(
  lightness: usize, a: usize, b: usize, w: i32, h: i32,
  intoLightness: usize, intoA: usize, intoB: usize,
): void {
  const bytes = ((w * h) as usize) << 2
  const low = reserve(bytes)
  const high = reserve(bytes)
  const rowLow = reserve(bytes)
  const rowHigh = reserve(bytes)
  extremesAlong(lightness, lightness, w, h, true, STEEP_PX, rowLow, rowHigh)
  extremesAlong(rowLow, rowHigh, w, h, false, STEEP_PX, low, high)
  memory.copy(intoLightness, lightness, bytes)
  memory.copy(intoA, a, bytes)
  memory.copy(intoB, b, bytes)
  for (let y = 0, at = 0; y < h; y++) {
    for (let x = 0; x < w; x++, at++) {
      const least = valueAt(low, at) as f64
      const near = (valueAt(high, at) as f64) - least
      if (near < LEAST * CLOSE) continue
      const share = ((valueAt(lightness, at) as f64) - least) / near
      if (share < SIDE || share > 1 - SIDE) continue
      const side = sideOf(lightness, w, h, x, y, near)
      if (side < 0) continue
      store<f32>(at4(intoLightness, at), valueAt(lightness, side))
      store<f32>(at4(intoA, at), valueAt(a, side))
      store<f32>(at4(intoB, at), valueAt(b, side))
    }
  }
}
