// What patches say of the hole they overlap (Wexler, Shechtman, Irani 2007).
import { at4, at16 } from './indices'
import { reserve } from './memory'
import { patchDistance, RADIUS, SOURCE, TARGET, zonesOf } from './patches'
import { loadPixel, storePixel } from './quads'

const FAR: i32 = i32.MAX_VALUE
/** What a pixel deeper in the hole is trusted less, and from where on no less. */
const TRUST: f32 = 0.8
const DEEPEST: i32 = 24

/** Steps to the nearest known pixel, at most DEEPEST. */
function depths(hole: usize, width: i32, height: i32): usize {
  const count = width * height
  const depth = reserve(count as usize)
  for (let i = 0; i < count; i++) {
    let d = 0
    if (load<u8>(hole + (i as usize)) != 0) {
      const left = i % width > 0 ? i32(load<u8>(depth + ((i - 1) as usize))) : DEEPEST
      const above = i >= width ? i32(load<u8>(depth + ((i - width) as usize))) : DEEPEST
      d = min(DEEPEST, min(left, above) + 1)
    }
    store<u8>(depth + (i as usize), d as u8)
  }
  for (let i = count - 1; i >= 0; i--) {
    let d = i32(load<u8>(depth + (i as usize)))
    if (i % width < width - 1) d = min(d, i32(load<u8>(depth + ((i + 1) as usize))) + 1)
    if (i < count - width) d = min(d, i32(load<u8>(depth + ((i + width) as usize))) + 1)
    store<u8>(depth + (i as usize), d as u8)
  }
  return depth
}

/** How much each patch counts: less the deeper it lies, less the less its source is like it. */
function weightsOf(
  picture: usize, hole: usize, zone: usize, found: usize, width: i32, height: i32,
): usize {
  const count = width * height
  const weight = reserve((count as usize) << 2)
  const trust = reserve((DEEPEST + 1) << 2)
  for (let d = 0; d <= DEEPEST; d++)
    store<f32>(at4(trust, d), d == 0 ? 1 : load<f32>(at4(trust, d - 1)) * TRUST)
  let sum: f64 = 0
  let patches = 0
  for (let i = 0; i < count; i++) {
    store<f32>(at4(weight, i), -1)
    const source = load<i32>(at4(found, i))
    if (load<u8>(zone + (i as usize)) != TARGET || source < 0) continue
    if (load<u8>(zone + (source as usize)) != SOURCE) continue
    const distance = patchDistance(picture, width, i, source, FAR)
    store<f32>(at4(weight, i), distance as f32)
    sum += distance as f64
    patches++
  }
  const usual = max<f32>(100, patches > 0 ? f32(sum / (patches as f64)) : 0)
  const depth = depths(hole, width, height)
  for (let i = 0; i < count; i++) {
    const distance = load<f32>(at4(weight, i))
    if (distance < 0) continue
    const like = Mathf.exp((-2 * distance) / usual) + <f32>0.0001
    store<f32>(at4(weight, i), like * load<f32>(at4(trust, load<u8>(depth + (i as usize)))))
  }
  return weight
}

/** The picture with its hole as the patches about each of its pixels have it in the mean. */
export function votePatches(
  picture: usize, hole: usize, found: usize, target: usize, width: i32, height: i32,
): void {
  const zone = zonesOf(hole, width, height)
  const weight = weightsOf(picture, hole, zone, found, width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = y * width + x
      if (load<u8>(hole + (p as usize)) == 0) {
        store<u32>(at4(target, p), load<u32>(at4(picture, p)))
        continue
      }
      let sum = f32x4.splat(0)
      let total: f32 = 0
      for (let v = max(0, y - RADIUS); v <= min(height - 1, y + RADIUS); v++) {
        for (let u = max(0, x - RADIUS); u <= min(width - 1, x + RADIUS); u++) {
          const q = v * width + u
          const w = load<f32>(at4(weight, q))
          if (w < 0) continue
          const from = load<i32>(at4(found, q)) + p - q
          sum = f32x4.add(sum, f32x4.mul(loadPixel(at4(picture, from)), f32x4.splat(w)))
          total += w
        }
      }
      if (total > 0) storePixel(at4(target, p), f32x4.mul(sum, f32x4.splat(1 / total)))
      else store<u32>(at4(target, p), load<u32>(at4(picture, p)))
    }
  }
}
