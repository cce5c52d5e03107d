import { at4 } from './indices'
import { reserve } from './memory'

/** Left neighbour and share of the right one for every pixel of an axis, pixel centres aligned. */
function neighbours(source: i32, target: i32): usize {
  const table = reserve((target as usize) << 3)
  const ratio = (source as f64) / (target as f64)
  for (let i = 0; i < target; i++) {
    const at = max<f64>(0, min<f64>((source - 1) as f64, (i as f64 + 0.5) * ratio - 0.5))
    const left = i32(Math.floor(at))
    store<i32>(table + ((i as usize) << 3), left)
    store<f32>(table + ((i as usize) << 3), (at - (left as f64)) as f32, 4)
  }
  return table
}

/** One row between two: `share` of the lower one. */
function betweenRows(upper: usize, lower: usize, share: f32, into: usize, width: i32): void {
  const part = f32x4.splat(share)
  for (let x = 0; x < width; x += 4) {
    const a = v128.load(at4(upper, x))
    const b = v128.load(at4(lower, x))
    v128.store(at4(into, x), f32x4.add(a, f32x4.mul(f32x4.sub(b, a), part)))
  }
}

/** Bytes as shares of 255, resized as planes are. */
export function resizeMask(
  source: usize, sourceWidth: i32, sourceHeight: i32, target: usize, width: i32, height: i32,
): void {
  const count = sourceWidth * sourceHeight
  const shares = reserve((count as usize) << 2)
  for (let at = 0; at < count; at++) {
    store<f32>(at4(shares, at), ((load<u8>(source + (at as usize)) as f64) / 255) as f32)
  }
  resizePlane(shares, sourceWidth, sourceHeight, target, width, height)
}

/** Bilinear, half-pixel convention; edges repeat. */
export function resizePlane(
  source: usize, sourceWidth: i32, sourceHeight: i32, target: usize, width: i32, height: i32,
): void {
  const across = neighbours(sourceWidth, width)
  const down = neighbours(sourceHeight, height)
  const row = reserve(((sourceWidth + 1) as usize) << 2)
  for (let y = 0; y < height; y++) {
    const top = load<i32>(down + ((y as usize) << 3))
    const share = load<f32>(down + ((y as usize) << 3), 4)
    const upper = at4(source, top * sourceWidth)
    const lower = at4(source, min(sourceHeight - 1, top + 1) * sourceWidth)
    betweenRows(upper, lower, share, row, sourceWidth)
    store<f32>(at4(row, sourceWidth), load<f32>(at4(row, sourceWidth - 1)))
    const line = at4(target, y * width)
    for (let x = 0; x < width; x++) {
      const left = at4(row, load<i32>(across + ((x as usize) << 3)))
      const part = load<f32>(across + ((x as usize) << 3), 4)
      const a = load<f32>(left)
      store<f32>(at4(line, x), a + (load<f32>(left, 4) - a) * part)
    }
  }
}
