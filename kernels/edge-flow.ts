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

/** Bilinear value of a plane; places beyond the edge are brought back to it. */
// @ts-ignore: decorator
@inline
function sample(plane: usize, width: i32, height: i32, x: f32, y: f32): f32 {
  const cx = max<f32>(0, min<f32>(x, (width - 1) as f32))
  const cy = max<f32>(0, min<f32>(y, (height - 1) as f32))
  const left = min(width - 2, cx as i32)
  const top = min(height - 2, cy as i32)
  const x0 = max(0, left)
  const y0 = max(0, top)
  const fx = cx - (x0 as f32)
  const fy = cy - (y0 as f32)
  const upper = at4(plane, y0 * width + x0)
  const lower = height > 1 ? at4(upper, width) : upper
  const step: usize = width > 1 ? 4 : 0
  const a = load<f32>(upper)
  const b = load<f32>(lower)
  const high = a + (load<f32>(upper + step) - a) * fx
  const low = b + (load<f32>(lower + step) - b) * fx
  return high + (low - high) * fy
}

/** Difference of two Gaussians as one kernel from the middle outwards: inner minus tau times outer. */
function acrossTaps(sigma: f32, tau: f32, half: i32): usize {
  const table = reserve((half + 1) << 2)
  const inner = sigma as f64
  const outer = inner * 1.6
  let innerSum: f64 = 0
  let outerSum: f64 = 0
  for (let k = -half; k <= half; k++) {
    innerSum += Math.exp((-k * k) as f64 / (2 * inner * inner))
    outerSum += Math.exp((-k * k) as f64 / (2 * outer * outer))
  }
  for (let k = 0; k <= half; k++) {
    const near = Math.exp((-k * k) as f64 / (2 * inner * inner)) / innerSum
    const far = Math.exp((-k * k) as f64 / (2 * outer * outer)) / outerSum
    store<f32>(at4(table, k), (near - (tau as f64) * far) as f32)
  }
  return table
}

/** The two Gaussians, each of them over the same samples across the edge. */
function differenceAcross(
  luma: usize, tx: usize, ty: usize, into: usize, width: i32, height: i32, sigma: f32, tau: f32,
): void {
  const half = i32(Math.ceil((sigma as f64) * 1.6 * 2.5))
  const table = acrossTaps(sigma, tau, half)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const nx = -load<f32>(at4(ty, i))
      const ny = load<f32>(at4(tx, i))
      let sum = load<f32>(at4(luma, i)) * load<f32>(table)
      for (let k = 1; k <= half; k++) {
        const dx = nx * (k as f32)
        const dy = ny * (k as f32)
        const one = sample(luma, width, height, (x as f32) + dx, (y as f32) + dy)
        const other = sample(luma, width, height, (x as f32) - dx, (y as f32) - dy)
        sum += (one + other) * load<f32>(at4(table, k))
      }
      store<f32>(at4(into, i), sum)
    }
  }
}

/** Follows the flow one way from a pixel; adds what it meets and answers the weight of it. */
let followed: f32 = 0
function follow(
  plane: usize, tx: usize, ty: usize, width: i32, height: i32,
  x: i32, y: i32, way: f32, taps: usize, reach: i32,
): f32 {
  let px = x as f32
  let py = y as f32
  let vx = load<f32>(at4(tx, y * width + x)) * way
  let vy = load<f32>(at4(ty, y * width + x)) * way
  const right = (width - 1) as f32
  const bottom = (height - 1) as f32
  let weight: f32 = 0
  for (let k = 1; k <= reach; k++) {
    px += vx
    py += vy
    if (px < 0 || py < 0 || px > right || py > bottom) break
    const tap = load<f32>(at4(taps, k))
    followed += sample(plane, width, height, px, py) * tap
    weight += tap
    const at = ((py + 0.5) as i32) * width + ((px + 0.5) as i32)
    const nextX = load<f32>(at4(tx, at))
    const nextY = load<f32>(at4(ty, at))
    const turn: f32 = nextX * vx + nextY * vy < 0 ? -1 : 1
    vx = nextX * turn
    vy = nextY * turn
  }
  return weight
}

/** Soft threshold of the extended difference of Gaussians (Winnemöller 2011). */
// @ts-ignore: decorator
@inline
function toned(value: f32, phi: f32): f32 {
  if (value >= 0) return 1
  const e = Mathf.exp(<f32>2 * phi * value)
  return (<f32>2 * e) / (e + 1)
}

/** Lines by flow-based difference of Gaussians (Kang et al. 2007). */
export function flowLines(
  luma: usize, tx: usize, ty: usize, target: usize, width: i32, height: i32,
  sigma: f32, length: f32, tau: f32, phi: f32,
): void {
  const across = reserve(((width * height) as usize) << 2)
  differenceAcross(luma, tx, ty, across, width, height, sigma, tau)
  const reach = i32(Math.ceil((length as f64) * 2))
  const taps = reserve((reach + 1) << 2)
  for (let k = 0; k <= reach; k++) {
    const l = length as f64
    store<f32>(at4(taps, k), Math.exp((-k * k) as f64 / (2 * l * l)) as f32)
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      followed = load<f32>(at4(across, y * width + x))
      const weight: f32 =
        1 +
        follow(across, tx, ty, width, height, x, y, 1, taps, reach) +
        follow(across, tx, ty, width, height, x, y, -1, taps, reach)
      store<f32>(at4(target, y * width + x), toned(followed / weight, phi))
    }
  }
}
