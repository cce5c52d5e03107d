import { gaussian } from './gaussian'
import { at4, at16, clampIndex } from './indices'
import { reserve } from './memory'

/** Sobel's structure tensor: dx dx, dx dy, dy dy. */
function structure(luma: usize, tensors: usize, width: i32, height: i32): void {
  for (let y = 0; y < height; y++) {
    const above = at4(luma, clampIndex(y - 1, height) * width)
    const row = at4(luma, y * width)
    const below = at4(luma, clampIndex(y + 1, height) * width)
    for (let x = 0; x < width; x++) {
      const left = clampIndex(x - 1, width)
      const right = clampIndex(x + 1, width)
      const nw = load<f32>(at4(above, left))
      const ne = load<f32>(at4(above, right))
      const sw = load<f32>(at4(below, left))
      const se = load<f32>(at4(below, right))
      const dx = ne + se - nw - sw + <f32>2 * (load<f32>(at4(row, right)) - load<f32>(at4(row, left)))
      const dy = sw + se - nw - ne + <f32>2 * (load<f32>(at4(below, x)) - load<f32>(at4(above, x)))
      const at = at16(tensors, y * width + x)
      store<f32>(at, dx * dx)
      store<f32>(at, dx * dy, 4)
      store<f32>(at, dy * dy, 8)
      store<f32>(at, 0, 12)
    }
  }
}

/**
 * Unit tangents along edges: the minor eigenvectors of the smoothed structure tensor (Kyprianidis &
 * Kang 2011), by the half-angle formula instead of an arc tangent.
 */
export function edgeTangentFlow(
  luma: usize, tx: usize, ty: usize, width: i32, height: i32, radius: i32, iterations: i32,
): void {
  const count = width * height
  const tensors = reserve((count as usize) << 4)
  const smooth = reserve((count as usize) << 4)
  structure(luma, tensors, width, height)
  const sigma = (((radius as f64) * Math.sqrt(iterations as f64)) / 2) as f32
  gaussian(tensors, smooth, width, height, 4, sigma)
  for (let i = 0; i < count; i++) {
    const at = at16(smooth, i)
    const difference = load<f32>(at) - load<f32>(at, 8)
    const cross = load<f32>(at, 4) * <f32>2
    const length = Mathf.sqrt(difference * difference + cross * cross)
    let cos: f32 = 1
    let sin: f32 = 0
    if (length > 0) {
      const turned = difference / length
      if (turned >= 0) {
        cos = Mathf.sqrt((1 + turned) / 2)
        sin = cross / (<f32>2 * length * cos)
      } else {
        sin = Mathf.sqrt((1 - turned) / 2)
        cos = abs(cross) / (<f32>2 * length * sin)
        if (cross < 0) sin = -sin
      }
    }
    store<f32>(at4(tx, i), -sin)
    store<f32>(at4(ty, i), cos)
  }
}
