import { at4 } from './indices'
import { reserve } from './memory'

// An axis is four words: where its first source pixels, its numbers of taps and its weights stand,
// and the most taps that a pixel has.
// @ts-ignore: decorator
@inline
export function firstOf(axis: usize, i: i32): i32 {
  return load<i32>(at4(load<u32>(axis) as usize, i))
}

// @ts-ignore: decorator
@inline
export function countOf(axis: usize, i: i32): i32 {
  return load<i32>(at4(load<u32>(axis, 4) as usize, i))
}

// @ts-ignore: decorator
@inline
export function mostOf(axis: usize): i32 {
  return load<i32>(axis, 12)
}

// @ts-ignore: decorator
@inline
export function weightsOf(axis: usize, i: i32): usize {
  return at4(load<u32>(axis, 8) as usize, i * mostOf(axis))
}

const LANCZOS_LOBES: f64 = 3

// @ts-ignore: decorator
@inline
function sinc(x: f64): f64 {
  return x == 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** Share of source pixel `k` in the interval that output pixel `i` covers. */
// @ts-ignore: decorator
@inline
function covered(k: i32, from: f64, to: f64): f64 {
  return max<f64>(0, min<f64>(to, (k + 1) as f64) - max<f64>(from, k as f64))
}

// @ts-ignore: decorator
@inline
function lanczos(distance: f64): f64 {
  if (Math.abs(distance) >= LANCZOS_LOBES) return 0
  return sinc(distance) * sinc(distance / LANCZOS_LOBES)
}

/** Weights of one axis; what falls beyond an edge counts for the edge pixel; all sum to 1. */
export function axisOf(source: i32, target: i32, lobes: boolean): usize {
  const ratio = (source as f64) / (target as f64)
  const scale = max<f64>(1, ratio)
  const reach = lobes ? LANCZOS_LOBES * scale : scale / 2
  const most = i32(Math.ceil(reach * 2)) + 2
  const firsts = reserve((target as usize) << 2)
  const counts = reserve((target as usize) << 2)
  const weights = reserve(((target * most) as usize) << 2)
  const sums = reserve((most as usize) << 3)
  for (let i = 0; i < target; i++) {
    const from = (i as f64) * ratio
    const to = ((i + 1) as f64) * ratio
    const centre = (from + to) / 2 - 0.5
    const low = lobes ? i32(Math.ceil(centre - reach)) : i32(Math.floor(from))
    const high = lobes ? i32(Math.floor(centre + reach)) : i32(Math.ceil(to)) - 1
    const first = min(source - 1, max(0, low))
    const last = min(source - 1, max(0, high))
    memory.fill(sums, 0, (most as usize) << 3)
    let total: f64 = 0
    for (let k = low; k <= high; k++) {
      const weight = lobes ? lanczos((k as f64 - centre) / scale) : covered(k, from, to)
      const slot = sums + (((min(last, max(first, k)) - first) as usize) << 3)
      store<f64>(slot, load<f64>(slot) + weight)
      total += weight
    }
    store<i32>(at4(firsts, i), first)
    store<i32>(at4(counts, i), last - first + 1)
    for (let k = 0; k <= last - first; k++) {
      store<f32>(at4(weights, i * most + k), (load<f64>(sums + ((k as usize) << 3)) / total) as f32)
    }
  }
  const axis = reserve(16)
  store<u32>(axis, firsts as u32)
  store<u32>(axis, counts as u32, 4)
  store<u32>(axis, weights as u32, 8)
  store<i32>(axis, most, 12)
  return axis
}
