import { gaussian } from './gaussian'
import { at4, clampIndex } from './indices'
import { reserve } from './memory'

/** A copy of the matte with `pad` repeated pixels all round, and slack for whole vectors. */
function padded(source: usize, width: i32, height: i32, pad: i32, stride: i32): usize {
  const rows = height + 2 * pad
  const copy = reserve((stride * rows) as usize)
  for (let y = 0; y < rows; y++) {
    const from = source + ((clampIndex(y - pad, height) * width) as usize)
    const into = copy + ((y * stride) as usize)
    memory.fill(into, load<u8>(from), pad as usize)
    memory.copy(into + pad, from, width as usize)
    memory.fill(into + pad + width, load<u8>(from + width - 1), (stride - pad - width) as usize)
  }
  return copy
}

// @ts-ignore: decorator
@inline
function least(a: v128, b: v128): v128 {
  return i8x16.min_u(a, b)
}

// @ts-ignore: decorator
@inline
function most(a: v128, b: v128): v128 {
  return i8x16.max_u(a, b)
}

/** Smallest (or largest) value over a disc, sixteen pixels at a time. */
function overDisc(
  plane: usize, stride: i32, pad: i32, target: usize, width: i32, height: i32,
  radius: i32, shrinks: boolean,
): void {
  const reach = (radius * radius) as f32 + (radius as f32) / 2
  for (let y = 0; y < height; y++) {
    const row = plane + (((y + pad) * stride + pad) as usize)
    const into = target + ((y * width) as usize)
    for (let x = 0; x < width; x += 16) {
      const middle = row + (x as usize)
      let found = v128.load(middle)
      for (let dy = -radius; dy <= radius; dy++) {
        const span = Mathf.sqrt(reach - ((dy * dy) as f32)) as i32
        const line = middle + dy * stride
        for (let dx = -span; dx <= span; dx++) {
          const other = v128.load(line + dx)
          found = shrinks ? least(found, other) : most(found, other)
        }
      }
      if (x + 16 <= width) v128.store(into + (x as usize), found)
      else storeSome(into + (x as usize), found, width - x)
    }
  }
}

function storeSome(at: usize, values: v128, count: i32): void {
  const scratch = reserve(16)
  v128.store(scratch, values)
  memory.copy(at, scratch, count as usize)
}

/** `near` becomes `near + (far - near) * share / 256`; `near` may be written past its end. */
function mix(near: usize, far: usize, count: i32, share: i32): void {
  const kept = i16x8.splat((256 - share) as i16)
  const taken = i16x8.splat(share as i16)
  const half = i16x8.splat(128)
  for (let i = 0; i < count; i += 16) {
    const at = near + (i as usize)
    const a = v128.load(at)
    const b = v128.load(far + (i as usize))
    const low = i16x8.add(
      i16x8.mul(i16x8.extend_low_i8x16_u(a), kept),
      i16x8.mul(i16x8.extend_low_i8x16_u(b), taken),
    )
    const high = i16x8.add(
      i16x8.mul(i16x8.extend_high_i8x16_u(a), kept),
      i16x8.mul(i16x8.extend_high_i8x16_u(b), taken),
    )
    v128.store(
      at,
      i8x16.narrow_i16x8_u(
        i16x8.shr_u(i16x8.add(low, half), 8),
        i16x8.shr_u(i16x8.add(high, half), 8),
      ),
    )
  }
}

/**
 * Moves the matte's edge inwards (positive) or outwards by `distance` px: erosion or dilation by a
 * disc; between two whole radii the two results are mixed, so the edge keeps its own softness.
 */
export function choke(
  source: usize, target: usize, width: i32, height: i32, distance: f32,
): void {
  const shrinks = distance > 0
  const size = abs(distance)
  const low = size as i32
  const share = size - (low as f32)
  const pad = low + 1
  const stride = (width + 2 * pad + 31) & ~15
  const plane = padded(source, width, height, pad, stride)
  overDisc(plane, stride, pad, target, width, height, low, shrinks)
  if (share == 0) return
  const count = width * height
  const further = reserve(count as usize)
  overDisc(plane, stride, pad, further, width, height, low + 1, shrinks)
  mix(target, further, count, i32(Mathf.round(share * 256)))
}

/** Softens the matte's edge: a Gaussian of half the radius. */
export function feather(
  source: usize, target: usize, width: i32, height: i32, radius: f32,
): void {
  const count = width * height
  const plane = reserve((count as usize) << 2)
  const soft = reserve((count as usize) << 2)
  for (let i = 0; i < count; i++) store<f32>(at4(plane, i), load<u8>(source + i) as f32)
  gaussian(plane, soft, width, height, 1, radius / 2)
  for (let i = 0; i < count; i++) {
    const value = max<f32>(0, min<f32>(255, nearest(load<f32>(at4(soft, i)))))
    store<u8>(target + i, value as u8)
  }
}
