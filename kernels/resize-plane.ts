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

/** Bilinear, half-pixel convention; edges repeat. */
export function resizePlane(
  source: usize, sourceWidth: i32, sourceHeight: i32, target: usize, width: i32, height: i32,
): void {
  const across = neighbours(sourceWidth, width)
  const down = neighbours(sourceHeight, height)
  for (let y = 0; y < height; y++) {
    const top = load<i32>(down + ((y as usize) << 3))
    const share = load<f32>(down + ((y as usize) << 3), 4)
    const upper = at4(source, top * sourceWidth)
    const lower = at4(source, min(sourceHeight - 1, top + 1) * sourceWidth)
    const line = at4(target, y * width)
    for (let x = 0; x < width; x++) {
      const left = load<i32>(across + ((x as usize) << 3))
      const right = min(sourceWidth - 1, left + 1)
      const part = load<f32>(across + ((x as usize) << 3), 4)
      const a = load<f32>(at4(upper, left))
      const b = load<f32>(at4(lower, left))
      const high = a + (load<f32>(at4(upper, right)) - a) * part
      const low = b + (load<f32>(at4(lower, right)) - b) * part
      store<f32>(at4(line, x), high + (low - high) * share)
    }
  }
}
